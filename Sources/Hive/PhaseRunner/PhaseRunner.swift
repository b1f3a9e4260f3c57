// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Runs the hooks of one phase, and lets none run longer than its timeout.
///
/// Hooks that follow each other share a task; a hook that runs beside others has one of its own. The hive's timer tells
/// when the first deadline has come, and so costs next to nothing while hooks return in time. A hook whose time is up is
/// cancelled; when it has not returned after a grace period it is abandoned, and the phase goes on in a fresh task (C5,
/// C38). The same goes for each part of a step that has several (C52).
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
        case nothing
    }

    let phase: Phase
    let environment: PhaseEnvironment
    let host: any PhaseHost
    let policy: Policy
    let parts: StepParts?
    private let order: StepOrder
    private let whole: Deadline?
    private let body: HookBody
    let state: Mutex<State>
    /// The phase in the timeline; nil for a phase without steps, which would tear the timeline's chain of stages.
    let stage: TimelineBuffer.Stage?
    /// Whether the host wants to be told of each step.
    let isHostTold: Bool

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
        self.whole = whole
        self.parts = parts
        state = Mutex(State(order))
        stage = order.count == 0 ? nil : environment.timeline.beginStage(phase) { host.owners }
        isHostTold = host.isTold
    }

    /// Runs every step and returns the outcomes of those that began and did not end well, in order of the steps.
    func run() async -> [HookOutcome] {
        await withCheckedContinuation { continuation in
            let now = environment.clock.now()
            let isDone = update { state in
                state.resumption = { continuation.resume() }
                launch(&state, at: now, after: nil)
                return takeResumptionIfDone(&state)
            }
            isDone?()
        }
        return update { state in
            forgetWake(&state)
            return state.failed.sorted { $0.step < $1.step }
        }
    }

    /// Lets no further step begin, and cancels those that run.
    func interrupt() {
        let now = environment.clock.now()
        let done = update { state in
            end(&state, at: now)
            return takeResumptionIfDone(&state)
        }
        done?()
    }

    /// Lets a step begin as soon as what it depends on is done: it no longer lets others end first.
    func dropSoftDependencies(of step: Int) {
        let now = environment.clock.now()
        update { state in
            state.withoutSoftDependencies.insert(step)
            // Otherwise the phase has not begun, or is over.
            if state.resumption != nil { launch(&state, at: now, after: nil) }
        }
    }

    /// Changes the state under the lock; then, without it, cancels what was found to be cancelled.
    @discardableResult
    func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, leftovers) = state.withLock { (change(&$0), $0.takeLeftovers()) }
        leftovers?.cancel(environment.timer)
        return result
    }

    /// Changes the state under the lock, and returns what there is to cancel after what there is to tell.
    func changeState(_ change: (inout State) -> Void) -> Leftovers? {
        state.withLock { state in
            change(&state)
            return state.takeLeftovers()
        }
    }
}

// MARK: - Under the lock

extension PhaseRunner {
    /// Starts whatever may start now that a step has ended.
    func launch(_ state: inout State, at now: Duration, after: Int?) {
        guard !state.isEnding else { return }
        if state.lane == nil, let next = state.next, isReady(next, state) {
            state.begun += 1
            state.lane = start(next, at: now, after: after, &state)
        }
        guard !state.waiting.isEmpty else { return }
        let ready = state.waiting.filter { isReady($0, state) }
        guard !ready.isEmpty else { return }
        state.waiting.removeAll { ready.contains($0) }
        for step in ready { state.beside[step] = start(step, at: now, after: after, &state) }
    }

    private func isReady(_ step: Int, _ state: borrowing State) -> Bool {
        if order.isSequence { return true }
        guard order.dependencies(step).allSatisfy({ state.isDone[$0] }) else { return false }
        if state.withoutSoftDependencies.contains(step) { return true }
        return order.softDependencies(step).allSatisfy { state.isDone[$0] }
    }

    private func start(_ step: Int, at now: Duration, after: Int?, _ state: inout State) -> Active {
        let number = state.newNumber()
        let active = Active(number: number)
        begin(step, as: active, at: now, after: after, &state)
        // Ends when its hooks have returned; cancelled when their time is up or the phase ends.
        active.task = Task { await self.work(from: step, after: nil, task: number) }
        return active
    }

