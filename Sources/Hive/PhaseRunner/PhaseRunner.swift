// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Runs the hooks of one phase, and lets none run longer than its timeout.
///
/// Hooks that follow each other share a task; a hook that runs beside others has one of its own. The hive's timer tells
/// when the first deadline has come, and so costs next to nothing while hooks return in time. A hook whose time is up
/// is cancelled; when it has not returned after a grace period it is abandoned, and the phase goes on in a fresh task
/// (C5, C38). The same goes for each part of a step that has several (C52).
final class PhaseRunner: DeadlineListener {
    /// What happens after a failure.
    enum Policy {
        /// No further hook begins, and those that run are cancelled.
        case endAtFirstFailure
        /// The next hook runs all the same.
        case goOn
    }

    /// What a task does next.
    enum Job {
        /// The hook of a step.
        case hook(Int)
        /// Any other part of a step.
        case part(Int, StepPart)
        /// What comes after the phase, which has ended with the task.
        case ended(PhaseRow, PendingTask)
        case nothing
    }

    let phase: Phase
    let environment: PhaseEnvironment
    let host: any PhaseHost
    let policy: Policy
    let parts: StepParts?
    /// Asked at each hook, because it copies nothing.
    let hasParts: Bool
    let order: StepOrder
    let body: HookBody
    let state: Mutex<State>
    /// The phase in the timeline; nil for a phase without steps, which would tear the timeline's chain of stages.
    let stage: TimelineBuffer.Stage?
    /// Whether the host wants to be told of each step.
    let isHostTold: Bool
    /// Whether all steps have the same timeout of their own, so that a deadline follows from when a part began.
    let isUniform: Bool
    /// The timeout of all steps, if they have the same one.
    let usual: (time: Duration, name: StaticString)?

    /// Makes a runner, which runs a phase once.
    ///
    /// - Parameters:
    ///   - phase: The phase.
    ///   - order: How many steps there are, and which of them run beside each other.
    ///   - environment: The time, and whoever is told.
    ///   - host: Whom the steps belong to.
    ///   - policy: What happens after a failure.
    ///   - whole: When the whole start or stop has to have ended.
    ///   - parts: What surrounds the hook of each step.
    ///   - body: The hook of each step.
    init(
        _ phase: Phase,
        _ order: StepOrder,
        in environment: PhaseEnvironment,
        for host: any PhaseHost,
        policy: Policy,
        whole: Deadline? = nil,
        parts: StepParts? = nil,
        body: @escaping HookBody
    ) {
        self.phase = phase
        self.order = order
        self.body = body
        self.environment = environment
        self.host = host
        self.policy = policy
        self.parts = parts
        hasParts = parts != nil
        state = Mutex(State(order, whole: whole))
        stage = order.count == 0 ? nil : environment.timeline.beginStage(phase) { host.owners }
        isHostTold = host.isTold
        isUniform = !host.hasOwnTimeouts
        usual = host.usualTimeout
    }

    /// Runs every step and returns the outcomes of those that began and did not end well, in order of the steps.
    func run() async -> [HookOutcome] {
        _ = await PhaseRow([{ self }], willRun: { _ in }, didEnd: { _ in }).run()
        return takeOutcomes()
    }

    /// Runs every step, as one phase of a row.
    ///
    /// - Parameters:
    ///   - task: The calling task, if steps may run in it: if nobody waits for it, and it was not cancelled.
    ///   - row: What goes on when the phase has ended, unless the caller does.
    /// - Returns: Whether the phase has ended and the caller goes on.
    nonisolated(nonsending)
        func run(in task: PendingTask?, of row: PhaseRow) async -> Bool
    {
        let now = environment.clock.now()
        let (isDone, first) = update { state in
            state.row = row
            launch(&state, at: now, after: nil, in: task)
            state.lane?.mayGoOn = true
            return (takeRowIfDone(&state) != nil, state.lane.map { (step: $0.step, task: $0.number) })
        }
        if isDone { return true }
        guard task != nil, let first else { return false }
        return await work(from: first.step, after: nil, task: first.task) != nil
    }

    /// Returns the outcomes of the steps that began and did not end well, in order of the steps, when all have ended.
    func takeOutcomes() -> [HookOutcome] {
        update { state in
            forgetWake(&state)
            return state.failed.sorted { $0.step < $1.step }
        }
    }

    /// Lets no further step begin, and cancels those that run.
    func interrupt() {
        let now = environment.clock.now()
        let done = update { state in
            end(&state, at: now)
            return takeRowIfDone(&state)
        }
        done?.giveBack(after: self)
    }

    /// Lets a step begin as soon as what it depends on is done: it no longer lets others end first.
    func dropSoftDependencies(of step: Int) {
        let now = environment.clock.now()
        update { state in
            state.dropSoftDependencies(of: step, order)
            // Otherwise the phase has not begun, or is over.
            if state.row != nil { launch(&state, at: now, after: nil) }
        }
    }

