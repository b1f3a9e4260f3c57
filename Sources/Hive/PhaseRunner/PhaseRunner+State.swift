// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a phase knows while it runs; all of it is the runner's own.

extension PhaseRunner {
    /// A step that runs, and the part of it that is under way; the next step of the same task takes its place.
    ///
    /// A class, so that nothing of it is copied from one hook to the next. Only the runner's lock leads to it.
    final class Active {
        private(set) var step = 0
        private(set) var began = Duration.zero
        /// The step that had to end first.
        private(set) var after: Int?
        /// The number of the task that runs it; another one goes on where this one was told to return.
        var number: Int
        var task: PendingTask?
        /// Whether the task may go on with what comes after the phase: it was there, or started, when that began.
        var mayGoOn = false

        /// Whether a part runs; between two parts nothing is measured.
        var isMeasured = false
        private(set) var part = StepPart.hook
        private(set) var partBegan = Duration.zero
        /// The part's own deadline; nil where it has the usual timeout, as nearly all have, or none.
        var deadline: Deadline?
        /// When the part was told to return.
        var cancelled: Duration?
        var isTimedOut = false
        var isReportedSlow = false

        /// What came of the parts that have ended.
        private(set) var failures: [HiveError.Failure] = []
        private(set) var hasFailed = false
        var isAbandoned = false
        var isConsequence = false

        init(number: Int) { self.number = number }

        /// Takes up a step, of which nothing has ended yet.
        func begin(_ step: Int, at now: Duration, after: Int?) {
            self.step = step
            began = now
            self.after = after
            isMeasured = false
            isAbandoned = false
            isConsequence = false
            if hasFailed { failures = [] }
            hasFailed = false
        }

        /// Takes up a part of the step.
        func begin(_ part: StepPart, at now: Duration) {
            self.part = part
            isMeasured = true
            partBegan = now
            cancelled = nil
            isTimedOut = false
            isReportedSlow = false
        }

        func fail(_ failure: HiveError.Failure) {
            failures.append(failure)
            hasFailed = true
        }

        var outcome: HookOutcome {
            HookOutcome(step: step, failures: failures, isAbandoned: isAbandoned, isConsequence: isConsequence)
        }
    }

    struct State {
        /// The step that runs of those that follow each other.
        var lane: Active?
        /// The steps that run beside it.
        var beside: [Int: Active] = [:]
        /// How many steps each one still waits for; empty where no step waits for a certain other one.
        private var missing: [Int]
        /// How many steps each one still lets end first besides.
        private var softMissing: [Int]
        /// The steps that did not end well.
        var failed: [HookOutcome] = []
        /// The steps that follow each other, in order; nil where all of them do.
        let laneSteps: [Int]?
        let laneCount: Int
        /// How many of them have begun.
        var begun = 0
        /// The steps that run beside others and may begin.
        private var ready: [Int] = []
        /// How many steps that run beside others have not begun.
        private(set) var waitingCount = 0
        var isEnding = false
        var lastNumber = 0
        /// When the whole start or stop has to have ended.
        var whole: Deadline?
        /// When the timer tells the runner to look after its hooks, and the timer's entry.
        var wake: (time: Duration, key: DeadlineTimer.Key)?
        /// What goes on when the phase has ended; nil before it begins, and from then on.
        var row: PhaseRow?
        var leftovers = Leftovers()

        init(_ order: StepOrder, whole: Deadline?) {
            self.whole = whole
            let steps = 0..<order.count
            missing = order.dependencyCounts
            softMissing = order.softDependencyCounts
            laneSteps = order.isSequence ? nil : steps.filter { !order.isConcurrent($0) }
            laneCount = laneSteps?.count ?? order.count
            let joints = order.isSequence ? 0 : steps.count { order.isJoint($0) }
            waitingCount = order.count - laneCount - joints
            if waitingCount > 0 {
                var joints: [Int] = []
                for place in steps.filter(isReady) { noteReady(place, order, &joints) }
                noteEnd(of: &joints, order)
            }
        }

        /// Whether nothing is left that a step waits for.
        func isReady(_ step: Int) -> Bool { missing.isEmpty || missing[step] == 0 && softMissing[step] == 0 }

        /// Notes that a step has ended, for those that wait for it; each takes as long as it has dependents.
        mutating func noteEnd(of step: Int, _ order: StepOrder) {
            var joints: [Int] = []
            noteEnd(of: step, order, &joints)
            noteEnd(of: &joints, order)
        }

