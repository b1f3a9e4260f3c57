// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Collects the timeline of a hive.
final class TimelineBuffer: Sendable {
    /// A broadcast of a hook, as its entries know it; names are asked for when the timeline is read.
    final class Stage: Sendable {
        let number: Int
        let phase: Phase
        /// Whom the steps belong to.
        let owners: [Owner]

        init(number: Int, phase: Phase, owners: [Owner]) {
            self.number = number
            self.phase = phase
            self.owners = owners
        }

        func name(of step: Int) -> String { owners[step].name ?? "hive" }
    }

    /// A hook that has ended, as it is noted.
    struct Entry {
        let stage: Stage
        let step: Int
        /// The step that had to end for this one to begin.
        let after: Int?
        let result: Timeline.Entry.Result
        let began: Duration
        let ended: Duration
    }

    private struct State {
        var entries: [Entry] = []
        /// Where the oldest entry is, once the buffer is full.
        var oldest = 0
        var dropped = 0
        /// How many stages have begun.
        var stages = 0
        /// How many of them the start had, once it has ended.
        var stagesOfStart: Int?
        /// The first stage of the stop, once that has begun.
        var firstStageOfStop: Int?
        /// The first stage of the reload that is under way.
        var firstStageOfReload: Int?
        /// The stages of the last reload that ran a hook.
        var stagesOfReload: Range<Int>?

        /// The same, the reload that is under way included.
        var reload: Range<Int>? {
            guard let first = firstStageOfReload, first < stages else { return stagesOfReload }
            return first..<stages
        }
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    /// Returns a stage that begins now.
    func beginStage(_ phase: Phase, owners: () -> [Owner]) -> Stage {
        let number = state.withLock { state in
            defer { state.stages += 1 }
            return state.stages
        }
        return Stage(number: number, phase: phase, owners: capacity > 0 ? owners() : [])
    }

    /// Notes that what comes from here on does not belong to the start; only the first call counts.
    func endStart() {
        state.withLock { $0.stagesOfStart = $0.stagesOfStart ?? $0.stages }
    }

    /// Notes that what comes from here on belongs to the stop.
    func beginStop() { state.withLock { $0.firstStageOfStop = $0.stages } }

    /// Notes that what comes from here on belongs to a reload, until that ends.
    func beginReload() { state.withLock { $0.firstStageOfReload = $0.stages } }

    /// Notes that the reload has ended that began last.
    func endReload() {
        state.withLock { state in
            state.stagesOfReload = state.reload
            state.firstStageOfReload = nil
        }
    }

    /// Notes that a step has ended.
    func add(
        _ step: Int,
        of stage: Stage,
        after: Int?,
        began: Duration,
        ended: Duration,
        _ result: Timeline.Entry.Result
    ) {
        state.withLock { state in
            guard capacity > 0 else {
                state.dropped += 1
                return
            }
            // Made in place, because it is copied otherwise.
            let entry = Entry(stage: stage, step: step, after: after, result: result, began: began, ended: ended)
            if state.entries.count < capacity {
                state.entries.append(entry)
            } else {
                state.dropped += 1
                state.entries[state.oldest] = entry
                state.oldest = (state.oldest + 1) % capacity
            }
        }
    }

    var timeline: Timeline {
        state.withLock { state in
            let entries = state.entries[state.oldest...] + state.entries[..<state.oldest]
            return Timeline(
                entries: entries.map(Timeline.Entry.init),
                dropped: state.dropped,
                stagesOfStart: state.stagesOfStart ?? .max,
                firstStageOfStop: state.firstStageOfStop,
                stagesOfReload: state.reload
            )
        }
    }
}

extension Timeline.Entry {
    fileprivate init(_ noted: TimelineBuffer.Entry) {
        self.init(
            module: noted.stage.name(of: noted.step),
            phase: noted.stage.phase,
            stage: noted.stage.number,
            after: noted.after.map(noted.stage.name),
            began: noted.began,
            ended: noted.ended,
            result: noted.result
        )
    }
}
