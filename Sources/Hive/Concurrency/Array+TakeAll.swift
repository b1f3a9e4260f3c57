// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Array {
    /// Empties the list, and returns what it had.
    mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
