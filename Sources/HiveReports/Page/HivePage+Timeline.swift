// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension HivePage {
    /// When each hook ran, in the start, between start and stop, and in the stop.
    var timelineStrips: Markup {
        if timeline.entries.isEmpty {
            return isPlan
                ? "<p>No hook has run, because the hive has not been started: there are no times to show.</p>\n"
                : "<p>No hook has ended yet, or none found room in the timeline.</p>\n"
        }
        let dropped: Markup? =
            timeline.dropped > 0 ? "<p>\(timeline.dropped) older hooks found no room and are not shown.</p>\n" : nil
        let parts = Timeline.Part.allCases.map { part -> Markup in
            let indices = timeline.indices(of: part)
            if indices.isEmpty { return "" }
            let strip = TimelineStrip(timeline, indices, critical: Set(timeline.criticalIndices(of: part)))
            let title = title(of: part)
            return """
                <h3>\(title)</h3>
                \(criticalPath(of: part))\(strip.markup(title, link))
                """
        }
        return "\(dropped)\(Self.legend)\(parts.joined())"
    }

    private func title(of part: Timeline.Part) -> Markup {
        switch part {
        case .start: "Start"
        case .between where state == .failed: "Rollback"
        case .between: "Reloads, additions and removals"
        case .stop: "Stop"
        }
    }

    /// The hooks that decided how long a part took, as far as they took at least a tenth of it.
    private func criticalPath(of part: Timeline.Part) -> Markup? {
        let path = timeline.criticalIndices(of: part).map { timeline.entries[$0] }
        if path.isEmpty { return nil }
        let total = path.wholeDuration
        let large = path.filter { $0.duration > .zero && $0.duration >= total / 10 }
        let hooks = large.map { entry -> Markup in
            .item("\(link(entry.module)) \(entry.phase.description): \(entry.duration.brief)")
        }
        let isLost = part == .start && !path.isComplete
        let loss: Markup? = isLost ? " Its beginning is lost." : nil
        let count = path.count == 1 ? "1 hook" : "\(path.count) hooks"
        let intro: Markup = "Critical path: \(total.brief) in \(count).\(loss)"
        if hooks.isEmpty { return "<p>\(intro)</p>\n" }
        return """
            <p>\(intro) What took at least a tenth of it:</p>
            <ol>\(hooks.joined())</ol>

            """
    }

    private static let legend: Markup = {
        let items = Phase.allCases.map { phase -> Markup in
            key(phase.description, "\(phase.description)")
        }
        return """
            <ul class="legend">\(items.joined())\(key("critical", "on the critical path"))\
            \(key("failed", "failed or abandoned"))</ul>

            """
    }()

    private static func key(_ style: String, _ meaning: Markup) -> Markup {
        .item("<svg class=\"key\" aria-hidden=\"true\"><rect class=\"\(style)\"/></svg> \(meaning)")
    }
}

/// The hooks of a part of a timeline: a row for each module, a bar for each hook.
struct TimelineStrip {
    private let entries: [Timeline.Entry]
    private let indices: [Int]
    private let critical: Set<Int>
    private let scale: TimelineScale

    /// - Parameters:
    ///   - timeline: The timeline.
    ///   - indices: Where the hooks are among its entries, in the order in which they began.
    ///   - critical: Where those of the critical path are.
    init(_ timeline: Timeline, _ indices: [Int], critical: Set<Int>) {
        self.indices = indices
        self.critical = critical
        entries = timeline.entries
        scale = TimelineScale(indices.map { timeline.entries[$0] })
    }

    func markup(_ title: Markup, _ name: (String) -> Markup) -> Markup {
        let rows = indices.grouped { entries[$0].module }.map { module, own -> Markup in
            """
            <tr><th scope="row">\(name(module))</th><td><svg class="bars" viewBox="0 0 1000 14" \
            preserveAspectRatio="none" role="img" aria-label="\(own.map(words).joined(", "))">\
            \(own.map(bar).joined())</svg></td></tr>

            """
        }
        let pauses = scale.gaps.count
        let gaps: Markup? = pauses == 0 ? nil : "; \(pauses) \(pauses == 1 ? "pause" : "pauses") left out"
        let axis: Markup = "<span class=\"axis\"><span>0</span><span>\(scale.length.brief)\(gaps)</span></span>"
        let caption: Markup = "\(title): when the hooks of each module ran"
        let summary: Markup = "\(title): all \(indices.count) hooks as a table"
        let bars = Markup.table(caption, [("Module", 40), (axis, 60)], "<tbody>\n\(rows.joined())</tbody>")
        return "\(bars)\(.details(summary, table(title, name)))"
    }

    /// A hook in words, for whoever sees no bar.
    private func words(_ index: Int) -> Markup {
        let entry = entries[index]
        let result: Markup? = entry.result == .succeeded ? nil : " \(entry.result.rawValue)"
        let mark: Markup? = critical.contains(index) ? " on the critical path" : nil
        return "\(entry.phase.description) \(entry.duration.brief)\(result)\(mark)"
    }

    private func bar(_ index: Int) -> Markup {
        let entry = entries[index]
        let begin = Int((scale.place(of: entry.began) * 1000).rounded())
        let end = Int((scale.place(of: entry.ended) * 1000).rounded())
        // So that what took no time is seen all the same.
        let width = max(6, end - begin)
        let classes = [entry.phase.description, critical.contains(index) ? "critical" : "", entry.result.rawValue]
        return """
            <rect x="\(min(begin, 1000 - width))" y="1" width="\(width)" height="12" \
            class="\(classes.filter { !$0.isEmpty }.joined(separator: " "))"><title>\(words(index))</title></rect>
            """
    }

    private func table(_ title: Markup, _ name: (String) -> Markup) -> Markup {
        let rows = indices.map { index -> Markup in
            let entry = entries[index]
            let mark: Markup? = critical.contains(index) ? "<br/><small>on the critical path</small>" : nil
            return """
                <tr><th scope="row">\(name(entry.module))<br/>\(entry.phase.description)</th>\
                <td>\(entry.began.brief)</td><td>\(entry.duration.brief)</td><td>\(entry.result.rawValue)\(mark)</td></tr>

                """
        }
        return .table(
            "\(title): the hooks in the order in which they began",
            [("Hook", 34), ("Began", 22), ("Took", 22), ("Result", 22)],
            "<tbody>\n\(rows.joined())</tbody>"
        )
    }
}
