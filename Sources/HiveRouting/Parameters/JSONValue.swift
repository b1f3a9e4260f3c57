// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

/// A JSON value: a tree, and the keys in it that were given as null, which the tree cannot hold.
///
/// A key whose value is null counts as absent; but an unknown key is an error, even if its value is null.
struct JSONValue: Sendable {
    let value: ConfigurationValue
    var nulls = NullKeys()

    init(_ value: ConfigurationValue, nulls: NullKeys = NullKeys()) {
        self.value = value
        self.nulls = nulls
    }

    /// Decodes a type from the value, and leaves nothing unread.
    func decoded<T: Decodable>(as type: T.Type = T.self) throws -> T { try value.decoded(as: type, nulls: nulls) }
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
        return JSONValue(.dictionary(entries.mapValues(\.value)), nulls: keys)
    }

    init() {}

    /// The entries of a value, where it is an object.
    init?(_ json: JSONValue) {
        guard case .dictionary(let values) = json.value else { return nil }
        entries = Dictionary(
            values.map { key, value in (key, JSONValue(value, nulls: json.nulls.inside[.key(key)] ?? NullKeys())) }
        ) { first, _ in first }
        nulls = json.nulls.names
    }
}
