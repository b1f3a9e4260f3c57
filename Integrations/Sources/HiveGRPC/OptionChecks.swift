// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Options are checked where they are read, so that the error names the place they come from.
extension KeyedDecodingContainer {
    /// Reads a value, and throws with a reason where it is none that can be meant.
    func value<Value: Decodable>(_ key: Key, or problem: String, where isValid: (Value) -> Bool) throws -> Value {
        let value = try decode(Value.self, forKey: key)
        guard isValid(value) else { throw self.problem(key, problem) }
        return value
    }

    func problem(_ key: Key, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}
