// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Texts with which names begin, and what stands for each.
struct NameStems<Value> {
    private var values: [String: [Value]] = [:]
    /// The length of the longest, in bytes.
    private var longest = 0

    mutating func insert(_ value: Value, under stem: String) {
        values[stem, default: []].append(value)
        longest = max(longest, stem.utf8.count)
    }

    /// What stands for the beginnings of a name, each with the rest of the name; the longest beginning comes last.
    ///
    /// Only beginnings that end with a separator are looked for.
    ///
    /// - Complexity: O(*l*²), where *l* is the length of the longest stem; the name's own length does not matter.
    func find(in name: String, endingWith separator: UInt8) -> [(value: Value, rest: Substring)] {
        var found: [(Value, Substring)] = []
        let head = name.utf8.prefix(longest)
        for index in head.indices where head[index] == separator {
            let end = name.utf8.index(after: index)
            guard let values = values.value(spelt: String(name[..<end])) else { continue }
            found += values.map { ($0, name[end...]) }
        }
        return found
    }
}
