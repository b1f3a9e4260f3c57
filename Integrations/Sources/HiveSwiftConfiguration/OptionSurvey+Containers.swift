// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The keys of a type, which are all there.
struct SurveyKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SurveyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    /// A dictionary has no keys that could be known.
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.child(key).decode(type)
    }

    /// What is optional may refuse what stands in, and is nil then.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        try? decoder.child(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
        decoder.child(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
        decoder.child(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder.child(SurveyKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) -> any Decoder { decoder.child(key) }
}

/// A list of one element, which says what the others would be.
struct SurveyList: UnkeyedDecodingContainer {
    /// Where the element is.
    let element: SurveyDecoder
    var codingPath: [any CodingKey] { element.codingPath }
    var count: Int? { nil }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(_ element: SurveyDecoder) { self.element = element }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        return try element.decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        currentIndex += 1
        return element.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return element.unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder {
        currentIndex += 1
        return element
    }
}

struct SurveyValue: SingleValueDecodingContainer {
    let decoder: SurveyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
