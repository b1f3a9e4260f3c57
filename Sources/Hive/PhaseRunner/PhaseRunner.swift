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

    /// What the task of a step does next.
    enum Next {
        case step(Int)
        /// The next part of the same step.
        case part
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
    private let state: Mutex<State>

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
        let indices = 0..<order.count
        let isDone = Array(repeating: false, count: order.count)
        let lane = indices.filter { !order.isConcurrent($0) }
        state = Mutex(State(isDone: isDone, lane: lane, waiting: indices.filter { order.isConcurrent($0) }))
    }

    /// What errors and timelines call whoever a step belongs to.
    func name(of step: Int) -> String { host.module(of: step) ?? "hive" }

    /// Runs every step and returns the outcomes of those that began and did not end well, in order of the steps.
    func run() async -> [HookOutcome] {
        await withCheckedContinuation { continuation in
            let now = environment.clock.now()
            // Stages without hooks would tear the timeline's chain of stages.
            let stage = order.count == 0 ? 0 : environment.timeline.beginStage()
            let isDone = update { state in
                state.stage = stage
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

    /// The steps that run.
    var activeSteps: [Active] { state.withLock { $0.active } }

    /// Changes the state under the lock; then, without it, says what is to be said and cancels what was found to be
    /// cancelled.
    func update<Result>(_ change: (inout State) -> Result, tell: () -> Void = {}) -> Result {
        let (result, leftovers) = state.withLock { state in
            let result = change(&state)
            if state.leftovers.isEmpty { return (result, nil as Leftovers?) }
            let leftovers = state.leftovers
            state.leftovers = Leftovers()
            return (result, leftovers)
        }
        tell()
        if let leftovers {
            for deadline in leftovers.deadlines { environment.timer.remove(deadline) }
            for task in leftovers.tasks { task.cancel() }
        }
        return result
    }
}

// MARK: - Under the lock

extension PhaseRunner {
    /// Starts whatever may start now that a step has ended.
    func launch(_ state: inout State, at now: Duration, after: Int?) {
        guard !state.isEnding else { return }
        if !state.isLaneBusy, let next = state.next, isReady(next, state) {
            state.begun += 1
            state.isLaneBusy = true
            start(next, at: now, after: after, &state)
        }
        guard !state.waiting.isEmpty else { return }
        let ready = state.waiting.filter { isReady($0, state) }
        guard !ready.isEmpty else { return }
        state.waiting.removeAll { ready.contains($0) }
        for step in ready { start(step, at: now, after: after, &state) }
    }

    private func isReady(_ step: Int, _ state: State) -> Bool {
        if order.isSequence { return true }
        guard order.dependencies(step).allSatisfy({ state.isDone[$0] }) else { return false }
        if state.withoutSoftDependencies.contains(step) { return true }
        return order.softDependencies(step).allSatisfy { state.isDone[$0] }
    }

    private func start(_ step: Int, at now: Duration, after: Int?, _ state: inout State) {
        let id = state.newTask()
        begin(step, inTask: id, at: now, after: after, &state)
        // Ends when its hooks have returned; cancelled when their time is up or the phase ends.
        state.tasks[id] = Task { await self.work(from: step, after: nil, task: id) }
    }

    private func begin(_ step: Int, inTask task: Int, at now: Duration, after: Int?, _ state: inout State) {
        var active = Active(began: now, after: after, task: task, outcome: HookOutcome(step: step))
        if parts == nil {
            let part = RunningPart(part: .hook, began: now, deadline: deadline(of: step, at: now))
            active.part = part
            setWake(&state, for: part, now: now)
        }
        state.active.append(active)
    }

    /// Lets the next part of a step begin in a fresh task, because a cancelled one stays cancelled.
    func goOn(_ index: Int, after part: StepPart, _ state: inout State) {
        let (step, id) = (state.active[index].step, state.newTask())
        state.tasks[state.active[index].task] = nil
        state.active[index].task = id
        state.active[index].part = nil
        // As above.
        state.tasks[id] = Task { await self.work(from: step, after: part, task: id) }
    }

    private func deadline(of step: Int, at now: Duration) -> Deadline? {
        let own = host.timeout(of: step).map {
            Deadline(time: now.adding($0.time), timeout: $0.time, name: $0.name)
        }
        guard let whole, policy == .goOn, whole.time <= now else { return Deadline.sooner(own, whole) }
        // What is left begins all the same (C6).
        let grace = environment.grace
        let name: StaticString = "the grace that is left after the whole timeout"
        return Deadline.sooner(own, Deadline(time: now.adding(grace), timeout: grace, name: name))
    }

    func end(_ state: inout State, at now: Duration) {
        state.isEnding = true
        for index in state.active.indices { cancel(index, at: now, &state) }
        setWake(&state, now: now)
    }

    func cancel(_ index: Int, at now: Duration, _ state: inout State) {
        guard state.active[index].part != nil, state.active[index].part?.cancelled == nil else { return }
        state.active[index].part?.cancelled = now
        if let task = state.tasks[state.active[index].task] { state.leftovers.tasks.append(task) }
    }

    /// Takes out a step that has ended, whichever way, and returns what there is to tell about it.
    func leave(_ index: Int, at now: Duration, _ state: inout State) -> Record {
        let active = state.active.remove(at: index)
        state.isDone[active.step] = true
        if !active.outcome.isSuccess {
            state.failed.append(active.outcome)
            if policy == .endAtFirstFailure { end(&state, at: now) }
        }
        if !order.isConcurrent(active.step) { state.isLaneBusy = false }
        return Record(stage: state.stage, began: active.began, after: active.after, outcome: active.outcome)
    }

    /// What lets `run` return, when nothing runs and nothing is going to.
    func takeResumptionIfDone(_ state: inout State) -> (@Sendable () -> Void)? {
        guard state.active.isEmpty, state.isEnding || state.next == nil && state.waiting.isEmpty else { return nil }
        let resumption = state.resumption
        state.resumption = nil
        return resumption
    }
}

// MARK: - Hooks

extension PhaseRunner {
    /// Runs a step, or what is left of it after a part, and, in the same task, those that follow it.
    private func work(from first: Int, after ended: StepPart?, task: Int) async {
        await ActivityScope.run(environment.identity) {
            var (step, ended) = (first, ended)
            while true {
                if ended == nil {
                    host.willRun(step)
                    environment.observers.notify(.init(.willRunHook, module: name(of: step), phase: phase))
                }
                var part = StepPart.hook
                if let parts {
                    if let next = parts.next(step, ended) {
                        enter(next, of: step, task)
                        part = next
                    } else if let next = finish(step, task) {
                        (step, ended) = (next, nil)
                        continue
                    } else {
                        return
                    }
                }
                var thrown: (any Error)?
                do {
                    if case .hook = part { try await body(step) } else { try await parts?.run(step, part) }
                } catch {
                    thrown = error
                }
                switch conclude(step, part, task, thrown) {
                case .step(let next): (step, ended) = (next, nil)
                case .part: ended = part
                case .nothing: return
                }
            }
        }
    }

    /// Notes that a part of a step begins.
    private func enter(_ part: StepPart, of step: Int, _ task: Int) {
        let now = environment.clock.now()
        update { state in
            guard let index = state.index(of: step, in: task) else { return }
            let running = RunningPart(part: part, began: now, deadline: deadline(of: step, at: now))
            state.active[index].part = running
            setWake(&state, for: running, now: now)
        }
    }

    /// Notes that a step has no further part, and says which step its task runs next.
    private func finish(_ step: Int, _ task: Int) -> Int? {
        let now = environment.clock.now()
        var record: Record?
        var resumption: (@Sendable () -> Void)?
        let next = update { state -> Int? in
            guard let index = state.index(of: step, in: task) else { return nil }
            record = leave(index, at: now, &state)
            let next = follow(step, inTask: task, at: now, &state)
            resumption = takeResumptionIfDone(&state)
            return next
        }
        if let record { report(record, at: now) }
        resumption?()
        return next
    }

    /// Notes that a part of a step has returned, and says what its task does next.
    private func conclude(_ step: Int, _ part: StepPart, _ task: Int, _ thrown: (any Error)?) -> Next {
        let now = environment.clock.now()
        var isLate = false
        var slow: SlowPart?
        var record: Record?
        var resumption: (@Sendable () -> Void)?
        let next = update { state -> Next in
            guard let index = state.index(of: step, in: task), var running = state.active[index].part else {
                isLate = true
                return .nothing
            }
            slow = noteSlow(&running, of: step, at: now)
            // A hook may come back before the timer has rung; its time was up all the same.
            let over = running.cancelled ?? now
            if let deadline = running.deadline, deadline.time <= over { running.isTimedOut = true }
            state.active[index].outcome.isConsequence = running.cancelled != nil && !running.isTimedOut
            if running.isTimedOut { state.active[index].outcome.failures.append(timeout(step, running, at: now)) }
            // What a hook throws because its time was up says nothing more.
            if let thrown, !running.isTimedOut || !(thrown is CancellationError) {
                state.active[index].outcome.failures.append(failure(step, part, thrown))
            }
            // A cancelled task stays cancelled, whoever cancelled it, so what comes next gets another one.
            let isFresh = running.cancelled == nil && !Task.isCancelled
            if parts != nil {
                state.active[index].part = nil
                if isFresh { return .part }
                goOn(index, after: part, &state)
                return .nothing
            }
            record = leave(index, at: now, &state)
            var next: Int?
            if isFresh {
                next = follow(step, inTask: task, at: now, &state)
            } else {
                state.tasks[task] = nil
                launch(&state, at: now, after: step)
            }
            resumption = takeResumptionIfDone(&state)
            return next.map { .step($0) } ?? .nothing
        } tell: {
            if let slow { report(slow) }
        }
        if let record { report(record, at: now) }
        resumption?()
        if isLate { host.didReturnLate(step, part, thrown) }
        return next
    }

    /// Begins the step that follows another one in its task, and whatever may begin beside it.
    private func follow(_ step: Int, inTask task: Int, at now: Duration, _ state: inout State) -> Int? {
        var next: Int?
        if !state.isEnding, !order.isConcurrent(step), let following = state.next, isReady(following, state) {
            state.begun += 1
            state.isLaneBusy = true
            begin(following, inTask: task, at: now, after: step, &state)
            next = following
        } else {
            state.tasks[task] = nil
        }
        launch(&state, at: now, after: step)
        return next
    }
}
