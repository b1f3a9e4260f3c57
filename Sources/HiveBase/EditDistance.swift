// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Counts the edits that lead from one text to another, or returns nil when there are more than a limit.
///
/// An edit inserts, deletes or replaces a scalar, or swaps two neighbours; each place is edited at most once. What is
/// near enough to be meant is not decided here.
///
/// - Complexity: O(*n* × limit), where *n* is the length of the first text; O(1) where the lengths differ by more than
///   the limit.
package func editDistance(_ source: [Unicode.Scalar], _ target: [Unicode.Scalar], limit: Int) -> Int? {
    let limit = min(limit, max(source.count, target.count))
    guard limit >= 0, abs(source.count - target.count) <= limit else { return nil }
    // A place further from the diagonal than the limit takes more edits than that to reach.
    let far = limit + 1
    var beforePrevious = [Int](repeating: far, count: target.count + 1)
    var previous = (0...target.count).map { min($0, far) }
    var current = beforePrevious
    for row in 1..<source.count + 1 {
        let columns = max(1, row - limit)..<max(1, min(target.count, row + limit) + 1)
        current[columns.lowerBound - 1] = columns.lowerBound == 1 ? min(row, far) : far
        var least = current[columns.lowerBound - 1]
        for column in columns {
            let (scalar, other) = (source[row - 1], target[column - 1])
            var cost = min(previous[column], current[column - 1]) + 1
            cost = min(cost, previous[column - 1] + (scalar == other ? 0 : 1))
            if row > 1, column > 1, scalar == target[column - 2], source[row - 2] == other {
                cost = min(cost, beforePrevious[column - 2] + 1)
            }
            current[column] = min(cost, far)
            least = min(least, current[column])
        }
        if columns.upperBound <= target.count { current[columns.upperBound] = far }
        guard least <= limit else { return nil }
        (beforePrevious, previous, current) = (previous, current, beforePrevious)
    }
    return previous[target.count] <= limit ? previous[target.count] : nil
}
