// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Counts the edits that lead from one text to another, or returns nil when there are more than a limit.
///
/// An edit inserts, deletes or replaces a scalar, or swaps two neighbours; each place is edited at most once. What is
/// near enough to be meant is not decided here.
///
/// - Complexity: O(*n* × *m*) in the lengths; O(1) where they differ by more than the limit.
package func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar], limit: Int) -> Int? {
    guard limit >= 0, abs(source.count - target.count) <= limit else { return nil }
    var beforePrevious: [Int] = []
    var previous = Array(0...target.count)
    for (row, scalar) in source.enumerated() {
        var current = [row + 1]
        current.reserveCapacity(target.count + 1)
        for (column, other) in target.enumerated() {
            var cost = min(previous[column + 1], current[column]) + 1
            cost = min(cost, previous[column] + (scalar == other ? 0 : 1))
            if row > 0, column > 0, scalar == target[column - 1], source[row - 1] == other {
                cost = min(cost, beforePrevious[column - 1] + 1)
            }
            current.append(cost)
        }
        // From here on it only grows.
        if current.allSatisfy({ $0 > limit }) { return nil }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[target.count] <= limit ? previous[target.count] : nil
}
