// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// Returns the arguments of one call one by one, each as the type that its parameter declares.
struct ArgumentReader {
    private let arguments: Arguments
    private let forms: [ParameterForm]
    /// How many parameters were asked for.
    private var asked = 0
    /// How many arguments were returned.
    private var count = 0

    /// Creates a reader of the arguments for parameters, in their order.
    init(_ arguments: Arguments, _ forms: [ParameterForm]) throws {
        self.forms = forms
        if case .value(let value) = arguments {
            self.arguments = .json(try ArgumentEncoder.dictionary(value))
        } else {
            self.arguments = arguments
        }
        if forms.isEmpty { try finish() }
    }

    /// Returns the next argument; after the last one it checks that the caller gave no others.
    ///
    /// The type is that of the next parameter.
    mutating func next<Value: Sendable>(_ type: Value.Type) throws -> Value {
        let value = try find(forms[asked], type)
        asked += 1
        if asked == forms.count { try finish() }
        return value
    }

    private mutating func find<Value: Sendable>(_ form: ParameterForm, _ type: Value.Type) throws -> Value {
        switch arguments {
        case .objects(let objects):
            guard let object = objects.object(spelt: form.name) else { return try absent(form) }
            return try cast(object, form)
        case .given(let arguments, let limits):
            guard let argument = arguments.first(where: { $0.name.isSpelt(form.name) }) else { return try absent(form) }
            switch argument.source {
            case .object(let object): return try cast(object, form)
            case .null:
                count += 1
                return try absent(form)
            case .text(let text):
                count += 1
                return try form.read(text, as: type, limits)
            case .json(let json):
                count += 1
                return try form.read(json, as: type)
            }
        case .read(let values): return try cast(values[asked], form)
        case .value:
            throw ParameterFault.payload(expected: "named", found: "they are not")
        }
    }

    private mutating func cast<Value>(_ object: any Sendable, _ form: ParameterForm) throws -> Value {
        count += 1
        return try taken(object, as: Value.self, otherwise: mistyped(object, form, Value.self))
    }

    private func mistyped<Value>(_ object: any Sendable, _ form: ParameterForm, _: Value.Type) -> ParameterFault {
        .mistyped(form.name, expected: ParameterForm.typeName(Value.self), found: "\(type(of: object))")
    }

    private func absent<Value: Sendable>(_ form: ParameterForm) throws -> Value {
        if let absent = form.absent as? AbsentValue<Value> { return absent.value }
        throw ParameterFault.missing(form.name, expected: ParameterForm.typeName(Value.self))
    }

    /// Throws when the caller gave an argument for which there is no parameter.
    private func finish() throws {
        let names: [String]
        switch arguments {
        case .objects(let objects):
            if objects.count == count { return }
            names = Array(objects.keys)
        case .given(let arguments, _):
            if arguments.count == count { return }
            // A query has each name once, but the path, or the values beside the URL, may have the same name.
            var seen: [Name: Argument] = [:]
            for argument in arguments {
                guard let other = seen.updateValue(argument, forKey: Name(argument.name)) else { continue }
                let isBeside = argument.isObject || other.isObject
                throw isBeside ? ParameterFault.twice(argument.name) : .inPathAndQuery(argument.name)
            }
            names = arguments.map(\.name)
        case .value, .read:
            return
        }
        let declared = forms.map(\.name)
        let strangers = names.filter { !declared.contains(spelt: $0) }.sorted()
        throw ParameterFault.superfluous(strangers, declared: declared)
    }
}

extension [String: any Sendable] {
    /// The object under a name that is spelt exactly so.
    ///
    /// A call has few objects nearly always: to compare the names takes less than to hash one.
    fileprivate func object(spelt name: String) -> (any Sendable)? {
        if count > 8 { return value(spelt: name) }
        for (key, object) in self where key.isSpelt(name) { return object }
        return nil
    }
}
