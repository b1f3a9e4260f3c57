// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a type's initializer sees of a node.
struct ConfigurationNodeDecoder: Decoder {
    let node: ConfigurationNode
    /// The type that is being decoded, for messages.
    let owner: any Any.Type

    var codingPath: [any CodingKey] { node.path.components.map(ConfigurationCodingKey.init) }
    var userInfo: [CodingUserInfoKey: Any] { ConfigurationRecord.key.map { [$0: node.record] } ?? [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .dictionary(let entries) = node.value else {
            throw node.mismatch(owner, expected: "a dictionary")
        }
        node.isOpened { name in Key(stringValue: name)?.stringValue.isSpelt(name) ?? false }
        return KeyedDecodingContainer(ConfigurationKeyedContainer(node: node, entries: entries, owner: owner))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        if node.record.survey?.makesUp == true { (owner as? any DecodableByElement.Type)?.surveyElement(of: node) }
        if node.isAbsent { return ConfigurationUnkeyedContainer(node: node, elements: .values([])) }
        switch node.value {
        case .array(let elements): return ConfigurationUnkeyedContainer(node: node, elements: .values(elements))
        case .data(let bytes) where (owner as? any DecodableByElement.Type)?.isMadeOfBytes ?? true:
            node.record.note(value: node.path)
            return ConfigurationUnkeyedContainer(node: node, elements: .bytes(bytes))
        default: throw node.mismatch(owner, expected: "an array")
        }
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ConfigurationNodeDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.isAbsent && node.record.survey?.isThorough != true }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        // Foundation's Date asks for a number; it gets a date's seconds, and nothing else gets them.
        if type == Double.self, isFoundationDate(owner) {
            node.record.survey?.note(.date, at: node.path)
            if node.isAbsent, let result = 0.0 as? T { return result }
            node.record.note(value: node.path)
            guard case .date(let seconds) = node.value, let result = seconds as? T else {
                throw node.mismatch(owner, remedy: "Write a date.") { value, isSecret in
                    "expected a date, found \(value.summary(isSecret: isSecret))"
                }
            }
            return result
        }
        return try node.decode(type)
    }
}

/// Whether a type is Foundation's `Date`, which no type here may name.
func isFoundationDate(_ type: any Any.Type) -> Bool {
    ["Foundation.Date", "FoundationEssentials.Date"].contains(String(reflecting: type))
}

/// A standard collection, which decodes whatever elements there are; data would pass for an array of any numbers, and
/// empty data for an array of anything.
private protocol DecodableByElement {
    static var isMadeOfBytes: Bool { get }
    /// Notes what the elements are made of, for a survey; does nothing for what is no list.
    static func surveyElement(of node: ConfigurationNode)
}

extension DecodableByElement {
    fileprivate static func surveyElement(of node: ConfigurationNode) {}
}

extension Array: DecodableByElement where Element: Decodable {
    fileprivate static var isMadeOfBytes: Bool { Element.self == UInt8.self }
    fileprivate static func surveyElement(of node: ConfigurationNode) { node.surveyElement(Element.self) }
}

extension ContiguousArray: DecodableByElement where Element: Decodable {
    fileprivate static var isMadeOfBytes: Bool { Element.self == UInt8.self }
    fileprivate static func surveyElement(of node: ConfigurationNode) { node.surveyElement(Element.self) }
}

extension Set: DecodableByElement where Element: Decodable {
    fileprivate static var isMadeOfBytes: Bool { false }
    fileprivate static func surveyElement(of node: ConfigurationNode) { node.surveyElement(Element.self) }
}

extension Dictionary: DecodableByElement where Key: Decodable, Value: Decodable {
    fileprivate static var isMadeOfBytes: Bool { false }
}