        /// Notes that joints have ended, and those that end with them: without a stack, because they may form a chain.
        private mutating func noteEnd(of joints: inout [Int], _ order: StepOrder) {
            while let joint = joints.popLast() { noteEnd(of: joint, order, &joints) }
        }

        private mutating func noteEnd(of place: Int, _ order: StepOrder, _ joints: inout [Int]) {
            for other in order.dependents(of: place) {
                missing[other] -= 1
                if isReady(other) { noteReady(other, order, &joints) }
            }
            for other in order.softDependents(of: place) where softMissing[other] > 0 {
                softMissing[other] -= 1
                if isReady(other) { noteReady(other, order, &joints) }
            }
        }

        /// Notes that a step lets no other end first any more.
        mutating func dropSoftDependencies(of step: Int, _ order: StepOrder) {
            guard softMissing[step] > 0 else { return }
            softMissing[step] = 0
            var joints: [Int] = []
            if isReady(step) { noteReady(step, order, &joints) }
            noteEnd(of: &joints, order)
        }

        /// Called when nothing is left that a step waits for, and so once for each.
        private mutating func noteReady(_ place: Int, _ order: StepOrder, _ joints: inout [Int]) {
            if order.isJoint(place) {
                joints.append(place)
            } else if order.isConcurrent(place) {
                ready.append(place)
            }
        }

        /// Takes out the steps that are to begin beside others.
        mutating func takeReady() -> [Int] {
            if ready.isEmpty { return [] }
            waitingCount -= ready.count
            defer { ready = [] }
            return ready
        }

        /// The next step of those that follow each other.
        var next: Int? { begun < laneCount ? laneSteps?[begun] ?? begun : nil }

        var isIdle: Bool { lane == nil && beside.isEmpty }

        /// All steps that run, in order.
        var active: [Active] {
            if beside.isEmpty { return lane.map { [$0] } ?? [] }
            return (beside.values + (lane.map { [$0] } ?? [])).sorted { $0.step < $1.step }
        }

        /// A step, if it is still that task that runs it.
        func find(_ step: Int, in number: Int) -> Active? {
            if let lane, lane.step == step { return lane.number == number ? lane : nil }
            return beside[step].flatMap { $0.number == number ? $0 : nil }
        }

        mutating func takeLeftovers() -> Leftovers? {
            if leftovers.isEmpty { return nil }
            defer { leftovers = Leftovers() }
            return leftovers
        }

        mutating func newNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    /// What is to be done when the lock is open again: tasks run user code, and have locks of the runtime's.
    struct Leftovers {
        /// The tasks to begin: each runs a step, or what is left of it after a part.
        var begun: [(task: PendingTask, step: Int, after: StepPart?, number: Int)] = []
        var cancelled: [PendingTask] = []
        /// The deadlines that count no more.
        var deadlines: [DeadlineTimer.Key] = []
        /// When a deadline was put into the timer.
        var armed: Duration?
        /// What follows from parts that were abandoned.
        var abandonments: [@Sendable () -> Void] = []

        var isEmpty: Bool {
            begun.isEmpty && cancelled.isEmpty && deadlines.isEmpty && armed == nil && abandonments.isEmpty
        }
    }

    /// What there is to tell observers about a step that has ended, when the lock is open again.
    struct Record {
        let step: Int
        let duration: Duration
        let error: (any Error)?
    }

    /// A part that is slow, to be told when the lock is open again.
    struct SlowPart {
        let step: Int
        let part: StepPart
        let duration: Duration
    }

    /// What follows from the end of parts and steps, when the lock is open again.
    struct End {
        /// The step that the task runs next.
        var next: Int?
        /// What there is to tell observers; nil where there is none, because every hook ends with it.
        private(set) var told: (slow: [SlowPart], records: [Record])?
        /// What goes on with the same task, because the phase has ended with it.
        var goesOn: (row: PhaseRow, task: PendingTask)?
        /// What goes on with another task.
        var row: PhaseRow?

        mutating func add(_ part: SlowPart) { told = ((told?.slow ?? []) + [part], told?.records ?? []) }

        mutating func add(_ record: Record) { told = (told?.slow ?? [], (told?.records ?? []) + [record]) }
    }
}
