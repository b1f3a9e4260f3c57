// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Turns the values of local callers into trees, from which declared types are decoded.
enum ArgumentEncoder {
    /// The parts of an encodable value, by name.
    static func dictionary(_ value: any Encodable) throws -> JSONObject {
        guard let parts = try JSONObject(encoded(value)) else {
            throw ParameterFault.payload(expected: "a value with named parts", found: "\(type(of: value)) has none")
        }
        return parts
    }

    /// The arguments of a local caller as the parts of one value.
    static func object(_ arguments: [Argument]) throws -> JSONObject {
        var result = JSONObject()
        for argument in arguments {
            switch argument.source {
            case .json(let json): result.entries[argument.name] = json
            case .null: result.nulls.append(argument.name)
            case .text(let text): result.entries[argument.name] = JSONValue(.string(text))
            case .object(let object): result.entries[argument.name] = try tree(of: object)
            }
        }
        return result
    }

    private static func tree(of object: any Sendable, depth: Int = 0) throws -> JSONValue {
        if depth > 64 { throw ParameterFault.payload(expected: "a tree", found: "it is nested too deeply") }
        switch object {
        case let value as ConfigurationValue: return JSONValue(value)
        case let value as any Encodable: return try encoded(value)
        case let objects as [String: any Sendable]:
            var object = JSONObject()
            object.entries = try objects.mapValues { try tree(of: $0, depth: depth + 1) }
            return object.value
        case let objects as [any Sendable]:
            let elements = try objects.map { try tree(of: $0, depth: depth + 1) }
            let secrets = elements.enumerated().flatMap { index, element in
                element.secrets.map { $0.inside(.index(index)) }
            }
            return JSONValue(.array(elements.map(\.value)), secrets: secrets)
        default: throw unfit("\(type(of: object)) cannot be encoded")
        }
    }

    private static func encoded(_ value: any Encodable) throws -> JSONValue {
        do {
            let (tree, secrets) = try ConfigurationValue.encoding(value)
            if let tree { return JSONValue(tree, secrets: secrets) }
        } catch let error as HiveError {
            throw unfit(error.message)
        } catch {
            throw unfit("\(error)")
        }
        throw unfit("\(type(of: value)) encodes nothing")
    }

    private static func unfit(_ found: String) -> ParameterFault {
        .payload(expected: "something that can be encoded", found: found)
    }
}
