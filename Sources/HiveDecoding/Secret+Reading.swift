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

/// A secret of any type, for messages about it.
protocol ConfigurationSecret {
    static var valueType: any Any.Type { get }
}

extension Secret: ConfigurationSecret {
    static var valueType: any Any.Type { Value.self }
}
