// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension ConfigurationValue {
    /// This tree with everything that `other` says in its place, dictionaries key by key.
    package func merged(with other: ConfigurationValue) -> ConfigurationValue {
        var result = self
        result.merge(other)
        return result
    }

    /// Takes in everything that `other` says, in place of what is there, dictionaries key by key.
    ///
    /// - Complexity: O(values of `other`), however much is there.
    package mutating func merge(_ other: ConfigurationValue) {
        guard case .dictionary(var mine) = self, case .dictionary(let theirs) = other else {
            self = other
            return
        }
        // The entries are changed in place, which only their sole owner can do.
        self = .dictionary([:])
        for (key, value) in theirs {
            if let index = mine.index(forKey: key) { mine.values[index].merge(value) } else { mine[key] = value }
        }
        self = .dictionary(mine)
    }
}
