// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension StartPlan {
    /// The plan for a terminal: the modules in boot order, the longest chains, and how long a start can take.
    ///
    /// - Returns: Lines, each with its end; module names are escaped where a terminal would not show them.
    /// - Complexity: O(n).
    public var text: String {
        func chain(_ names: [String]) -> String { names.map(\.onOneLine).joined(separator: " -> ") }
        var lines = modules.enumerated().map { "\($0.offset + 1). \($0.element.onOneLine)" }
        if modules.isEmpty { lines.append("There are no modules.") }
        if !longestChain.isEmpty { lines.append("longest chain: \(chain(longestChain))") }
        if let slowestChain, slowestChain != longestChain {
            lines.append("longest chain by timeouts: \(chain(slowestChain))")
        }
        lines.append("a start takes at most: \(worstCase.map { $0.short } ?? "no limit, a module has no timeout")")
        return lines.map { $0 + "\n" }.joined()
    }
}
