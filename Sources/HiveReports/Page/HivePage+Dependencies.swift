// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// More modules than these are not drawn: nobody could follow an arc among them.
    private static let mostDrawn = 150

    /// Which module depends on which, as a picture and as a table.
    var dependencyGraph: Markup {
        if plan.links.isEmpty { return "<p>No module depends on another.</p>\n\(chain)" }
        if plan.modules.count > Self.mostDrawn {
            let note: Markup = """
                <p>There are more than \(Self.mostDrawn) modules, too many for a picture. The table has every \
                dependency.</p>

                """
            return "\(note)\(chain)\(dependencyTable)"
        }
        return """
            <p>An arc leads up from a module to what has to be up before it; a dashed one is optional.</p>
            \(GraphPicture.markup(of: plan))\(chain)\(Markup.details("The same as a table", dependencyTable))
            """
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
            return """
                <tr><th scope="row">\(link(plan.modules[place].name))</th>\
                <td>\(before.lines)</td><td>\(after.lines)</td></tr>

                """
        }
        return .table(
            "Dependencies of the modules, in boot order",
            [("Module", 34), ("Depends on", 33), ("Needed by", 33)],
            "<tbody>\n\(rows.joined())</tbody>"
        )
    }
}

extension [Markup] {
    /// The pieces below each other; a dash where there is none.
    var lines: Markup { isEmpty ? "–" : joined("<br/>") }
}

/// The modules below each other in boot order, with an arc for each dependency.
enum GraphPicture {
    private static let rowHeight = 26
    /// Where the modules' dots are; arcs are to the left of them, names to the right.
    private static let column = 112

    static func markup(of plan: ModulePlan) -> Markup {
        let height = plan.modules.count * rowHeight
        let arcs = plan.links.map { arc($0, plan) }.joined()
        let modules = plan.modules.enumerated().map { place, module -> Markup in
            let y = middle(of: place)
            return """
                <circle cx="\(column)" cy="\(y)" r="4"/>\
                <text x="\(column + 12)" y="\(y + 4)">\(module.name.cut(to: 60))</text>

                """
        }.joined()
        return """
            <svg class="graph" width="100%" height="\(height)" role="img" aria-label="The graph of dependencies; the \
            table below has the same.">
            <defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" \
            orient="auto"><path d="M0 0 8 4 0 8z"/></marker></defs>
            \(arcs)\(modules)</svg>

            """
    }

    private static func arc(_ link: ModulePlan.Link, _ plan: ModulePlan) -> Markup {
        let (from, to) = (middle(of: link.module), middle(of: link.target))
        // A curve comes three quarters as far as its handles are.
        let reach = column - min(column - 6, 16 + 9 * abs(link.module - link.target)) * 4 / 3
        let style: Markup? = link.dependency.isOptional ? #" class="optional""# : nil
        let service = link.dependency.serviceName.map { ", by the service \($0.cut(to: 120))" } ?? ""
        let names = [plan.modules[link.module].name, plan.modules[link.target].name].map { $0.cut(to: 120) }
        let x = column - 5
        return """
            <path d="M\(x) \(from)C\(reach) \(from) \(reach) \(to) \(x) \(to)" marker-end="url(#arrow)"\(style)>\
            <title>\(names[0]) depends on \(names[1])\(service)</title></path>

            """
    }

    private static func middle(of place: Int) -> Int { place * rowHeight + rowHeight / 2 }
}
