// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A JSON value: a tree, and what the tree cannot hold: the keys that were given as null, and where a local caller gave
/// secrets.
///
/// A key whose value is null counts as absent; but an unknown key is an error, even if its value is null. No error
/// shows a secret (C54).
struct JSONValue: Sendable {
    let value: ConfigurationValue
    var nulls = NullKeys()
    var secrets: [ConfigurationKeyPath] = []

    init(_ value: ConfigurationValue, nulls: NullKeys = NullKeys(), secrets: [ConfigurationKeyPath] = []) {
        self.value = value
        self.nulls = nulls
        self.secrets = secrets
    }

    /// Decodes a type from the value, and leaves nothing unread.
    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T {
        try value.decoded(as: type, nulls: nulls, secrets: secrets)
    }
}

/// The entries of a JSON object.
struct JSONObject: Sendable {
    var entries: [String: JSONValue] = [:]
    /// The keys that were given as null.
    var nulls: [String] = []

    /// The object as one value.
    var value: JSONValue {
        var keys = NullKeys()
        keys.names = nulls
        for (key, entry) in entries where !entry.nulls.isEmpty { keys.inside[.key(key)] = entry.nulls }
        let secrets = entries.flatMap { key, entry in entry.secrets.map { $0.inside(.key(key)) } }
        return JSONValue(.dictionary(entries.mapValues(\.value)), nulls: keys, secrets: secrets)
    }

    init() {}

    /// The entries of a value, where it is an object.
    init?(_ json: JSONValue) {
        guard case .dictionary(let values) = json.value else { return nil }
        // A part of a secret is one.
        let secrets = Dictionary(grouping: json.secrets) { $0.components.first }
        for (key, value) in values {
            entries[key] = JSONValue(
                value,
                nulls: json.nulls.inside[.key(key)] ?? NullKeys(),
                secrets: ((secrets[.key(key)] ?? []) + (secrets[nil] ?? [])).map {
                    ConfigurationKeyPath(Array($0.components.dropFirst()))
                }
            )
        }
        nulls = json.nulls.names
    }
}

extension ConfigurationKeyPath {
    /// The path from the container around.
    func inside(_ component: Component) -> ConfigurationKeyPath { ConfigurationKeyPath([component]).appending(self) }
}