    /// Changes the state under the lock; then, without it, does what was found to be done.
    @discardableResult
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, leftovers) = state.withLock { (change(&$0), $0.takeLeftovers()) }
        see(to: leftovers)
        return result
    }

    /// Changes the state under the lock, and returns what there is to do after what there is to tell.
    func changeState(_ change: (inout State) -> Void) -> Leftovers? {
        state.withLock { state in
            change(&state)
            return state.takeLeftovers()
        }
    }

    /// Begins and cancels tasks, and sets the timer.
    func see(to leftovers: Leftovers?) {
        guard let leftovers else { return }
        for deadline in leftovers.deadlines { environment.timer.remove(deadline) }
        if let now = leftovers.armed { environment.timer.arm(now: now) }
        for (task, step, part, number) in leftovers.begun {
            task.begin {
                // Ends when its hooks have returned; cancelled when their time is up or the phase ends.
                Task {
                    guard let (row, task) = await self.work(from: step, after: part, task: number) else { return }
                    await row.goOn(after: self, in: task)
                }
            }
        }
        for task in leftovers.cancelled { task.cancel() }
        for abandonment in leftovers.abandonments { abandonment() }
    }
}

// MARK: - Under the lock

extension PhaseRunner {
    /// Starts whatever may start now that a step has ended, or the phase begins: in a task that is there, or in others.
    func launch(_ state: inout State, at now: Duration, after: Int?, in task: PendingTask? = nil) {
        guard !state.isEnding else { return }
        if state.lane == nil, let next = state.next, state.isReady(next) {
            state.begun += 1
            state.lane = start(next, at: now, after: after, in: task, &state)
        }
        for step in state.takeReady() { state.beside[step] = start(step, at: now, after: after, &state) }
    }

    private func start(
        _ step: Int,
        at now: Duration,
        after: Int?,
        in task: PendingTask? = nil,
        _ state: inout State
    ) -> Active {
        let number = state.newNumber()
        let active = Active(number: number)
        begin(step, as: active, at: now, after: after, &state)
        active.task = task ?? newTask(from: step, after: nil, number, &state)
        return active
    }

    func begin(_ step: Int, as active: Active, at now: Duration, after: Int?, _ state: inout State) {
        active.begin(step, at: now, after: after)
        if !hasParts { begin(.hook, of: active, at: now, &state) }
    }

    func begin(_ part: StepPart, of active: Active, at now: Duration, _ state: inout State) {
        active.begin(part, at: now)
        if !isUniform || state.whole != nil {
            active.deadline = deadline(of: active.step, at: now, within: state.whole)
        }
        setWake(&state, for: active, now: now)
    }

    /// Lets the next part of a step begin in a fresh task, because a cancelled one stays cancelled.
    func goOn(_ active: Active, after part: StepPart, _ state: inout State) {
        let (step, number) = (active.step, state.newNumber())
        active.number = number
        active.isMeasured = false
        active.mayGoOn = false
        active.task = newTask(from: step, after: part, number, &state)
    }

    private func newTask(from step: Int, after part: StepPart?, _ number: Int, _ state: inout State) -> PendingTask {
        let task = PendingTask()
        state.leftovers.begun.append((task, step, part, number))
        return task
    }

    func end(_ state: inout State, at now: Duration) {
        state.isEnding = true
        for active in state.active { cancel(active, at: now, &state) }
        setWake(&state, now: now)
    }

    func cancel(_ active: Active, at now: Duration, _ state: inout State) {
        guard active.isMeasured, active.cancelled == nil else { return }
        active.cancelled = now
        if let task = active.task { state.leftovers.cancelled.append(task) }
    }

    /// Takes out a step that has ended, whichever way, and notes it.
    func leave(_ active: Active, at now: Duration, _ state: inout State, _ end: inout End) {
        let step = active.step
        if state.lane === active { state.lane = nil } else { state.beside[step] = nil }
        if !order.isSequence { state.noteEnd(of: step, order) }
        var result = Timeline.Entry.Result.succeeded
        if active.hasFailed {
            result = active.isAbandoned ? .abandoned : .failed
            state.failed.append(active.outcome)
            if policy == .endAtFirstFailure { self.end(&state, at: now) }
        }
        if let stage {
            environment.timeline.add(step, of: stage, after: active.after, began: active.began, ended: now, result)
        }
        guard environment.isObserved else { return }
        let duration = now.subtracting(active.began)
        end.add(Record(step: step, duration: duration, error: active.failures.first?.error))
    }

    /// What goes on when the phase has ended: when nothing runs and nothing is going to.
    func takeRowIfDone(_ state: inout State) -> PhaseRow? {
        guard state.isIdle, state.isEnding || state.next == nil && state.waitingCount == 0 else { return nil }
        let row = state.row
        state.row = nil
        return row
    }
}
