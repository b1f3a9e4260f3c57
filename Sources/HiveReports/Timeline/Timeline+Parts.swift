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

    /// Where the hooks of a part are among the entries, in the order in which they began.
    ///
    /// - Complexity: O(n log n).
    func indices(of part: Part) -> [Int] {
        let (start, stop) = (stagesOfStart, firstStageOfStop ?? .max)
        let stages: Range<Int> =
            switch part {
            case .start: 0..<max(start, 0)
            case .between: max(start, 0)..<max(start, stop, 0)
            case .stop: max(stop, 0)..<Int.max
            }
        return indicesByBegin.filter { stages.contains(entries[$0].stage) }
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
