// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension RandomAccessCollection {
    /// Where the elements end that come before something, in a collection that has all of them first.
    ///
    /// Inlined, because each place of a property list asks it for its line.
    ///
    /// - Complexity: O(log n).
    @inlinable
    package func partitionPoint(where isBefore: (Element) -> Bool) -> Index {
        var (start, count) = (startIndex, count)
        while count > 0 {
            let middle = index(start, offsetBy: count / 2)
            (start, count) =
                isBefore(self[middle]) ? (index(after: middle), count - count / 2 - 1) : (start, count / 2)
        }
        return start
    }
}
