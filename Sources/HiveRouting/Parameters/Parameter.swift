// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// The name of an action's or a route's parameter; its type is the one in the closure.
///
/// A text literal will do: `action("quote", "sku", "quantity") { (sku: String, quantity: Int) in … }`. A parameter that
/// is optional, or has a default, may be left out by the caller.
public struct Parameter<Value: Sendable>: Sendable, ExpressibleByStringLiteral {
    /// The name.
    public let name: String
    /// What stands for a parameter that the caller leaves out; nil when it has to be there.
    let absent: Value?
    /// How the value is read when it comes from outside; nil when it cannot.
    let remote: (any RemoteParameter.Type)?

    /// A parameter that has to be there, unless its type is optional.
    public init(_ name: String) {
        let nothing: Any? = nil
        self.init(name: name, absent: nothing as? Value)
    }

    /// A parameter with a value for callers who leave it out.
    public init(_ name: String, default value: Value) {
        self.init(name: name, absent: value)
    }

    /// A parameter that has to be there, unless its type is optional.
    public init(stringLiteral name: String) { self.init(name) }

    private init(name: String, absent: Value?) {
        self.name = name
        self.absent = absent
        remote = Value.self as? any RemoteParameter.Type
    }

    var description: ParameterDescription {
        ParameterDescription(
            name: name,
            type: Self.typeName,
            isRequired: absent == nil,
            canBeRemote: remote != nil
        )
    }

    /// What errors call the type.
    var expected: String { Self.typeName }

    /// The type as a person writes it: `Bool?`.
    private static var typeName: String {
        let name = "\(Value.self)"
        return name.hasPrefix("Optional<") ? name.dropFirst("Optional<".count).dropLast() + "?" : name
    }

    func read(_ text: String) throws -> Value {
        guard let remote else {
            throw ParameterFault.mistyped(name, expected: expected, found: "a text, which this type is not read from")
        }
        return try read(remote, kind: remote.remoteKind, shown: text.shown) { try $0.init(remoteText: text) }
    }

    func read(_ value: ConfigurationValue) throws -> Value {
        if let remote {
            return try read(remote, kind: remote.remoteKind, shown: value.shown) { try $0.init(remoteValue: value) }
        }
        guard let decodable = Value.self as? any Decodable.Type else {
            throw ParameterFault.mistyped(name, expected: expected, found: value.shown)
        }
        do {
            if let result = try value.decoded(as: decodable) as? Value { return result }
        } catch let error as HiveError {
            throw ParameterFault.mistyped(name, expected: expected, found: error.details)
        }
        throw ParameterFault.mistyped(name, expected: expected, found: value.shown)
    }

    private func read(
        _ type: any RemoteParameter.Type,
        kind: @autoclosure () -> String,
        shown: @autoclosure () -> String,
        _ make: (any RemoteParameter.Type) throws -> any RemoteParameter
    ) throws -> Value {
        do {
            // The type is `Value` itself, seen as a remote parameter.
            if let value = try make(type) as? Value { return value }
        } catch let error as HiveError {
            throw ParameterFault.mistyped(name, expected: "\(expected) (\(kind()))", found: error.details)
        } catch is UnfitValue {
        } catch {
            throw ParameterFault.mistyped(name, expected: "\(expected) (\(kind()))", found: "\(shown()): \(error)")
        }
        throw ParameterFault.mistyped(name, expected: "\(expected) (\(kind()))", found: shown())
    }
}

/// What is wrong with one parameter of a call; whoever performs the call says which call it was.
enum ParameterFault: Error {
    case missing(String, expected: String)
    case mistyped(String, expected: String, found: String)
    case superfluous([String], declared: [String])
    case twice(String)
    case inPathAndQuery(String)
    case payload(expected: String, found: String)

    var message: String {
        switch self {
        case .missing(let name, let expected): "the parameter \(name.shown) (\(expected)) is missing"
        case .mistyped(let name, let expected, let found):
            "the parameter \(name.shown) has to be \(expected), and is \(found)"
        case .superfluous(let names, let declared):
            "it takes \(declared.isEmpty ? "no parameters" : declared.joined(separator: ", ")), and not "
                + names.map(\.shown).joined(separator: ", ")
        case .inPathAndQuery(let name): "the parameter \(name.shown) is in the URL's path, and in its query as well"
        case .twice(let name): "the parameter \(name.shown) is given in the URL and beside it"
        case .payload(let expected, let found): "its parameters have to be \(expected): \(found)"
        }
    }
}

extension HiveError {
    /// What went wrong, and each problem, on one line.
    var details: String { ([message] + problems.map(\.message)).joined(separator: " ") }
}
