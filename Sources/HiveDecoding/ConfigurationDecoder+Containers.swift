// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a type's initializer sees of a node.
struct ConfigurationNodeDecoder: Decoder, SingleValueDecodingContainer {
    let node: ConfigurationNode
    /// The type that is being decoded, for messages.
    let owner: any Any.Type

    var codingPath: [any CodingKey] { node.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { ConfigurationRecord.key.map { [$0: node.record] } ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard node.entries != nil else { throw node.mismatch(owner, expected: "a dictionary") }
        node.record.visits[node.path, default: .init()].open(type)
        return KeyedDecodingContainer(ConfigurationKeyedContainer(node: node, owner: owner))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch node.value {
        case .array(let elements): return ConfigurationUnkeyedContainer(node, elements)
        case .data(let bytes) where (owner as? any StandardCollection.Type)?.isMadeOfBytes ?? true:
            node.record.note(value: node.path)
            return ConfigurationUnkeyedContainer(node, bytes.map { .integer(Int($0)) })
        default:
            if let elements = node.textElements { return ConfigurationUnkeyedContainer(node, elements) }
            throw node.mismatch(owner, expected: "an array")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// No tree holds a null.
    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // Foundation's Date asks for a number; it gets a date's seconds, and nothing else gets them.
        if type == Double.self, ConfigurationDate.stands(for: owner),
            let seconds = try node.scalar(ConfigurationDate.self).seconds as? T
        {
            return seconds
        }
        return try node.decode(type)
    }
}

/// A dictionary as a type's initializer sees it.
struct ConfigurationKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: ConfigurationNode
    let owner: any Any.Type

    var codingPath: [any CodingKey] { node.codingPath }

    /// The keys that the type can express, sorted; they all count as known.
    var allKeys: [Key] {
        (node.entries ?? [:]).keys.sorted().compactMap { name in
            // A key type compares names as Swift does, and takes equivalent spellings for its own.
            guard let key = Key(stringValue: name), key.stringValue.isSpelt(name), contains(key) else { return nil }
            return key
        }
    }

    func contains(_ key: Key) -> Bool { node.child(named: key.stringValue) != nil }

    /// No tree holds a null.
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try node.child(named: key.stringValue, opens: true)?.decodeIfMeant(type)
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let opens = !(type is any ConfigurationScalar.Type)
        return try child(key, expectation: Self.expectation(of: type), opens: opens).decode(type)
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
        try decoder(ConfigurationCodingKey(stringValue: "super"), expectation: "a dictionary")
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key, expectation: "a dictionary") }

    private func decoder(_ key: any CodingKey, expectation: String) throws -> ConfigurationNodeDecoder {
        try ConfigurationNodeDecoder(node: child(key, expectation: expectation, opens: true), owner: owner)
    }

    private func child(
        _ key: any CodingKey,
        expectation: @autoclosure () -> String,
        opens: Bool
    ) throws -> ConfigurationNode {
        let name = key.stringValue
        if let child = node.child(named: name, opens: opens) { return child }
        var message = "is missing; \(owner) needs \(expectation()) here"
        var remedy = "Add it."
        let misspelling = node.misspelling(of: name)
        if let misspelling {
            message += "; is \(misspelling.quoted) a misspelling of it?"
            remedy = "Add it, or correct \(misspelling.quoted)."
        }
        let problem = ConfigurationDecodingError.Problem(
            path: node.path.appending(key: name),
            message: message,
            remedy: remedy,
            isOmitted: misspelling == nil,
            isPredicate: true
        )
        throw DecodingError.keyNotFound(key, node.context(problem))
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

/// An array, or data as an array of bytes, as a type's initializer sees it.
struct ConfigurationUnkeyedContainer: UnkeyedDecodingContainer {
    private let node: ConfigurationNode
    private let values: [ConfigurationValue]
    /// The places of the elements that count.
    private let places: [Int]
    private(set) var currentIndex = 0

    init(_ node: ConfigurationNode, _ values: [ConfigurationValue]) {
        (self.node, self.values) = (node, values)
        places = node.places(in: values)
    }

    var codingPath: [any CodingKey] { node.codingPath }
    var count: Int? { places.count }
    var isAtEnd: Bool { currentIndex == places.count }

    func decodeNil() throws -> Bool {
        _ = try element()
        return false
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try advance { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try advance { try ConfigurationNodeDecoder(node: $0, owner: type).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try advance { try ConfigurationNodeDecoder(node: $0, owner: [ConfigurationValue].self).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try advance { ConfigurationNodeDecoder(node: $0, owner: [ConfigurationValue].self) }
    }

    /// Reads the current element and, if that works, goes on to the next.
    private mutating func advance<Result>(_ read: (ConfigurationNode) throws -> Result) throws -> Result {
        let result = try read(element())
        currentIndex += 1
        return result
    }

    private func element() throws -> ConfigurationNode {
        if !isAtEnd, let element = node.child(at: places[currentIndex], in: values) { return element }
        let message = "has only \(currentIndex.counted("element"))"
        let context = node.context(message, remedy: "Add what is missing.", isPredicate: true)
        throw DecodingError.valueNotFound(Any.self, context)
    }
}

/// A standard collection, which decodes whatever elements there are.
protocol StandardCollection {
    /// Whether data will do; it would pass for an array of any numbers, and empty data for an array of anything.
    static var isMadeOfBytes: Bool { get }
    /// The type of the elements of a list; nil of a dictionary.
    static var elementType: (any Any.Type)? { get }
    /// The type of the values of a dictionary by text; nil of anything else.
    static var valueType: (any Any.Type)? { get }
}

extension StandardCollection where Self: Sequence {
    static var isMadeOfBytes: Bool { Element.self == UInt8.self }
    static var elementType: (any Any.Type)? { Element.self }
    static var valueType: (any Any.Type)? { nil }
}

extension Array: StandardCollection {}
extension ContiguousArray: StandardCollection {}

extension Set: StandardCollection {
    // Bytes have an order.
    static var isMadeOfBytes: Bool { false }
}

extension Dictionary: StandardCollection {
    static var elementType: (any Any.Type)? { nil }
    static var valueType: (any Any.Type)? { Key.self == String.self ? Value.self : nil }
}