    private func begin(_ step: Int, as active: Active, at now: Duration, after: Int?, _ state: inout State) {
        active.begin(step, at: now, after: after)
        if parts == nil { begin(.hook, of: active, at: now, &state) }
    }

    private func begin(_ part: StepPart, of active: Active, at now: Duration, _ state: inout State) {
        active.begin(part, at: now, deadline(of: active.step, at: now))
        setWake(&state, for: active, now: now)
    }

    /// Lets the next part of a step begin in a fresh task, because a cancelled one stays cancelled.
    func goOn(_ active: Active, after part: StepPart, _ state: inout State) {
        let (step, number) = (active.step, state.newNumber())
        active.number = number
        active.isMeasured = false
        // As above.
        active.task = Task { await self.work(from: step, after: part, task: number) }
    }

    private func deadline(of step: Int, at now: Duration) -> Deadline? {
        let own = host.timeout(of: step).map {
            Deadline(time: now.adding($0.time), timeout: $0.time, name: $0.name)
        }
        guard let whole else { return own }
        guard policy == .goOn, whole.time <= now else { return Deadline.sooner(own, whole) }
        // What is left begins all the same (C6).
        let grace = environment.grace
        let name: StaticString = "the grace that is left after the whole timeout"
        return Deadline.sooner(own, Deadline(time: now.adding(grace), timeout: grace, name: name))
    }

    func end(_ state: inout State, at now: Duration) {
        state.isEnding = true
        for active in state.active { cancel(active, at: now, &state) }
        setWake(&state, now: now)
    }

    func cancel(_ active: Active, at now: Duration, _ state: inout State) {
        guard active.isMeasured, active.cancelled == nil else { return }
        active.cancelled = now
        if let task = active.task { state.leftovers.tasks.append(task) }
    }

    /// Takes out a step that has ended, whichever way, and returns what there is to tell about it.
    func leave(_ active: Active, at now: Duration, _ state: inout State) -> Record {
        let step = active.step
        if state.lane === active { state.lane = nil } else { state.beside[step] = nil }
        if !order.isSequence { state.isDone[step] = true }
        var record = Record(step: step, began: active.began, after: active.after)
        if active.hasFailed {
            record.result = active.isAbandoned ? .abandoned : .failed
            record.error = active.failures.first?.error
            state.failed.append(active.outcome)
            if policy == .endAtFirstFailure { end(&state, at: now) }
        }
        return record
    }

    /// What lets `run` return, when nothing runs and nothing is going to.
    func takeResumptionIfDone(_ state: inout State) -> (@Sendable () -> Void)? {
        guard state.isIdle, state.isEnding || state.next == nil && state.waiting.isEmpty else { return nil }
        let resumption = state.resumption
        state.resumption = nil
        return resumption
    }
}

// MARK: - Hooks

extension PhaseRunner {
    /// Runs a step, or what is left of it after a part, and, in the same task, those that follow it.
    private func work(from step: Int, after ended: StepPart?, task: Int) async {
        await ActivityScope.run(environment.identity) {
            var job = advance(step, after: ended, task)
            while true {
                switch job {
                case .hook(let step): job = await body(TaskSteps(runner: self, task: task, first: step))
                case .part(let step, let part):
                    var thrown: (any Error)?
                    do {
                        try await parts?.run(step, part)
                    } catch {
                        thrown = error
                    }
                    job = conclude(step, part, task, thrown)
                case .nothing: return
                }
            }
        }
    }

    /// Says what a task does next: of a step that has begun, or after a part of it; and of those after it.
    private func advance(_ step: Int, after ended: StepPart?, _ task: Int) -> Job {
        var (step, ended) = (step, ended)
        while true {
            if ended == nil { tellBegin(of: step) }
            guard let parts else { return .hook(step) }
            if let part = parts.next(step, ended) {
                enter(part, of: step, task)
                return if case .hook = part { .hook(step) } else { .part(step, part) }
            }
            guard let next = finish(step, task) else { return .nothing }
            (step, ended) = (next, nil)
        }
    }

