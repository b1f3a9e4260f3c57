// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension StartPlan {
    /// The plan for a terminal: the modules in boot order, what depends on what in a chain, what comes one after
    /// the other, and how long a start can take.
    ///
    /// - Returns: Lines, each with its end; module names are escaped where a terminal would not show them.
    /// - Complexity: O(n).
    public var text: String {
        func list(_ names: [String], _ separator: String) -> String {
            names.map(\.onOneLine).joined(separator: separator)
        }
        var lines = modules.enumerated().map { "\($0.offset + 1). \($0.element.onOneLine)" }
        if modules.isEmpty { lines.append("There are no modules.") }
        if longestChain.count > 1 { lines.append("longest chain of dependencies: \(list(longestChain, " -> "))") }
        if longestSequence.count > 1, longestSequence != longestChain {
            lines.append("initialized one after the other: \(list(longestSequence, ", "))")
        }
        if let slowestSequence, slowestSequence != longestSequence {
            lines.append("longest by timeouts, one after the other: \(list(slowestSequence, ", "))")
        }
        lines.append("a start takes at most: \(worstCase.map { $0.short } ?? "no limit, a module has no timeout")")
        return lines.map { $0 + "\n" }.joined()
    }
}
