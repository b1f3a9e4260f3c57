// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a phase knows while it runs; all of it is the runner's own.

extension PhaseRunner {
    /// A step that runs.
    struct Active {
        let began: Duration
        /// The step that had to end first.
        let after: Int?
        /// The task that runs it; another one goes on where this one was told to return.
        var task: Int
        /// The part that runs; nil between two parts, when nothing is measured.
        var part: RunningPart?
        /// What came of the parts that have ended.
        var outcome: HookOutcome

        var step: Int { outcome.step }
    }

    /// A part of a step that runs.
    struct RunningPart {
        let part: StepPart
        let began: Duration
        let deadline: Deadline?
        /// When it was told to return.
        var cancelled: Duration?
        var isTimedOut = false
        var isReportedSlow = false

        /// When half of its time is over.
        var halfTime: Duration? {
            deadline.map { began.adding($0.time.subtracting(began) / 2) }
        }
    }

    struct State {
        /// The steps that run; nearly always one.
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
        /// Steps that no longer let others end first.
        var withoutSoftDependencies: Set<Int> = []
        var isLaneBusy = false
        var isEnding = false
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        /// When the timer tells the runner to look after its hooks, and the timer's entry.
        var wake: (time: Duration, key: DeadlineTimer.Key)?
        /// Lets `run` return.
        ///
        /// A closure, because the size of a checked continuation is known only when the program runs, and so would be the
        /// state's.
        var resumption: (@Sendable () -> Void)?
        var leftovers = Leftovers()

        /// The next step of the lane.
        var next: Int? { begun < lane.count ? lane[begun] : nil }

        /// The place of a step, if it is still that task that runs it.
        func index(of step: Int, in task: Int) -> Int? {
            active.firstIndex { $0.step == step && $0.task == task }
        }

        mutating func newTask() -> Int {
            nextTask += 1
            return nextTask
        }
    }

    /// What is to be cancelled when the lock is open again: what happens then is user code.
    struct Leftovers {
        var tasks: [Task<Void, Never>] = []
        var deadlines: [DeadlineTimer.Key] = []

        var isEmpty: Bool { tasks.isEmpty && deadlines.isEmpty }
    }

    /// What there is to tell about a step that has ended, when the lock is open again.
    struct Record {
        let stage: Int
        let began: Duration
        let after: Int?
        let outcome: HookOutcome
    }

    /// A part that is slow, to be told when the lock is open again.
    struct SlowPart {
        let step: Int
        let part: StepPart
        let duration: Duration
    }
}
