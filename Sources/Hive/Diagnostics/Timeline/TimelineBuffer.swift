// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Collects the timeline of a hive.
final class TimelineBuffer: Sendable {
    private struct State {
        var entries: [Timeline.Entry] = []
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

    /// Notes that what comes from here on belongs to a reload, until that ends.
    func beginReload() { state.withLock { $0.firstStageOfReload = $0.stages } }

    /// Notes that the reload has ended that began last.
    func endReload() {
        state.withLock { state in
            state.stagesOfReload = state.reload
            state.firstStageOfReload = nil
        }
    }

    /// Notes that a hook has ended.
    func add(_ entry: Timeline.Entry) {
        state.withLock { state in
            if state.entries.count < capacity { return state.entries.append(entry) }
            state.dropped += 1
            guard capacity > 0 else { return }
            state.entries[state.oldest] = entry
            state.oldest = (state.oldest + 1) % capacity
        }
    }

    var timeline: Timeline {
        state.withLock { state in
            Timeline(
                entries: Array(state.entries[state.oldest...] + state.entries[..<state.oldest]),
                dropped: state.dropped,
                stagesOfStart: state.stagesOfStart ?? .max,
                firstStageOfStop: state.firstStageOfStop,
                stagesOfReload: state.reload
            )
        }
    }
}
