// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What a caller gave for the parameters of an action or a route.
enum Arguments: Sendable {
    /// Any values, of a local call.
    case objects([String: any Sendable])
    /// One value that holds all of them, of a local call.
    case value(any Encodable & Sendable)
    /// From a URL, with its limits, or from JSON, whose limits were checked before; in a local call also other values.
    case given([Argument], limits: URLLimits?)
    /// The values after they have been read: those that the call gets, in the order of the parameters.
    case read([any Sendable])

    static func url(_ items: [RoutedURL.Item], _ objects: [String: any Sendable], _ limits: URLLimits) -> Arguments {
        var arguments = items.map { Argument(name: $0.name, source: .text($0.text)) }
        for (name, object) in objects { arguments.append(Argument(name: name, source: .object(object))) }
        return .given(arguments, limits: limits)
    }

    static func json(_ object: JSONObject) -> Arguments {
        let values = object.entries.map { Argument(name: $0, source: .json($1)) }
        return .given(values + object.nulls.map { Argument(name: $0, source: .null) }, limits: nil)
    }

    /// The values as they were given, for a call without declared parameters.
    ///
    /// JSON becomes plain values, so that a text is a `String` in any case.
    var undeclared: [String: any Sendable] {
        switch self {
        case .objects(let objects): objects
        case .value(let value): ["": value]
        case .given(let arguments, _):
            Dictionary(arguments.compactMap { argument in argument.plain.map { (argument.name, $0) } }) { first, _ in
                first
            }
        case .read: [:]
        }
    }
}

/// One value with its name, from any source.
struct Argument: Sendable {
    enum Source: Sendable {
        case text(String)
        case json(JSONValue)
        case null
        case object(any Sendable)
    }

    let name: String
    let source: Source

    var isObject: Bool {
        if case .object = source { return true }
        return false
    }

    fileprivate var plain: (any Sendable)? {
        switch source {
        case .text(let text): text
        case .json(let json): json.value.plain
        case .null: nil
        case .object(let object): object
        }
    }
}

extension ConfigurationValue {
    /// The value itself.
    fileprivate var plain: any Sendable {
        switch self {
        case .string(let text): text
        case .integer(let number): number
        case .real(let number): number
        case .boolean(let flag): flag
        case .array(let values): values.map(\.plain)
        case .dictionary(let entries): entries.mapValues(\.plain)
        case .date, .data: self
        }
    }
}

extension Arguments {
    /// All arguments as one value.
    func decode<Payload: Decodable & Sendable>(as type: Payload.Type) throws -> Payload {
        do {
            switch self {
            case .value(let value):
                if let payload = value as? Payload { return payload }
                return try ArgumentEncoder.dictionary(value).value.decoded()
            case .objects(let objects):
                return try ArgumentEncoder.tree(of: objects).decoded()
            case .given(let arguments, let limits):
                return try Self.json(arguments, limits, "\(Payload.self)").decoded()
            case .read(let values):
                if let payload = values.first as? Payload { return payload }
                throw ParameterFault.payload(expected: "\(Payload.self)", found: "they are not")
            }
        } catch let error as HiveError {
            if error.code == .limitExceeded { throw ParameterFault.tooLarge(error.message) }
            throw ParameterFault.payload(expected: "\(Payload.self)", found: error.details)
        }
    }

    /// The one JSON text of a URL, or the parts of a JSON object.
    private static func json(_ arguments: [Argument], _ limits: URLLimits?, _ expected: String) throws -> JSONValue {
        guard let limits else {
            var object = JSONObject()
            for argument in arguments {
                switch argument.source {
                case .json(let json): object.entries[argument.name] = json
                case .null: object.nulls.append(argument.name)
                case .text, .object: throw ParameterFault.payload(expected: expected, found: "they are not JSON")
                }
            }
            return object.value
        }
        guard arguments.count == 1, case .text(let text) = arguments[0].source, arguments[0].name.isSpelt("params")
        else {
            let found = "a URL gives them as one JSON object, in params={…}"
            throw ParameterFault.payload(expected: expected, found: found)
        }
        return try JSONReader.read(text, limits: JSONReader.Limits(limits))
    }
}
