// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Secret: Decodable where Value: Decodable {
    /// Decodes the value as if it were no secret.
    ///
    /// - Throws: What decoding the value throws.
    public init(from decoder: any Decoder) throws {
        ConfigurationRecord.of(decoder)?.note(secret: ConfigurationKeyPath(codingPath: decoder.codingPath))
        self.init(try decoder.singleValueContainer().decode(Value.self))
    }
}

extension Secret: ConfigurationConvertible where Value: ConfigurationConvertible {
    /// What errors call the value.
    public static var configurationKind: String { Value.configurationKind }
    /// Reads the value as if it were no secret.
    public init?(configurationText text: String) {
        guard let value = Value(configurationText: text) else { return nil }
        self.init(value)
    }
    /// Reads the value as if it were no secret.
    public init?(configurationValue value: ConfigurationValue) {
        guard let value = Value(configurationValue: value) else { return nil }
        self.init(value)
    }
}

/// A secret of any type, for messages about it.
protocol ConfigurationSecret {
    static var valueType: any Any.Type { get }
}

extension Secret: ConfigurationSecret {
    static var valueType: any Any.Type { Value.self }
}
