// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Encodes a value into a tree from which ``ConfigurationDecoder`` decodes the same value, secrets included, and notes
/// of which types its parts are, those too that are nil.
///
/// Durations become numbers of seconds and Foundation's dates become dates, as property lists have them. What is nil is
/// left out of the tree.
struct ConfigurationEncoder: SecretKeepingEncoder {
    /// Where an encoder leaves what it made; containers fill it one value after the other.
    final class Place {
        enum Content {
            case nothing
            case value(ConfigurationValue)
            case array([Place])
            case dictionary([String: Place])
        }

        var content = Content.nothing
        /// The type of what was encoded here, the innermost of several: of an enumeration that of its raw value.
        fileprivate(set) var type: any Any.Type
        fileprivate(set) var isSecret = false

        init(of type: any Any.Type) { self.type = type }

        /// The finished tree; nil where nothing was encoded.
        var tree: ConfigurationValue? {
            switch content {
            case .nothing: nil
            case .value(let value): value
            case .array(let places): .array(places.compactMap(\.tree))
            case .dictionary(let places): .dictionary(places.compactMapValues(\.tree))
            }
        }
    }

    let place: Place
    let codingPath: [any CodingKey]
    /// The type whose value is being encoded.
    let owner: any Any.Type
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a value.
    ///
    /// - Throws: What the value's `encode(to:)` throws, and an `EncodingError` for what no tree can hold.
    static func encode<T: Encodable>(_ value: T) throws -> Place {
        let place = Place(of: T.self)
        try encode(value, into: place, at: [])
        return place
    }

    func willEncodeSecret() { place.isSecret = true }

    private static func encode<T: Encodable>(_ value: T, into place: Place, at path: [any CodingKey]) throws {
        place.type = T.self
        guard path.count <= ConfigurationDecoder.maximumDepth else {
            throw fault(value, path, "is nested more than \(ConfigurationDecoder.maximumDepth) levels deep")
        }
        if let scalar = value as? any ConfigurationScalar {
            guard let tree = scalar.configurationValue else { throw fault(value, path, "does not fit") }
            place.content = .value(tree)
            return
        }
        try value.encode(to: ConfigurationEncoder(place: place, codingPath: path, owner: T.self))
        // The order of a set is another one in each process, and means nothing.
        if value is any AnySet, case .array(let elements)? = place.tree {
            let sorted = elements.map { ("\($0)", $0) }.sorted { $0.0 < $1.0 }
            place.content = .value(.array(sorted.map(\.1)))
        }
    }

    private static func fault(_ value: Any, _ path: [any CodingKey], _ text: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: path, debugDescription: text))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A superclass and its subclass may fill one dictionary.
        if case .dictionary = place.content {} else { place.content = .dictionary([:]) }
        return KeyedEncodingContainer(KeyedContainer(place: place, codingPath: codingPath, owner: owner))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = place.content {} else { place.content = .array([]) }
        return UnkeyedContainer(place: place, codingPath: codingPath, owner: owner)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ConfigurationEncoder: SingleValueEncodingContainer {
    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws {
        // Foundation's Date is a number of seconds to encoders, and a date in a tree.
        if let seconds = value as? Double, isFoundationDate(owner) {
            place.content = .value(.date(secondsSinceReferenceDate: seconds))
        } else {
            try Self.encode(value, into: place, at: codingPath)
        }
    }
}

/// A set of anything.
private protocol AnySet {}
extension Set: AnySet {}

extension ConfigurationEncoder {
    struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let place: Place
        let codingPath: [any CodingKey]
        let owner: any Any.Type

        private func child(_ key: some CodingKey, of type: any Any.Type = Never.self) -> Place {
            let child = Place(of: type)
            guard case .dictionary(var places) = place.content else { return child }
            place.content = .nothing  // The dictionary is changed in place, which only its sole owner can do.
            places[key.stringValue] = child
            place.content = .dictionary(places)
            return child
        }

        func encodeNil(forKey key: Key) { _ = child(key) }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
            try ConfigurationEncoder.encode(value, into: child(key), at: codingPath + [key])
        }

        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
            if let value { try encode(value, forKey: key) } else { _ = child(key, of: T.self) }
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            encoder(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

        func superEncoder() -> any Encoder { encoder(ConfigurationCodingKey(stringValue: "super")) }

        func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

        private func encoder(_ key: some CodingKey) -> ConfigurationEncoder {
            ConfigurationEncoder(place: child(key), codingPath: codingPath + [key], owner: owner)
        }
    }

    struct UnkeyedContainer: UnkeyedEncodingContainer {
        let place: Place
        let codingPath: [any CodingKey]
        let owner: any Any.Type

        var count: Int { if case .array(let places) = place.content { places.count } else { 0 } }

        private func child() -> Place {
            let child = Place(of: Never.self)
            guard case .array(var places) = place.content else { return child }
            place.content = .nothing
            places.append(child)
            place.content = .array(places)
            return child
        }

        private var path: [any CodingKey] { codingPath + [ConfigurationCodingKey(intValue: count)] }

        func encodeNil() throws {
            throw EncodingError.invalidValue(
                Any?.none as Any,
                .init(codingPath: path, debugDescription: "no list holds a value that is nil")
            )
        }

        func encode<T: Encodable>(_ value: T) throws {
            let path = path
            try ConfigurationEncoder.encode(value, into: child(), at: path)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            encoder().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

        func superEncoder() -> any Encoder { encoder() }

        private func encoder() -> ConfigurationEncoder {
            let path = path
            return ConfigurationEncoder(place: child(), codingPath: path, owner: owner)
        }
    }
}

// Each of these has a default implementation, which says nothing of what is nil and wins over a generic method.
extension ConfigurationEncoder.KeyedContainer {
    private func note<T: Encodable>(_ value: T?, _ key: Key) throws { try encodeIfPresent(value, forKey: key) }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try note(value, key) }
}
