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

    /// The arguments by name, with the limits of their URL.
    func named() throws -> ([Argument], URLLimits?) {
        switch self {
        case .named(let arguments, let limits): return (arguments, limits)
        case .value(let value):
            if let parts = try JSONValue(encoding: value).parts { return (parts, nil) }
            throw ParameterFault.payload(expected: "a value with named parts", found: "\(type(of: value)) has none")
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
            if case .value(let value) = self, let payload = value as? Payload { return payload }
            let (arguments, limits) = try named()
            guard let limits else { return try JSONValue(parts: arguments).decoded() }
            guard arguments.count == 1, case .text(let text) = arguments["params"] else {
                let found = "a URL gives them as one JSON object, in params={…}"
                throw ParameterFault.payload(expected: "\(Payload.self)", found: found)
            }
            return try JSONReader.read(text, limits: limits).decoded()
        } catch let error as HiveError {
            if error.code == .limitExceeded { throw ParameterFault.tooLarge(error.message) }
            throw ParameterFault.payload(expected: "\(Payload.self)", found: error.details)
        }
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
    /// The value of the argument with a name, spelt exactly so.
    subscript(name: String) -> Argument.Source? { first { $0.name.isSpelt(name) }?.source }

    /// The JSON of an argument; nil where there is none, or null.
    func json(_ name: String) -> JSONValue? {
        if case .json(let json) = self[name] { json } else { nil }
    }

    /// Throws when the caller gave an argument twice, or one for which there is no parameter.
    func check(declared: [String]) throws {
        // A query has each name once, but the path, or the values beside the URL, may have the same name.
        var seen: [Name: Argument] = [:]
        for argument in self {
            guard let other = seen.updateValue(argument, forKey: Name(argument.name)) else { continue }
            let isBeside = argument.isObject || other.isObject
            let places = isBeside ? "given in the URL and beside it" : "in the URL's path, and in its query as well"
            throw ParameterFault(message: "the parameter \(argument.name.shown) is \(places)")
        }
        let strangers = map(\.name).filter { !declared.contains(spelt: $0) }.sorted().map(\.shown)
        if strangers.isEmpty { return }
        let takes = declared.isEmpty ? "no parameters" : declared.joined(separator: ", ")
        throw ParameterFault(message: "it takes \(takes), and not \(strangers.joined(separator: ", "))")
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
