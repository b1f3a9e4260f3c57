// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// When each hook began and ended, on start and stop, in a bounded buffer (B20).
public struct Timeline: Sendable {
    /// One hook.
    public struct Entry: Hashable, Sendable {
        /// How a hook ended.
        public enum Result: String, Hashable, Sendable {
            /// It returned in time.
            case succeeded
            /// It threw, or its time was up.
            case failed
            /// It had not returned when nobody waited for it any more.
            case abandoned
        }

        /// The module's name, or `hive`.
        public let module: String
        /// The hook.
        public let phase: Phase
        /// When it began, counted from when the hive was made.
        public let began: Duration
        /// When it ended, or was abandoned.
        public let ended: Duration
        /// How it ended.
        public let result: Result

        /// How long it took.
        public var duration: Duration { ended - began }
    }

    /// The hooks in the order in which they ended.
    public let entries: [Entry]
    /// How many older ones found no room.
    public let dropped: Int

    /// The hooks, the slowest first; equal ones in the order in which they ended.
    public var blame: [Entry] {
        entries.enumerated().sorted {
            ($1.element.duration, $0.offset) < ($0.element.duration, $1.offset)
        }.map(\.element)
    }
}

/// Collects the timeline of a hive.
final class TimelineBuffer: Sendable {
    private struct State {
        var entries: [Timeline.Entry] = []
        /// Where the oldest entry is, once the buffer is full.
        var oldest = 0
        var dropped = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = max(0, capacity)
    }

    func add(_ module: String, _ phase: Phase, began: Duration, ended: Duration, outcome: HookOutcome) {
        let result: Timeline.Entry.Result =
            outcome.isAbandoned ? .abandoned : outcome.isSuccess ? .succeeded : .failed
        let entry = Timeline.Entry(module: module, phase: phase, began: began, ended: ended, result: result)
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
            return Timeline(entries: Array(entries), dropped: state.dropped)
        }
    }
}
