// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a phase knows while it runs; all of it is the runner's own.

extension PhaseRunner {
    /// A hook that runs.
    struct Active {
        let step: Int
        let began: Duration
        /// The step that had to end first.
        let after: Int?
        let deadline: Deadline?
        let task: Int
        /// When the hook was told to return.
        var cancelled: Duration?
        var isTimedOut = false
        var isReportedSlow = false
    }

    struct State {
        /// The hooks that run; nearly always one.
        var active: [Active] = []
        /// Which steps have ended, and those that did not end well.
        var isDone: [Bool]
        var failed: [HookOutcome] = []
        /// The number of the stage in the timeline.
        var stage = 0
        /// Steps that have not begun, in order, of the lane of those that follow each other.
        let lane: [Int]
        /// How many of the lane have begun.
        var begun = 0
        var waiting: [Int]
        var isLaneBusy = false
        var isEnding = false
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        var watchdog: Task<Void, Never>?
        var wake: Duration?
        /// Lets whoever runs the phase go on.
        ///
        /// A closure, because the size of a checked continuation is known only when the program runs, and so would be the
        /// state's.
        var conductor: (@Sendable () -> Void)?
        /// Tasks to cancel when the lock is open again: what a task does then is user code.
        var cancellations: [Task<Void, Never>] = []

        /// The next step of the lane.
        var next: Int? { begun < lane.count ? lane[begun] : nil }
    }

    /// What there is to tell about a hook that has ended, when the lock is open again.
    struct Record {
        let stage: Int
        let began: Duration
        let after: Int?
        let outcome: HookOutcome
    }
}
