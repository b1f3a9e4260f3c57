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
            let hooks = timeline.hooks(of: part)
            if hooks.isEmpty { return "" }
            let strip = TimelineStrip(title: title(of: part), hooks: hooks, scale: TimelineScale(hooks), link: link)
            return """
                <h3>\(strip.title)</h3>
                \(criticalPath(of: part))\(strip.markup)
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
        let intro: Markup = "Critical path: \(total.brief) in \(path.count.counted("hook")).\(loss)"
        if hooks.isEmpty { return "<p>\(intro)</p>\n" }
        return """
            <p>\(intro) What took at least a tenth of it:</p>
            <ol>\(hooks.joined())</ol>

            """
    }

    private static let legend: Markup = {
        let items = Phase.allCases.map { key($0.description, "\($0.description)") }
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
private struct TimelineStrip {
    let title: Markup
    /// In the order in which they began.
    let hooks: [Timeline.Hook]
    let scale: TimelineScale
    /// A module's name, which leads to its row.
    let link: (String) -> Markup

    var markup: Markup {
        let rows = hooks.grouped(by: \.entry.module).map { module, own -> Markup in
            let bars: Markup = """
                <svg class="bars" viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" \
                aria-label="\(own.map(words).joined(", "))">\(own.map(bar).joined())</svg>
                """
            return .row(link(module), [bars])
        }
        let gaps: Markup? = scale.gaps.isEmpty ? nil : "; \(scale.gaps.count.counted("pause")) left out"
        let axis: Markup = "<span class=\"axis\"><span>0</span><span>\(scale.length.brief)\(gaps)</span></span>"
        let caption: Markup = "\(title): when the hooks of each module ran"
        let summary: Markup = "\(title): all \(hooks.count) hooks as a table"
        return "\(Markup.table(caption, [("Module", 40), (axis, 60)], rows))\(.details(summary, table))"
    }

    /// A hook in words, for whoever sees no bar.
    private func words(_ hook: Timeline.Hook) -> Markup {
        let entry = hook.entry
        let result: Markup? = entry.result == .succeeded ? nil : " \(entry.result.rawValue)"
        let mark: Markup? = hook.isCritical ? " on the critical path" : nil
        return "\(entry.phase.description) \(entry.duration.brief)\(result)\(mark)"
    }

    private func bar(_ hook: Timeline.Hook) -> Markup {
        let entry = hook.entry
        let begin = Int((scale.place(of: entry.began) * 1000).rounded())
        let end = Int((scale.place(of: entry.ended) * 1000).rounded())
        // So that what took no time is seen all the same.
        let width = max(6, end - begin)
        let mark = hook.isCritical ? " critical" : ""
        return """
            <rect x="\(min(begin, 1000 - width))" y="1" width="\(width)" height="12" \
            class="\(entry.phase.description)\(mark) \(entry.result.rawValue)"><title>\(words(hook))</title></rect>
            """
    }

    private var table: Markup {
        let rows = hooks.map { hook -> Markup in
            let entry = hook.entry
            let result = Markup("\(entry.result.rawValue)").noting(hook.isCritical ? "on the critical path" : nil)
            return .row(
                "\(link(entry.module))<br/>\(entry.phase.description)",
                ["\(entry.began.brief)", "\(entry.duration.brief)", result]
            )
        }
        return .table(
            "\(title): the hooks in the order in which they began",
            [("Hook", 34), ("Began", 22), ("Took", 22), ("Result", 22)],
            rows
        )
    }
}