    /// Notes that a part of a step begins.
    private func enter(_ part: StepPart, of step: Int, _ task: Int) {
        let now = environment.clock.now()
        update { state in
            if let active = state.find(step, in: task) { begin(part, of: active, at: now, &state) }
        }
    }

    /// Notes that a step has no further part, and says which step its task runs next.
    private func finish(_ step: Int, _ task: Int) -> Int? {
        let now = environment.clock.now()
        var end = End()
        let leftovers = changeState { state in
            guard let active = state.find(step, in: task) else { return }
            leave(active, in: task, isFresh: true, at: now, &state, &end)
        }
        leftovers?.cancel(environment.timer)
        tell(end, at: now)
        return end.next
    }

    /// Notes that a part of a step has returned, and says what its task does next.
    func conclude(_ step: Int, _ part: StepPart, _ task: Int, _ thrown: (any Error)?) -> Job {
        let now = environment.clock.now()
        var end = End()
        var (isLate, goesOn) = (false, false)
        let leftovers = changeState { state in
            guard let active = state.find(step, in: task), active.isMeasured else {
                isLate = true
                return
            }
            end.slow = noteSlow(active, at: now)
            note(thrown, part, of: active, at: now)
            // A cancelled task stays cancelled, whoever cancelled it, so what comes next gets another one.
            let isFresh = active.cancelled == nil && !Task.isCancelled
            if parts == nil {
                leave(active, in: task, isFresh: isFresh, at: now, &state, &end)
            } else if isFresh {
                active.isMeasured = false
                goesOn = true
            } else {
                goOn(active, after: part, &state)
            }
        }
        if let slow = end.slow { report(slow) }
        leftovers?.cancel(environment.timer)
        if isLate {
            host.didReturnLate(step, part, thrown)
            return .nothing
        }
        tell(end, at: now)
        if goesOn { return advance(step, after: part, task) }
        return end.next.map { advance($0, after: nil, task) } ?? .nothing
    }

    /// Notes how a part has ended.
    private func note(_ thrown: (any Error)?, _ part: StepPart, of active: Active, at now: Duration) {
        // A hook may come back before the timer has rung; its time was up all the same.
        let over = active.cancelled ?? now
        if let deadline = active.deadline, deadline.time <= over { active.isTimedOut = true }
        active.isConsequence = active.cancelled != nil && !active.isTimedOut
        if active.isTimedOut { active.fail(timeout(active, part, at: now)) }
        // What a hook throws because its time was up says nothing more.
        if let thrown, !active.isTimedOut || !(thrown is CancellationError) {
            active.fail(failure(active.step, part, thrown))
        }
    }

    /// Takes out a step, begins the one that follows it in its task, if that may run another one, and whatever may begin
    /// beside that.
    private func leave(
        _ active: Active,
        in task: Int,
        isFresh: Bool,
        at now: Duration,
        _ state: inout State,
        _ end: inout End
    ) {
        let (step, isLane) = (active.step, state.lane === active)
        end.record = leave(active, at: now, &state)
        if isFresh, isLane, !state.isEnding, let next = state.next, isReady(next, state) {
            state.begun += 1
            state.lane = active
            begin(next, as: active, at: now, after: step, &state)
            end.next = next
        }
        launch(&state, at: now, after: step)
        end.resumption = takeResumptionIfDone(&state)
    }

    private func tell(_ end: borrowing End, at now: Duration) {
        if let record = end.record { report(record, at: now) }
        end.resumption?()
    }
}

/// The steps that a task runs, one after the other.
struct TaskSteps {
    fileprivate let runner: PhaseRunner
    fileprivate let task: Int
    fileprivate let first: Int

    /// Runs the hook of each step, until a step has another part, or none is left for the task.
    ///
    /// Inlined, together with what it runs: each asynchronous function on the way to a hook takes as long as the hook.
    @inline(__always)
    nonisolated(nonsending)
        func each(_ hook: nonisolated(nonsending) (_ step: Int) async throws -> Void) async -> PhaseRunner.Job
    {
        var job = PhaseRunner.Job.hook(first)
        while case .hook(let step) = job {
            var thrown: (any Error)?
            do {
                try await hook(step)
            } catch {
                thrown = error
            }
            job = runner.conclude(step, .hook, task, thrown)
        }
        return job
    }
}
