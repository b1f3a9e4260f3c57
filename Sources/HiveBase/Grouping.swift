// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Sequence {
    /// The elements by a key, in the order in which each key came first.
    ///
    /// - Complexity: O(n).
    package func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, elements: [Element])] {
        var places: [Key: Int] = [:]
        var groups: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if let place = places[key] {
                groups[place].elements.append(element)
            } else {
                places[key] = groups.count
                groups.append((key, [element]))
            }
        }
        return groups
    }
}
