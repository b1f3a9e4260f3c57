// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What a caller gave for the parameters of an action or a route.
enum Arguments: Sendable {
    /// One value that holds all of them, of a local call.
    case value(any Encodable & Sendable)
    /// Each by its name; with limits if they come from a URL.
    case named([Argument], limits: URLLimits?)

    static func objects(_ objects: [String: any Sendable]) -> Arguments { .named(Argument.list(objects), limits: nil) }

    static func url(_ items: [RoutedURL.Item], _ objects: [String: any Sendable], _ limits: URLLimits) -> Arguments {
        .named(Argument.list(items) + Argument.list(objects), limits: limits)
    }

    static func json(_ object: JSONObject) -> Arguments { .named(Argument.list(object), limits: nil) }

    /// The arguments by name, with the limits of their URL.
    func named() throws -> ([Argument], URLLimits?) {
        switch self {
        case .value(let value): (Argument.list(try ArgumentEncoder.dictionary(value)), nil)
        case .named(let arguments, let limits): (arguments, limits)
        }
    }

    /// The values as they were given, for a call without declared parameters.
    ///
    /// JSON becomes plain values, so that a text is a `String` in any case.
    var undeclared: [String: any Sendable] {
        switch self {
        case .value(let value): ["": value]
        case .named(let arguments, _):
            Dictionary(arguments.compactMap { argument in argument.plain.map { (argument.name, $0) } }) { first, _ in
                first
            }
        }
    }

    /// All arguments as one value.
    func decode<Payload: Decodable & Sendable>(as type: Payload.Type) throws -> Payload {
        do {
            switch self {
            case .value(let value):
                if let payload = value as? Payload { return payload }
                return try ArgumentEncoder.dictionary(value).value.decoded()
            case .named(let arguments, let limits?):
                return try Self.json(arguments, limits, "\(Payload.self)").decoded()
            case .named(let arguments, nil):
                return try ArgumentEncoder.object(arguments).value.decoded()
            }
        } catch let error as HiveError {
            if error.code == .limitExceeded { throw ParameterFault.tooLarge(error.message) }
            throw ParameterFault.payload(expected: "\(Payload.self)", found: error.details)
        }
    }

    /// The one JSON text of a URL.
    private static func json(_ arguments: [Argument], _ limits: URLLimits, _ expected: String) throws -> JSONValue {
        guard arguments.count == 1, case .text(let text) = arguments[0].source, arguments[0].name.isSpelt("params")
        else {
            let found = "a URL gives them as one JSON object, in params={…}"
            throw ParameterFault.payload(expected: expected, found: found)
        }
        return try JSONReader.read(text, limits: limits)
    }
}

/// One value with its name, from any source.
struct Argument: Sendable {
    enum Source: Sendable {
        case text(String)
        case json(JSONValue)
        case null
        /// Of a local caller.
        case object(any Sendable)
    }

    let name: String
    let source: Source

    static func list(_ items: [RoutedURL.Item]) -> [Argument] {
        items.map { Argument(name: $0.name, source: .text($0.text)) }
    }

    static func list(_ objects: [String: any Sendable]) -> [Argument] {
        objects.map { Argument(name: $0, source: .object($1)) }
    }

    static func list(_ object: JSONObject) -> [Argument] {
        object.entries.map { Argument(name: $0, source: .json($1)) }
            + object.nulls.map { Argument(name: $0, source: .null) }
    }

    fileprivate var isObject: Bool {
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

extension [Argument] {
    /// Throws when the caller gave an argument twice, or one for which there is no parameter.
    func check(declared: [String]) throws {
        // A query has each name once, but the path, or the values beside the URL, may have the same name.
        var seen: [Name: Argument] = [:]
        for argument in self {
            guard let other = seen.updateValue(argument, forKey: Name(argument.name)) else { continue }
            let isBeside = argument.isObject || other.isObject
            throw isBeside ? ParameterFault.twice(argument.name) : .inPathAndQuery(argument.name)
        }
        let strangers = map(\.name).filter { !declared.contains(spelt: $0) }.sorted()
        if !strangers.isEmpty { throw ParameterFault.superfluous(strangers, declared: declared) }
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
