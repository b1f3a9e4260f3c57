// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Timeline {
    /// The timeline for a terminal: a line for each hook, in the order in which they began, with a bar.
    ///
    /// Hooks on the critical paths of the start and the stop are marked with `*` and drawn with `#`. A long time in
    /// which no hook ran, as between start and stop, is left out of the bars and has a line of its own.
    ///
    /// - Parameter width: How many columns there are; the bars get what the rest leaves, at least ten.
    /// - Returns: Lines, each with its end; module names are escaped where a terminal would not show them.
    /// - Complexity: O(n log n).
    public func text(width: Int = 100) -> String {
        let hooks = hooks(critical: Part.allCases.flatMap(criticalIndices(of:)))
        let scale = TimelineScale(hooks)
        let nameWidth = hooks.map(\.entry.name.onOneLine.count).max() ?? 0
        let barWidth = max(10, width - nameWidth - 30)

        var lines = [summary]
        let stop = criticalPathOfStop
        if !stop.isEmpty { lines.append("critical path of the stop: \(stop.summary)") }
        if dropped > 0 { lines.append("\(dropped) older hooks found no room.") }
        func times(_ began: String, _ took: String) -> String {
            "\(began.rightAligned(in: 12)) \(took.rightAligned(in: 12))"
        }
        lines.append("\(times("began", "took"))   hook")
        var gaps = scale.gaps[...]
        for hook in hooks {
            let entry = hook.entry
            while let gap = gaps.first, gap.ended <= entry.began {
                lines.append("\(times(gap.began.brief, gap.duration.brief))   no hook ran")
                gaps.removeFirst()
            }
            let bar = Self.bar(
                from: scale.place(of: entry.began),
                to: scale.place(of: entry.ended),
                width: barWidth,
                mark: hook.isCritical ? "#" : "="
            )
            let columns = times(entry.began.brief, entry.duration.brief)
            let result = entry.result == .succeeded ? "" : " \(entry.result.rawValue)"
            let name = entry.name.onOneLine.leftAligned(in: nameWidth)
            lines.append("\(columns) \(hook.isCritical ? "*" : " ") \(name) |\(bar)|\(result)")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private var summary: String {
        let path = criticalPath
        guard !path.isEmpty else { return "\(entries.count) hooks" }
        let loss = path.isComplete ? "" : ", its beginning is lost"
        return "\(entries.count) hooks; critical path of the start: \(path.summary)\(loss)"
    }

    /// A bar of at least one character.
    private static func bar(from begin: Double, to end: Double, width: Int, mark: Character) -> String {
        let first = min(Int(begin * Double(width)), width - 1)
        let count = max(1, Int((end * Double(width)).rounded()) - first)
        return (String(repeating: " ", count: first) + String(repeating: mark, count: count)).leftAligned(in: width)
    }
}
