// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Guesses what a misspelt name was meant to be.
enum Spelling {
    /// A sentence that names the nearest candidate, or nothing.
    ///
    /// - Complexity: O(candidates × length²), where names over 64 bytes are passed over.
    static func advice(_ name: String, among candidates: some Sequence<String>) -> String {
        let wanted = Array(name.lowercased().utf8)
        guard wanted.count <= 64 else { return "" }
        var best: (distance: Int, name: String)?
        for candidate in candidates where !candidate.isEmpty && candidate.utf8.count <= 64 {
            let other = Array(candidate.lowercased().utf8)
            let distance = distance(wanted, other)
            guard distance <= max(1, max(wanted.count, other.count) / 3) else { continue }
            if let best, (best.distance, best.name) <= (distance, candidate) { continue }
            best = (distance, candidate)
        }
        return best.map { " Did you mean \($0.name.shown)?" } ?? ""
    }

    /// The number of bytes to insert, delete or replace, or of neighbours to swap.
    private static func distance(_ source: [UInt8], _ target: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...target.count)
        for (row, byte) in source.enumerated() {
            var current = [row + 1]
            for (column, other) in target.enumerated() {
                var cost = min(previous[column + 1], current[column]) + 1
                cost = min(cost, previous[column] + (byte == other ? 0 : 1))
                if row > 0, column > 0, byte == target[column - 1], source[row - 1] == other {
                    cost = min(cost, beforePrevious[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[target.count]
    }
}
