// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// The name of an action's or a route's parameter; its type is the one in the closure.
///
/// Write it as a literal: `action("quote", "sku", "quantity") { (sku: String, quantity: Int) in … }`. The caller may
/// leave out a parameter that is optional or has a default.
public struct Parameter<Value: Sendable>: Sendable, ExpressibleByStringLiteral {
    let form: ParameterForm

    /// The name.
    public var name: String { form.name }

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
        form = ParameterForm(
            name: name,
            absent: absent.map { AbsentValue($0) },
            remote: Value.self as? any RemoteParameter.Type,
            isJSON: Value.self is any RemoteJSON.Type || Value.self is any OptionalRemoteJSON.Type
        )
    }

    var description: ParameterDescription {
        ParameterDescription(
            name: name,
            type: ParameterForm.typeName(Value.self),
            isRequired: form.absent == nil,
            canBeRemote: form.remote != nil
        )
    }
}

/// What stands for a parameter that the caller leaves out.
final class AbsentValue<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

/// A parameter whose type is erased.
///
/// A call knows the types anyway; to look up a generic type for each parameter would take longer than to read the
/// argument.
struct ParameterForm: Sendable {
    let name: String
    /// An ``AbsentValue`` of the parameter's type; nil when the parameter has to be there.
    let absent: (any AnyObject & Sendable)?
    /// How the value is read when it comes from outside; nil when it cannot.
    let remote: (any RemoteParameter.Type)?
    /// Whether the type is read from JSON, also where a text is given: within the limits that count for the URL.
    let isJSON: Bool

    /// A type as a person writes it: `Bool?`.
    static func typeName<Value>(_ type: Value.Type) -> String {
        let name = "\(type)"
        return name.begins(with: "Optional<") ? name.dropFirst("Optional<".count).dropLast() + "?" : name
    }

    func read<Value>(_ text: String, as type: Value.Type, _ limits: URLLimits?) throws -> Value {
        guard let remote else {
            let found = "a text, which this type is not read from"
            throw ParameterFault.mistyped(name, expected: Self.typeName(type), found: found)
        }
        guard isJSON else {
            return try read(remote, kind: remote.remoteKind, shown: text.shown) { try $0.init(remoteText: text) }
        }
        do {
            let json = try JSONReader.read(text, limits: JSONReader.Limits(limits ?? URLLimits()))
            return try read(json, as: type)
        } catch let error as HiveError {
            if error.code == .limitExceeded { throw ParameterFault.tooLarge(error.message) }
            let expected = "\(Self.typeName(type)) (\(remote.remoteKind))"
            throw ParameterFault.mistyped(name, expected: expected, found: error.details)
        }
    }

    func read<Value>(_ json: JSONValue, as type: Value.Type) throws -> Value {
        func mistyped(_ found: String) -> ParameterFault {
            .mistyped(name, expected: Self.typeName(type), found: found)
        }
        do {
            if let remote {
                if !json.nulls.isEmpty {
                    // A type of the application cannot see which keys were null, so they are checked first.
                    guard isJSON, let decodable = type as? any Decodable.Type else {
                        throw mistyped("an object with null")
                    }
                    _ = try json.decoded(as: decodable)
                }
                let shown = json.value.shown
                return try read(remote, kind: remote.remoteKind, shown: shown) { try $0.init(remoteValue: json.value) }
            }
            guard let decodable = type as? any Decodable.Type else { throw mistyped(json.value.shown) }
            if let result = try json.decoded(as: decodable) as? Value { return result }
        } catch let error as HiveError {
            throw mistyped(error.details)
        }
        throw mistyped(json.value.shown)
    }

    private func read<Value>(
        _ type: any RemoteParameter.Type,
        kind: @autoclosure () -> String,
        shown: @autoclosure () -> String,
        _ make: (any RemoteParameter.Type) throws -> any RemoteParameter
    ) throws -> Value {
        func mistyped(_ found: String) -> ParameterFault {
            .mistyped(name, expected: "\(Self.typeName(Value.self)) (\(kind()))", found: found)
        }
        do {
            // The type is `Value` itself, seen as a remote parameter.
            if let value = try make(type) as? Value { return value }
        } catch let error as HiveError {
            throw mistyped(error.details)
        } catch is UnfitValue {
        } catch {
            throw mistyped("\(shown()): \(error)")
        }
        throw mistyped(shown())
    }
}

/// What is wrong with one parameter of a call; the caller of this adds which call it was.
enum ParameterFault: Error {
    case missing(String, expected: String)
    case mistyped(String, expected: String, found: String)
    case superfluous([String], declared: [String])
    case twice(String)
    case inPathAndQuery(String)
    case payload(expected: String, found: String)
    case tooLarge(String)

    /// The error's code.
    var code: HiveError.Code {
        if case .tooLarge = self { return .limitExceeded }
        return .parameterMismatch
    }

    func message(showsValues: Bool) -> String {
        switch self {
        case .missing(let name, let expected): "the parameter \(name.shown) (\(expected)) is missing"
        case .mistyped(let name, let expected, let found):
            "the parameter \(name.shown) has to be \(expected), and is \(showsValues ? found : "none")"
        case .superfluous(let names, let declared):
            "it takes \(declared.isEmpty ? "no parameters" : declared.joined(separator: ", ")), and not "
                + names.map(\.shown).joined(separator: ", ")
        case .inPathAndQuery(let name): "the parameter \(name.shown) is in the URL's path, and in its query as well"
        case .twice(let name): "the parameter \(name.shown) is given in the URL and beside it"
        case .tooLarge(let reason): "its parameters are larger than allowed: \(reason)"
        case .payload(let expected, let found):
            "its parameters have to be \(expected)\(showsValues ? ": \(found)" : ", and are none")"
        }
    }
}

extension HiveError {
    /// What went wrong, and each problem, on one line.
    var details: String { ([message] + problems.map(\.message)).joined(separator: " ") }
}
