// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Encodes a value into a tree from which ``ConfigurationDecoder`` decodes the same value, secrets included, and notes
/// of which types its parts are, those too that are nil.
///
/// Durations become numbers of seconds and Foundation's dates become dates, as property lists have them. What is nil is
/// left out of the tree.
struct ConfigurationEncoder: SecretKeepingEncoder {
    /// Where an encoder leaves what it made: a value, or a list or a dictionary of such places.
    final class Place {
        fileprivate var value: ConfigurationValue?
        fileprivate(set) var elements: [Place]?
        fileprivate(set) var entries: [String: Place]?
        /// The type of what was encoded here, the innermost of several: of an enumeration that of its raw value.
        fileprivate(set) var type: any Any.Type
        /// The outermost of several: of an enumeration the enumeration.
        fileprivate var firstType: (any Any.Type)?
        var outerType: any Any.Type { firstType ?? type }
        fileprivate(set) var isSecret = false

        init(of type: any Any.Type = Never.self) { self.type = type }

        /// Whether nothing was encoded.
        var isEmpty: Bool { value == nil && elements == nil && entries == nil }

        /// The finished tree; nil where nothing was encoded.
        var tree: ConfigurationValue? {
            if let entries { return .dictionary(entries.compactMapValues(\.tree)) }
            if let elements { return .array(elements.compactMap(\.tree)) }
            return value
        }

        /// Where secrets are in the tree.
        func secrets(at path: ConfigurationKeyPath = ConfigurationKeyPath()) -> [ConfigurationKeyPath] {
            if isSecret { return [path] }
            if let entries { return entries.flatMap { $1.secrets(at: path.appending(key: $0)) } }
            let elements = elements?.filter { !$0.isEmpty } ?? []
            return elements.enumerated().flatMap { $1.secrets(at: path.appending(index: $0)) }
        }

        /// Whether what is at a path inside is a secret, or a part of one.
        func holdsSecret(at path: ArraySlice<ConfigurationKeyPath.Component>) -> Bool {
            if isSecret || type is any ConfigurationSecret.Type { return true }
            guard case .key(let key)? = path.first else { return false }
            return entries?[key]?.holdsSecret(at: path.dropFirst()) ?? false
        }
    }

    let place: Place
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes a value.
    ///
    /// - Throws: What the value's `encode(to:)` throws, and an `EncodingError` for what no tree can hold.
    static func encode<T: Encodable>(_ value: T) throws -> Place {
        let encoder = ConfigurationEncoder(place: Place(), codingPath: [])
        try encoder.encode(value)
        return encoder.place
    }

    func willEncodeSecret() { place.isSecret = true }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        // A superclass and its subclass may fill one dictionary.
        if place.entries == nil { place.entries = [:] }
        return KeyedEncodingContainer(KeyedContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if place.elements == nil { place.elements = [] }
        return UnkeyedContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ConfigurationEncoder: SingleValueEncodingContainer {
    func encodeNil() {}

    func encode<T: Encodable>(_ value: T) throws {
        place.type = T.self
        if place.firstType == nil { place.firstType = T.self }
        guard codingPath.count <= ConfigurationDecoder.maximumDepth else {
            throw fault(value, "is nested more than \(ConfigurationDecoder.maximumDepth) levels deep")
        }
        if let scalar = value as? any ConfigurationScalar {
            guard let tree = scalar.configurationValue else { throw fault(value, "does not fit") }
            place.value = tree
            return
        }
        try value.encode(to: self)
        // Foundation's Date is a number of seconds to encoders, and a date in a tree.
        if case .real(let seconds)? = place.value, ConfigurationDate.stands(for: T.self) {
            place.value = .date(secondsSinceReferenceDate: seconds)
            place.type = T.self
        }
        // The order of a set is another one in each process, and means nothing.
        if value is any AnySet { place.elements?.sort { "\($0.tree ?? [])" < "\($1.tree ?? [])" } }
    }

    private func fault(_ value: Any, _ text: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: text))
    }
}

extension ConfigurationValue {
    /// Encodes a value into a tree from which the same value is decoded.
    ///
    /// - Returns: The tree, nil where the value encodes nothing, and where secrets are in it: whoever decodes it has to
    ///   say so again, so that no error shows them.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` for what no tree can hold, without the value;
    ///   what the value's `encode(to:)` throws.
    package static func encoding(
        _ value: some Encodable
    ) throws -> (tree: ConfigurationValue?, secrets: [ConfigurationKeyPath]) {
        do {
            let place = try ConfigurationEncoder.encode(value)
            return (place.tree, place.secrets())
        } catch EncodingError.invalidValue(_, let context) {
            let path = ConfigurationKeyPath(codingPath: context.codingPath)
            throw HiveError(.invalidValue, "\(path): \(context.debugDescription)")
        }
    }
}

/// A set of anything.
private protocol AnySet {}
extension Set: AnySet {}

extension ConfigurationEncoder {
    struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: ConfigurationEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }

        private func child(_ key: some CodingKey, of type: any Any.Type = Never.self) -> ConfigurationEncoder {
            let child = Place(of: type)
            // What was a secret under this key is one, whatever is encoded there after it.
            child.isSecret = encoder.place.entries?[key.stringValue]?.isSecret ?? false
            encoder.place.entries?[key.stringValue] = child
            return ConfigurationEncoder(place: child, codingPath: codingPath + [key])
        }

        func encodeNil(forKey key: Key) { _ = child(key) }

        func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try child(key).encode(value) }

        func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
            if let value { try encode(value, forKey: key) } else { _ = child(key, of: T.self) }
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            child(key).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { child(key).unkeyedContainer() }

        func superEncoder() -> any Encoder { child(ConfigurationCodingKey(stringValue: "super")) }

        func superEncoder(forKey key: Key) -> any Encoder { child(key) }
    }

    struct UnkeyedContainer: UnkeyedEncodingContainer {
        let encoder: ConfigurationEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        var count: Int { encoder.place.elements?.count ?? 0 }

        private func child() -> ConfigurationEncoder {
            let path = codingPath + [ConfigurationCodingKey(intValue: count)]
            let child = Place()
            encoder.place.elements?.append(child)
            return ConfigurationEncoder(place: child, codingPath: path)
        }

        func encodeNil() throws {
            let text = "no list holds a value that is nil"
            let context = EncodingError.Context(codingPath: child().codingPath, debugDescription: text)
            throw EncodingError.invalidValue(Any?.none as Any, context)
        }

        func encode<T: Encodable>(_ value: T) throws { try child().encode(value) }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy type: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            child().container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { child().unkeyedContainer() }

        func superEncoder() -> any Encoder { child() }
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
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try note(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try note(value, key) }
}
