// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An array, or data as an array of bytes, as a type's initializer sees it.
struct ConfigurationUnkeyedContainer: UnkeyedDecodingContainer {
    enum Elements {
        case values([ConfigurationValue])
        case bytes([UInt8])
    }

    let node: ConfigurationNode
    let elements: Elements
    private(set) var currentIndex = 0

    init(node: ConfigurationNode, elements: Elements) {
        self.node = node
        self.elements = elements
    }

    var codingPath: [any CodingKey] { node.path.components.map(ConfigurationCodingKey.init) }
    var count: Int? { length }
    var isAtEnd: Bool { currentIndex >= length }

    private var length: Int {
        switch elements {
        case .values(let values): values.count
        case .bytes(let bytes): bytes.count
        }
    }

    func decodeNil() throws -> Bool {
        try current().isAbsent
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
        let result = try read(current())
        currentIndex += 1
        return result
    }

    private func current() throws -> ConfigurationNode {
        guard !isAtEnd else {
            let message = "has only \(length.counted("element"))"
            let context = node.context(message, remedy: "Add what is missing.", isPredicate: true)
            throw DecodingError.valueNotFound(Any.self, context)
        }
        if node.isReplaced(.index(currentIndex)) { return node.absentChild(.index(currentIndex)) }
        switch elements {
        case .values(let values): return node.child(.index(currentIndex), value: values[currentIndex])
        case .bytes(let bytes): return node.child(.index(currentIndex), value: .integer(Int(bytes[currentIndex])))
        }
    }
}
