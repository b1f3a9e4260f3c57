// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// Which module depends on which.
    var dependencies: Markup {
        if plan.links.isEmpty { return "<p>No module depends on another.</p>\n\(chain)" }
        return "\(chain)\(dependencyTable)"
    }

    /// What decides how long a start takes, as far as it is known in advance.
    private var chain: Markup? {
        let (chain, sequence) = (startPlan.longestChain, startPlan.longestSequence)
        guard isPlan, sequence.count > 1 else { return nil }
        let longest: Markup? =
            chain.count > 1 ? "<p>The longest chain of dependencies: \(list(chain, " → ")).</p>\n" : nil
        let others: Markup? =
            sequence == chain ? nil : "<p>Initialized one after the other: \(list(sequence, ", ")).</p>\n"
        return "\(longest)\(others)"
    }

    private func list(_ names: [String], _ separator: Markup) -> Markup {
        let more: Markup? = names.count > 12 ? " and \(names.count - 12) more" : nil
        return "\(names.prefix(12).map(link).joined(separator))\(more)"
    }

    private var dependencyTable: Markup {
        var needed: [Int: [Markup]] = [:]
        var needing: [Int: [Markup]] = [:]
        for link in plan.links {
            let service: Markup? = link.dependency.serviceName.map { "by \(.name($0))" }
            let option: Markup? = link.dependency.isOptional ? "optional" : nil
            let how = [service, option].compactMap(\.self)
            let note: Markup? = how.isEmpty ? nil : " <small>(\(how.joined(", ")))</small>"
            needed[link.module, default: []].append("\(self.link(plan.modules[link.target].name))\(note)")
            needing[link.target, default: []].append("\(self.link(plan.modules[link.module].name))\(note)")
        }
        let rows = plan.modules.indices.compactMap { place -> Markup? in
            let (before, after) = (needed[place] ?? [], needing[place] ?? [])
            if before.isEmpty, after.isEmpty { return nil }
            return .row(link(plan.modules[place].name), [before.lines, after.lines])
        }
        return .table(
            "Dependencies of the modules, in boot order",
            [("Module", 34), ("Depends on", 33), ("Needed by", 33)],
            rows
        )
    }
}

extension [Markup] {
    /// The pieces below each other; a dash where there is none.
    var lines: Markup { isEmpty ? "–" : joined("<br/>") }
}
