// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// What a caller gave for the parameters of an action or a route.
enum Arguments: Sendable {
    /// Any values, of a local call.
    case objects([String: any Sendable])
    /// One value that holds all of them, of a local call.
    case value(any Encodable & Sendable)
    /// JSON.
    case tree([String: ConfigurationValue])
    /// Texts from a URL, and in a local call values beside it.
    case url([RoutedURL.Item], objects: [String: any Sendable])

    /// The values by name, as an interceptor or a fallback sees them.
    var dictionary: [String: any Sendable] {
        switch self {
        case .objects(let objects): objects
        case .value(let value): ["": value]
        case .tree(let tree): tree
        case .url(let items, let objects):
            Dictionary(items.map { ($0.name, $0.text as any Sendable) }) { first, _ in first }
                .merging(objects) { first, _ in first }
        }
    }
}

/// Hands out the arguments of one call, each as the type that its parameter declares.
struct ArgumentReader {
    private let arguments: Arguments
    private let forms: [ParameterForm]
    /// How many parameters were asked for.
    private var asked = 0
    /// How many arguments were handed out.
    private var count = 0

    /// Begins to hand out the arguments for parameters, in their order.
    init(_ arguments: Arguments, _ forms: [ParameterForm]) throws {
        self.forms = forms
        if case .value(let value) = arguments {
            self.arguments = .tree(try ArgumentEncoder.dictionary(value))
        } else {
            self.arguments = arguments
        }
        if forms.isEmpty { try finish() }
    }

    /// Hands out the next argument, and with the last one sees to it that none is left.
    ///
    /// The type is that of the parameter whose turn it is.
    mutating func next<Value: Sendable>(_ type: Value.Type) throws -> Value {
        let value = try find(forms[asked], type)
        asked += 1
        if asked == forms.count { try finish() }
        return value
    }

    private mutating func find<Value: Sendable>(_ form: ParameterForm, _ type: Value.Type) throws -> Value {
        switch arguments {
        case .objects(let objects):
            guard let object = objects[form.name] else { return try absent(form) }
            return try cast(object, form)
        case .tree(let tree):
            guard let value = tree[form.name] else { return try absent(form) }
            count += 1
            return try form.read(value, as: type)
        case .url(let items, let objects):
            let item = items.first { $0.name == form.name }
            guard let object = objects[form.name] else {
                guard let item else { return try absent(form) }
                count += 1
                return try form.read(item.text, as: type)
            }
            if item != nil { throw ParameterFault.twice(form.name) }
            return try cast(object, form)
        case .value:
            throw ParameterFault.payload(expected: "named", found: "they are not")
        }
    }

    private mutating func cast<Value>(_ object: any Sendable, _ form: ParameterForm) throws -> Value {
        guard let value = object as? Value else {
            let expected = ParameterForm.typeName(Value.self)
            throw ParameterFault.mistyped(form.name, expected: expected, found: "\(type(of: object))")
        }
        count += 1
        return value
    }

    private func absent<Value: Sendable>(_ form: ParameterForm) throws -> Value {
        if let absent = form.absent as? AbsentValue<Value> { return absent.value }
        throw ParameterFault.missing(form.name, expected: ParameterForm.typeName(Value.self))
    }

    /// Throws when the caller gave something that was not handed out.
    private func finish() throws {
        let names: [String]
        switch arguments {
        case .objects(let objects):
            if objects.count == count { return }
            names = Array(objects.keys)
        case .tree(let tree):
            if tree.count == count { return }
            names = Array(tree.keys)
        case .url(let items, let objects):
            if items.count + objects.count == count { return }
            // No name is in a query twice; the path may have one too.
            var seen: Set<String> = []
            if let item = items.first(where: { !seen.insert($0.name).inserted }) {
                throw ParameterFault.inPathAndQuery(item.name)
            }
            names = items.map(\.name) + objects.keys
        case .value:
            return
        }
        let declared = forms.map(\.name)
        throw ParameterFault.superfluous(names.filter { !declared.contains($0) }.sorted(), declared: declared)
    }
}

extension Arguments {
    /// All arguments as one value.
    func decode<Payload: Decodable & Sendable>(as type: Payload.Type) throws -> Payload {
        do {
            switch self {
            case .value(let value):
                if let payload = value as? Payload { return payload }
                return try ConfigurationValue.dictionary(ArgumentEncoder.dictionary(value)).decoded()
            case .objects(let objects):
                return try ArgumentEncoder.tree(of: objects).decoded()
            case .tree(let tree):
                return try ConfigurationValue.dictionary(tree).decoded()
            case .url(let items, let objects):
                guard items.count == 1, items[0].name == "params", objects.isEmpty else {
                    let found = "a URL gives them as one JSON object, in params={…}"
                    throw ParameterFault.payload(expected: "\(Payload.self)", found: found)
                }
                return try JSONReader.read(items[0].text).decoded()
            }
        } catch let error as HiveError {
            throw ParameterFault.payload(expected: "\(Payload.self)", found: error.details)
        }
    }
}
