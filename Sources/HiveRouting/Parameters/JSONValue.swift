// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A JSON value: a tree, and what the tree cannot hold: the keys that were given as null, and where a local caller gave
/// secrets.
///
/// A key whose value is null counts as absent; but an unknown key is an error, even if its value is null. No error
/// shows a secret (C54).
struct JSONValue: Sendable {
    let value: ConfigurationValue
    private(set) var nulls = NullKeys()
    private(set) var secrets: [ConfigurationKeyPath] = []

    init(_ value: ConfigurationValue) { self.value = value }

    init(elements: [JSONValue]) {
        value = .array(elements.map(\.value))
        for (index, element) in elements.enumerated() { hold(element, at: .index(index)) }
    }

    /// An object of parts by their names; what a local caller gave is encoded.
    init(parts: [Argument], depth: Int = 0) throws {
        var entries: [String: JSONValue] = [:]
        for part in parts {
            if let entry = try part.json(depth) { entries[part.name] = entry } else { nulls.names.append(part.name) }
        }
        value = .dictionary(entries.mapValues(\.value))
        for (name, entry) in entries { hold(entry, at: .key(name)) }
    }

    /// Takes over what the tree cannot hold of a value inside it.
    private mutating func hold(_ inner: JSONValue, at place: ConfigurationKeyPath.Component) {
        if !inner.nulls.isEmpty { nulls.inside[place] = inner.nulls }
        secrets += inner.secrets.map { ConfigurationKeyPath([place]).appending($0) }
    }

    /// The parts of an object; nil for anything else.
    var parts: [Argument]? {
        guard case .dictionary(let entries) = value else { return nil }
        // A part of a secret is one.
        let secrets = Dictionary(grouping: secrets) { $0.components.first }
        let given = entries.map { name, value in
            var part = JSONValue(value)
            part.nulls = nulls.inside[.key(name)] ?? NullKeys()
            part.secrets = ((secrets[.key(name)] ?? []) + (secrets[nil] ?? [])).map {
                ConfigurationKeyPath(Array($0.components.dropFirst()))
            }
            return Argument(name: name, source: .json(part))
        }
        return given + nulls.names.map { Argument(name: $0, source: .null) }
    }

    /// Decodes a type from the value, and leaves nothing unread.
    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try value.decoded(as: type, nulls: nulls, secrets: secrets)
    }
}

// MARK: What local callers give

extension JSONValue {
    /// The tree of an encodable value.
    init(encoding value: any Encodable) throws {
        let encoded: (tree: ConfigurationValue?, secrets: [ConfigurationKeyPath])
        do { encoded = try ConfigurationValue.encoding(value) } catch {
            throw Self.unfit((error as? HiveError)?.message ?? "\(error)")
        }
        guard let tree = encoded.tree else { throw Self.unfit("\(type(of: value)) encodes nothing") }
        self.init(tree)
        secrets = encoded.secrets
    }

    fileprivate init(object: any Sendable, depth: Int) throws {
        if depth > 64 { throw ParameterFault.payload(expected: "a tree", found: "it is nested too deeply") }
        switch object {
        case let value as ConfigurationValue: self.init(value)
        case let value as any Encodable: try self.init(encoding: value)
        case let objects as [String: any Sendable]:
            try self.init(parts: Argument.list(objects), depth: depth + 1)
        case let objects as [any Sendable]:
            self.init(elements: try objects.map { try JSONValue(object: $0, depth: depth + 1) })
        default: throw Self.unfit("\(type(of: object)) cannot be encoded")
        }
    }

    private static func unfit(_ found: String) -> ParameterFault {
        .payload(expected: "something that can be encoded", found: found)
    }
}

extension Argument {
    /// The value as JSON; nil for null.
    fileprivate func json(_ depth: Int) throws -> JSONValue? {
        switch source {
        case .text(let text): JSONValue(.string(text))
        case .json(let json): json
        case .null: nil
        case .object(let object): try JSONValue(object: object, depth: depth)
        }
    }
}
