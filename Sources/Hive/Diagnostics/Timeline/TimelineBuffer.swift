// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Collects the timeline of a hive.
final class TimelineBuffer: Sendable {
    /// A hook that has ended, as it is noted; names are asked for when the timeline is read.
    struct Entry {
        let owner: Owner
        /// Whose hook had to end for this one to begin.
        let after: Owner?
        let stage: Int
        let phase: Phase
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
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    /// Returns the number of a stage that begins now.
    func beginStage() -> Int {
        state.withLock { state in
            defer { state.stages += 1 }
            return state.stages
        }
    }

    /// Notes that what comes from here on does not belong to the start; only the first call counts.
    func endStart() {
        state.withLock { $0.stagesOfStart = $0.stagesOfStart ?? $0.stages }
    }

    /// Notes that what comes from here on belongs to the stop.
    func beginStop() { state.withLock { $0.firstStageOfStop = $0.stages } }

    func add(_ entry: Entry) {
        state.withLock { state in
            if state.entries.count < capacity {
                state.entries.append(entry)
            } else {
                state.dropped += 1
                guard capacity > 0 else { return }
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
                firstStageOfStop: state.firstStageOfStop
            )
        }
    }
}

extension Timeline.Entry {
    fileprivate init(_ noted: TimelineBuffer.Entry) {
        self.init(
            module: noted.owner.name ?? "hive",
            phase: noted.phase,
            stage: noted.stage,
            after: noted.after.map { $0.name ?? "hive" },
            began: noted.began,
            ended: noted.ended,
            result: noted.result
        )
    }
}
