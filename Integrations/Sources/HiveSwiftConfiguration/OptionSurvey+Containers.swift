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

/// A list of one element, which says what the others would be; a type may read on until there is none.
struct SurveyList: UnkeyedDecodingContainer {
    /// Where the element is.
    let element: SurveyDecoder
    var codingPath: [any CodingKey] { element.codingPath }
    var count: Int? { nil }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(_ element: SurveyDecoder) { self.element = element }

    mutating func decodeNil() throws -> Bool {
        if isAtEnd { throw End() }
        return false
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> SurveyDecoder {
        if isAtEnd { throw End() }
        currentIndex += 1
        return element
    }

    /// There is no further element.
    private struct End: Error {}
}

struct SurveyValue: SingleValueDecodingContainer {
    let decoder: SurveyDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
}
