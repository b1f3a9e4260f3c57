// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A dictionary as a type's initializer sees it.
struct ConfigurationKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: ConfigurationNode
    let entries: [String: ConfigurationValue]
    let owner: any Any.Type

    var codingPath: [any CodingKey] { node.path.components.map(ConfigurationCodingKey.init) }

    /// The keys that the type can express, sorted; they all count as known.
    var allKeys: [Key] {
        entries.keys.sorted().filter { !node.isRemoved(.key($0)) }.compactMap { name in
            // A key type compares names as Swift does, and takes equivalent spellings for its own.
            guard let key = Key(stringValue: name), key.stringValue.isSpelt(name) else { return nil }
            node.ask(for: name)
            return key
        }
    }

    func contains(_ key: Key) -> Bool {
        node.ask(for: key.stringValue)
        if node.record.survey?.isThorough == true { return true }
        return entries.value(spelt: key.stringValue) != nil && !node.isRemoved(.key(key.stringValue))
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        try child(key, expectation: "a value").isAbsent && node.record.survey?.isThorough != true
    }

    /// Decodes a value that may be absent; a survey looks into it all the same, unless it is inside such a value
    /// already.
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        if let survey = node.record.survey, survey.isThorough {
            node.ask(for: key.stringValue)
            return survey.isInside(type) ? nil : try? decode(type, forKey: key)
        }
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(type, forKey: key)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try child(key, expectation: Self.expectation(of: type)).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder(key, expectation: "a dictionary").container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key, expectation: "an array").unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try decoder(named: "super", expectation: "a dictionary") { ConfigurationCodingKey(stringValue: "super") }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try decoder(key, expectation: "a dictionary")
    }

    private func decoder(_ key: Key, expectation: String) throws -> ConfigurationNodeDecoder {
        try decoder(named: key.stringValue, expectation: expectation) { key }
    }

    private func decoder(
        named name: String,
        expectation: String,
        key: () -> any CodingKey
    ) throws -> ConfigurationNodeDecoder {
        try ConfigurationNodeDecoder(node: child(named: name, expectation: expectation, key: key), owner: owner)
    }

    private func child(_ key: Key, expectation: @autoclosure () -> String) throws -> ConfigurationNode {
        try child(named: key.stringValue, expectation: expectation()) { key }
    }

    private func child(
        named name: String,
        expectation: @autoclosure () -> String,
        key: () -> any CodingKey
    ) throws -> ConfigurationNode {
        node.ask(for: name)
        if node.isAbsent || node.isReplaced(.key(name)) { return node.absentChild(.key(name)) }
        if let value = entries.value(spelt: name), !node.isRemoved(.key(name)) {
            return node.child(.key(name), value: value)
        }
        if node.record.survey?.makesUp == true { return node.absentChild(.key(name)) }
        var message = "is missing; \(owner) needs \(expectation()) here"
        var remedy = "Add it."
        let misspelling = node.misspelling(of: name)
        if let misspelling {
            message += "; is \(misspelling.quoted) a misspelling of it?"
            remedy = "Add it, or correct \(misspelling.quoted)."
            node.noteMisspelling(misspelling)
        }
        throw DecodingError.keyNotFound(
            key(),
            node.context(
                message,
                remedy: remedy,
                at: .key(name),
                isOmitted: misspelling == nil,
                isPredicate: true
            )
        )
    }

    private static func expectation(of type: any Any.Type) -> String {
        switch type {
        case let secret as any ConfigurationSecret.Type: expectation(of: secret.valueType)
        case let scalar as any ConfigurationScalar.Type: scalar.expectation
        case is any ExpressibleByDictionaryLiteral.Type: "a dictionary"
        case is any ExpressibleByArrayLiteral.Type: "an array"
        default: "a value of type \(type)"
        }
    }
}
