// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// When each hook began and ended, on start and stop, in a bounded buffer.
///
/// It is a value: what happens later does not change it. ``blame`` says what was slow, ``criticalPath`` what decided
/// how long the start took. `HiveReports` shows all of it, and the same of the stop, as text, JSON, a trace and a
/// picture.
public struct Timeline: Sendable {
    /// One hook.
    public struct Entry: Hashable, Sendable {
        /// How a hook ended.
        package enum Result: String, Hashable, Sendable {
            /// It returned in time.
            case succeeded
            /// It threw, or its time was up.
            case failed
            /// It had not returned in time, nor in the grace after that.
            case abandoned
        }

        /// The module's name, or `hive`.
        public let module: String
        /// The hook.
        public let phase: Phase
        /// The broadcast that the hook belongs to, counted from 0: a phase, or in `initialize` and `drain` one level of
        /// it.
        ///
        /// Every hook of a stage ends before the first of the next one begins.
        package let stage: Int
        /// The module whose hook, of the same stage, had to end for this one to begin; nil for the first of a stage.
        package let after: String?
        /// When it began, counted from when the hive was made.
        public let began: Duration
        /// When it ended, or was abandoned.
        public let ended: Duration
        /// Whether it threw, or was not back when its time was up.
        public var hasFailed: Bool { result != .succeeded }
        /// Whether it had not returned in the grace either, so that the hive went on without it.
        package var isAbandoned: Bool { result == .abandoned }
        /// How it ended.
        package let result: Result

        package init(
            module: String,
            phase: Phase,
            stage: Int,
            after: String?,
            began: Duration,
            ended: Duration,
            result: Result
        ) {
            (self.module, self.phase, self.stage, self.after) = (module, phase, stage, after)
            (self.began, self.ended, self.result) = (began, ended, result)
        }

        /// How long it took.
        public var duration: Duration { ended - began }
        /// The module and the hook: `CartModule.setUp`.
        package var name: String { "\(module).\(phase)" }
    }

    /// The hooks in the order in which they ended.
    public let entries: [Entry]
    /// How many older ones found no room.
    public let dropped: Int
    /// How many stages the start had, or has had so far.
    package let stagesOfStart: Int
    /// The first stage of the stop, once that has begun.
    package let firstStageOfStop: Int?

    /// Creates a timeline.
    package init(
        entries: [Entry],
        dropped: Int = 0,
        stagesOfStart: Int = .max,
        firstStageOfStop: Int? = nil
    ) {
        self.firstStageOfStop = firstStageOfStop
        self.entries = entries
        self.dropped = dropped
        self.stagesOfStart = stagesOfStart
    }

    /// The hooks, the slowest first; equal ones in the order in which they ended.
    ///
    /// - Complexity: O(n log n).
    public var blame: [Entry] { entries.sorted { $0.duration > $1.duration } }
}
