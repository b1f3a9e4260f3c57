// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Collects the timeline of a hive.
final class TimelineBuffer: Sendable {
    private struct State {
        var entries = Deque<Timeline.Entry>()
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

    /// Notes that a hook has ended.
    func add(_ entry: Timeline.Entry) {
        state.withLock { state in
            state.entries.append(entry)
            guard state.entries.count > capacity else { return }
            _ = state.entries.popFirst()
            state.dropped += 1
        }
    }

    var timeline: Timeline {
        state.withLock { state in
            Timeline(
                entries: state.entries.elements,
                dropped: state.dropped,
                stagesOfStart: state.stagesOfStart ?? .max,
                firstStageOfStop: state.firstStageOfStop
            )
        }
    }
}
