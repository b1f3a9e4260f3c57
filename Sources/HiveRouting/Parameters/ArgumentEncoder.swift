// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Turns the values of local callers into trees, from which declared types are decoded.
enum ArgumentEncoder {
    /// The parts of an encodable value, by name.
    static func dictionary(_ value: any Encodable) throws -> JSONObject {
        guard let parts = try JSONObject(json(of: value)) else {
            throw ParameterFault.payload(expected: "a value with named parts", found: "\(type(of: value)) has none")
        }
        return parts
    }

    /// An encodable value as a tree.
    private static func json(of value: any Encodable) throws -> JSONValue {
        let encoder = JSONEncoder()
        encoder.dataEncodingStrategy = .deferredToData
        do {
            let bytes = try encoder.encode(value)
            // The values of local callers have no limits.
            return try JSONReader.read(bytes, limits: .own)
        } catch let error as HiveError {
            throw ParameterFault.payload(expected: "something that can be encoded", found: error.details)
        } catch {
            throw ParameterFault.payload(expected: "something that can be encoded", found: "\(error)")
        }
    }

    /// The arguments of a local caller as the parts of one value.
    static func object(_ arguments: [Argument]) throws -> JSONObject {
        var result = JSONObject()
        for argument in arguments {
            switch argument.source {
            case .json(let json): result.entries[argument.name] = json
            case .null: result.nulls.append(argument.name)
            case .text(let text): result.entries[argument.name] = JSONValue(.string(text))
            case .object(let object): result.entries[argument.name] = JSONValue(try tree(of: object, depth: 0))
            }
        }
        return result
    }

    private static func tree(of object: any Sendable, depth: Int) throws -> ConfigurationValue {
        if depth > 64 { throw ParameterFault.payload(expected: "a tree", found: "it is nested too deeply") }
        switch object {
        case let value as ConfigurationValue: return value
        case let text as String: return .string(text)
        case let flag as Bool: return .boolean(flag)
        case let number as Int: return .integer(number)
        case let number as Double: return .real(number)
        case let objects as [String: any Sendable]:
            return try .dictionary(objects.mapValues { try tree(of: $0, depth: depth + 1) })
        case let objects as [any Sendable]:
            return try .array(objects.map { try tree(of: $0, depth: depth + 1) })
        case let value as any Encodable: return try json(of: value).value
        default:
            let found = "\(type(of: object)) cannot be encoded"
            throw ParameterFault.payload(expected: "something that can be encoded", found: found)
        }
    }
}
