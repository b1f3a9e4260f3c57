// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// The name of an action's or a route's parameter; its type is the one in the closure.
///
/// Write it as a literal: `action("quote", "sku", "quantity") { (sku: String, quantity: Int) in … }`. The caller may
/// leave out a parameter that is optional or has a default.
public struct Parameter<Value: Sendable>: Sendable, ExpressibleByStringLiteral {
    /// The name.
    public let name: String
    /// What stands for it when the caller leaves it out; nil when it has to be there.
    private let absent: Value?
    /// How the value is read when it comes from outside; nil when it cannot.
    private let remote = Value.self as? any RemoteParameter.Type

    /// A parameter that has to be there, unless its type is optional.
    public init(_ name: String) { (self.name, absent) = (name, Any?.none as? Value) }

    /// A parameter with a value for callers who leave it out.
    public init(_ name: String, default value: Value) { (self.name, absent) = (name, value) }

    /// A parameter that has to be there, unless its type is optional.
    public init(stringLiteral name: String) { self.init(name) }

    var description: ParameterDescription {
        ParameterDescription(name: name, type: typeName, isRequired: absent == nil, canBeRemote: remote != nil)
    }

    /// The type as a person writes it: `Bool?`.
    private var typeName: String {
        let name = "\(Value.self)"
        return name.begins(with: "Optional<") ? name.dropFirst("Optional<".count).dropLast() + "?" : name
    }

    /// The value among the arguments of a call.
    ///
    /// - Complexity: O(arguments).
    func value(in arguments: [Argument], _ limits: URLLimits?) throws -> Value {
        switch arguments[name] {
        case nil, .null:
            if let absent { return absent }
            throw ParameterFault(message: "the parameter \(name.shown) (\(typeName)) is missing")
        case .object(let object):
            guard let value = object as? Value else { throw mistyped("\(type(of: object))") }
            return value
        case .json(let json):
            if json.secrets.isEmpty { return try read(json) }
            // What is found there, and what a type says of it, may tell of the secret (C54).
            guard let value = try? read(json) else { throw mistyped(hiddenText) }
            return value
        case .text(let text):
            return try read(text, limits)
        }
    }

    /// Whether the type is read from JSON, also where a text is given: within the limits that count for the URL.
    private var isJSON: Bool { Value.self is any RemoteJSON.Type || Value.self is any OptionalRemoteJSON.Type }

    private func mistyped(_ found: String, _ kind: String = "") -> ParameterFault {
        let text = "the parameter \(name.shown) has to be \(typeName)\(kind), and is "
        return ParameterFault(message: text + found, withoutValue: text + "none")
    }

    private func read(_ text: String, _ limits: URLLimits?) throws -> Value {
        guard let remote else { throw mistyped("a text, which this type is not read from") }
        guard isJSON else { return try made(from: text.shown) { try remote.init(remoteText: text) } }
        let json: JSONValue
        do { json = try JSONReader.read(text, limits: limits ?? URLLimits()) } catch let error as HiveError {
            throw error.code == .limitExceeded ? .tooLarge(error.message) : mistyped(error.details, kind)
        }
        return try read(json)
    }

    private func read(_ json: JSONValue) throws -> Value {
        // A type of the application cannot see which keys were null, so they are checked first.
        let hasNulls = !json.nulls.isEmpty
        if hasNulls, remote != nil, !isJSON { throw mistyped("an object with null") }
        return try made(from: json.value.summary) {
            guard let remote else { return try decoded(json) }
            if hasNulls { _ = try decoded(json) }
            return try remote.init(remoteValue: json.value)
        }
    }

    private func decoded(_ json: JSONValue) throws -> Any {
        guard let type = Value.self as? any Decodable.Type else { throw UnfitValue() }
        return try json.decoded(as: type)
    }

    /// What errors call such a value: a text of the application, which is only asked for when something is wrong.
    private var kind: String { remote.map { " (\($0.remoteKind))" } ?? "" }

    /// What is made of a value from outside: by `Value` itself, seen as another type.
    private func made(from shown: @autoclosure () -> String, _ make: () throws -> Any) throws -> Value {
        do {
            if let value = try make() as? Value { return value }
        } catch let error as HiveError {
            throw mistyped(error.details, kind)
        } catch is UnfitValue {
        } catch {
            throw mistyped("\(shown()): \(error)", kind)
        }
        throw mistyped(shown(), kind)
    }
}

/// What is wrong with the parameters of a call; the caller of this adds which call it was.
struct ParameterFault: Error {
    var code = HiveErrorCode.parameterMismatch
    let message: String
    /// The message without the value that was given, where it has one.
    var withoutValue: String?

    static func payload(expected: String, found: String) -> ParameterFault {
        let text = "its parameters have to be \(expected)"
        return ParameterFault(message: "\(text): \(found)", withoutValue: "\(text), and are none")
    }

    static func tooLarge(_ reason: String) -> ParameterFault {
        ParameterFault(code: .limitExceeded, message: "its parameters are larger than allowed: \(reason)")
    }
}

extension HiveError {
    /// What went wrong, and each problem, on one line.
    var details: String { ([message] + problems.map(\.message)).joined(separator: " ") }
}
