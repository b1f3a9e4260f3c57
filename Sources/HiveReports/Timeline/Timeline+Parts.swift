// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension Timeline {
    /// A part of what a hive goes through.
    enum Part: CaseIterable, Sendable {
        case start
        /// What came after the start and before the stop: reloads, additions, removals, or the rollback of a start.
        case between
        case stop
    }

    /// A hook as it is shown.
    struct Hook {
        let entry: Entry
        let isCritical: Bool
        /// The place of its module, in the order in which modules first had a hook.
        let row: Int
    }

    /// The hooks in the order in which they began; of those that began together, that in which they ended.
    ///
    /// It is told where those of a critical path are among the entries.
    ///
    /// - Complexity: O(n log n).
    func hooks(critical: [Int]) -> [Hook] {
        let critical = Set(critical)
        var rows: [String: Int] = [:]
        return entries.enumerated().sorted { ($0.element.began, $0.offset) < ($1.element.began, $1.offset) }
            .map { index, entry in
                let row = rows[entry.module] ?? rows.count
                rows[entry.module] = row
                return Hook(entry: entry, isCritical: critical.contains(index), row: row)
            }
    }

    /// The hooks of a part.
    func hooks(of part: Part) -> [Hook] {
        let (start, stop) = (stagesOfStart, firstStageOfStop ?? .max)
        let stages: Range<Int> =
            switch part {
            case .start: 0..<max(start, 0)
            case .between: max(start, 0)..<max(start, stop, 0)
            case .stop: max(stop, 0)..<Int.max
            }
        return hooks(critical: criticalIndices(of: part)).filter { stages.contains($0.entry.stage) }
    }

    /// Where the hooks of the critical path of a part are among the entries; what is between start and stop has none.
    func criticalIndices(of part: Part) -> [Int] {
        switch part {
        case .start: criticalIndices
        case .between: []
        case .stop: criticalIndicesOfStop
        }
    }
}
