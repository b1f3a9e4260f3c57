// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Runs the hooks of one phase, and sees to it that none outlives its budget.
///
/// Hooks that follow each other share a task; a hook that runs beside others has one of its own. One watchdog sleeps
/// until the first deadline and so costs nothing while hooks return in time. A hook whose time is up is cancelled; when
/// it has not returned after a grace period it is abandoned, and the phase goes on in a fresh task (C5, C38).
final class PhaseRunner: Sendable {
    /// What happens after a failure.
    enum Policy {
        /// No further hook begins, and those that run are cancelled.
        case endAtFirstFailure
        /// The next hook runs all the same.
        case goOn
    }

    private let phase: Phase
    private let steps: [HookStep]
    private let hive: Hive
    private let policy: Policy
    private let whole: Deadline?
    private let body: HookBody
    private let state: Mutex<State>

    init(
        _ phase: Phase,
        _ steps: [HookStep],
        in hive: Hive,
        policy: Policy,
        whole: Deadline? = nil,
        body: @escaping HookBody
    ) {
        self.phase = phase
        self.steps = steps
        self.body = body
        self.hive = hive
        self.policy = policy
        self.whole = whole
        let indices = steps.indices
        let isDone = Array(repeating: false, count: steps.count)
        let lane = indices.filter { !steps[$0].isConcurrent }
        state = Mutex(State(isDone: isDone, lane: lane, waiting: indices.filter { steps[$0].isConcurrent }))
    }

    /// Runs every step and returns the outcomes of those that began and did not end well, in order of the steps.
    func run() async -> [HookOutcome] {
        await withCheckedContinuation { continuation in
            let now = hive.clock.now()
            // Stages without hooks would tear the timeline's chain of stages.
            let stage = steps.isEmpty ? 0 : hive.timelineBuffer.beginStage()
            let isDone = update { state in
                state.stage = stage
                state.conductor = { continuation.resume() }
                launch(&state, at: now, after: nil)
                return takeConductorIfDone(&state)
            }
            isDone?()
        }
        return update { state in
            if let watchdog = state.watchdog { state.cancellations.append(watchdog) }
            state.watchdog = nil
            return state.failed.sorted { $0.step < $1.step }
        }
    }

    /// Lets no further step begin, and cancels those that run.
    func interrupt() {
        let now = hive.clock.now()
        let done = update { state in
            end(&state, at: now)
            return takeConductorIfDone(&state)
        }
        done?()
    }

    /// The hooks that run, and since when, for a person.
    var running: [String] {
        let now = hive.clock.now()
        return state.withLock { state in
            state.active.sorted { $0.step < $1.step }.map { active in
                "\(steps[active.step].name).\(phase) for \(now - active.began)"
            }
        }
    }

    /// Changes the state under the lock, and cancels what was found to be cancelled after it.
    private func update<Result>(_ change: (inout State) -> Result) -> Result {
        let (result, cancellations) = state.withLock { state in
            let result = change(&state)
            if state.cancellations.isEmpty { return (result, nil as [Task<Void, Never>]?) }
            let cancellations = state.cancellations
            state.cancellations = []
            return (result, cancellations)
        }
        for task in cancellations ?? [] { task.cancel() }
        return result
    }

    // MARK: Under the lock

    /// Starts whatever may start now that a step has ended.
    private func launch(_ state: inout State, at now: Duration, after: Int?) {
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
        steps[step].dependencies.allSatisfy { state.isDone[$0] }
    }

    private func start(_ step: Int, at now: Duration, after: Int?, _ state: inout State) {
        let id = state.nextTask
        state.nextTask += 1
        begin(step, inTask: id, at: now, after: after, &state)
        // Ends when its hooks have returned; cancelled when their time is up or the phase ends.
        state.tasks[id] = Task { await self.work(from: step, task: id) }
    }

    private func begin(_ step: Int, inTask task: Int, at now: Duration, after: Int?, _ state: inout State) {
        let own = hive.budget(phase, steps[step].runtime).map {
            Deadline(time: now + $0.time, budget: $0.time, name: $0.name)
        }
        let deadline = Deadline.sooner(own, whole)
        let active = Active(step: step, began: now, after: after, deadline: deadline, task: task)
        state.active.append(active)
        if let time = nextTime(active) { arm(&state, at: time) }
    }

    private func end(_ state: inout State, at now: Duration) {
        state.isEnding = true
        for index in state.active.indices where state.active[index].cancelled == nil {
            cancel(index, at: now, &state)
        }
        arm(&state)
    }

    private func cancel(_ index: Int, at now: Duration, _ state: inout State) {
        state.active[index].cancelled = now
        if let task = state.tasks[state.active[index].task] { state.cancellations.append(task) }
    }

    /// The conductor, when nothing runs and nothing is going to.
    private func takeConductorIfDone(_ state: inout State) -> (@Sendable () -> Void)? {
        guard state.active.isEmpty, state.isEnding || state.next == nil && state.waiting.isEmpty else { return nil }
        let conductor = state.conductor
        state.conductor = nil
        return conductor
    }

    // MARK: Hooks

    /// Runs a step and, in the same task, those that follow it.
    private func work(from first: Int, task: Int) async {
        await Inside.run(hive.identity) {
            var next: Int? = first
            while let step = next {
                hive.observers.notify(.init(.willRunHook, module: steps[step].name, phase: phase))
                var thrown: (any Error)?
                do {
                    try await body(steps[step].runtime)
                } catch {
                    thrown = error
                }
                next = conclude(step, task, thrown)
            }
        }
    }

    /// Notes that a hook has returned, and says which step its task runs next.
    private func conclude(_ step: Int, _ task: Int, _ thrown: (any Error)?) -> Int? {
        let now = hive.clock.now()
        let isConcurrent = steps[step].isConcurrent
        enum Next {
            case step(Int)
            case none((@Sendable () -> Void)?)
            case late
        }
        var record: Record?
        let next = update { state -> Next in
            guard let index = state.active.firstIndex(where: { $0.step == step }) else { return .late }
            var active = state.active.remove(at: index)
            // A hook may come back before the watchdog has woken; its time was up all the same.
            let over = active.cancelled ?? now
            if let deadline = active.deadline, deadline.time <= over { active.isTimedOut = true }
            var outcome = HookOutcome(step: step, isConsequence: active.cancelled != nil && !active.isTimedOut)
            if active.isTimedOut { outcome.failures.append(timeout(step, active, at: now)) }
            if let several = thrown as? StepFailures {
                outcome.failures += several.failures
            } else if let thrown {
                outcome.failures.append(failure(step, thrown))
            }
            note(outcome, &state)
            record = Record(stage: state.stage, began: active.began, after: active.after, outcome: outcome)
            if !outcome.isSuccess, policy == .endAtFirstFailure { end(&state, at: now) }
            if !isConcurrent { state.isLaneBusy = false }
            // A cancelled task stays cancelled, so the next hook gets another one.
            let isFresh = active.cancelled == nil
            if isFresh, !state.isEnding, !isConcurrent, let following = state.next, isReady(following, state) {
                state.begun += 1
                state.isLaneBusy = true
                begin(following, inTask: task, at: now, after: step, &state)
                launch(&state, at: now, after: step)
                return .step(following)
            }
            state.tasks[task] = nil
            launch(&state, at: now, after: step)
            return .none(takeConductorIfDone(&state))
        }
        if let record { report(record, at: now) }
        switch next {
        case .step(let step): return step
        case .none(let conductor): conductor?()
        case .late: hive.hookReturnedLate(steps[step].runtime, phase, thrown)
        }
        return nil
    }

    private func note(_ outcome: HookOutcome, _ state: inout State) {
        state.isDone[outcome.step] = true
        if !outcome.isSuccess { state.failed.append(outcome) }
    }

    private func report(_ record: Record, at now: Duration) {
        let (name, outcome) = (steps[record.outcome.step].name, record.outcome)
        hive.timelineBuffer.add(
            .init(
                module: name,
                phase: phase,
                stage: record.stage,
                after: record.after.map { steps[$0].name },
                began: record.began,
                ended: now,
                result: outcome.isAbandoned ? .abandoned : outcome.isSuccess ? .succeeded : .failed
            )
        )
        guard !hive.observers.isEmpty else { return }
        let error = outcome.failures.first?.error
        hive.observers.notify(
            .init(.didRunHook, module: name, phase: phase, duration: now - record.began, error: error)
        )
    }

    private func failure(_ step: Int, _ error: any Error) -> HiveError.Failure {
        .init(module: steps[step].runtime?.name, step: "\(phase)", error: error)
    }

    private func timeout(_ step: Int, _ active: Active, at now: Duration, _ end: String = "") -> HiveError.Failure {
        let name = steps[step].name
        var text = "\(name) has not returned from \(phase) after it was cancelled."
        if active.isTimedOut, let deadline = active.deadline {
            let elapsed = now - active.began
            let what = "\(name) took longer for \(phase) than \(deadline.name) allows"
            text = "\(what): \(elapsed) of \(deadline.budget)."
        }
        return failure(step, HiveError(.timedOut, text + end))
    }
}

// MARK: - The watchdog

extension PhaseRunner {
    /// Sees to it that the watchdog wakes in time for everything that runs.
    private func arm(_ state: inout State) {
        if let time = state.active.lazy.compactMap(nextTime).min() { arm(&state, at: time) }
    }

    /// Sees to it that the watchdog wakes at a time, or before.
    private func arm(_ state: inout State, at time: Duration) {
        if let wake = state.wake, wake <= time { return }
        state.wake = time
        if let watchdog = state.watchdog { state.cancellations.append(watchdog) }
        // Ends with the phase, or when an earlier deadline takes its place.
        state.watchdog = Inside.detach {
            Task {
                do {
                    try await hive.clock.sleep(time)
                } catch {
                    return  // Cancelled: somebody else watches now, or nobody need.
                }
                watch()
            }
        }
    }

    /// When something has to be done about a hook.
    private func nextTime(_ active: Active) -> Duration? {
        if let cancelled = active.cancelled { return cancelled + hive.budgets.grace }
        guard let deadline = active.deadline else { return nil }
        if hive.observers.isEmpty || active.isReportedSlow { return deadline.time }
        return min(deadline.time, active.began + deadline.budget / 2)
    }

    /// Cancels what has outlived its budget and abandons what has outlived its grace.
    private func watch() {
        let now = hive.clock.now()
        var slow: [(step: Int, duration: Duration)] = []
        var abandoned: [Record] = []
        let conductor = update { state -> (@Sendable () -> Void)? in
            state.wake = nil
            for active in state.active.sorted(by: { $0.step < $1.step }) {
                guard let index = state.active.firstIndex(where: { $0.step == active.step }) else { continue }
                if let cancelled = active.cancelled {
                    guard cancelled + hive.budgets.grace <= now else { continue }
                    let outcome = abandon(active.step, active, at: now, &state)
                    abandoned.append(
                        Record(stage: state.stage, began: active.began, after: active.after, outcome: outcome)
                    )
                } else if let deadline = active.deadline, deadline.time <= now {
                    state.active[index].isTimedOut = true
                    cancel(index, at: now, &state)
                } else if !active.isReportedSlow {
                    state.active[index].isReportedSlow = true
                    slow.append((active.step, now - active.began))
                }
            }
            launch(&state, at: now, after: abandoned.last?.outcome.step)
            arm(&state)
            return takeConductorIfDone(&state)
        }
        for (step, duration) in slow {
            hive.observers.notify(.init(.slowHook, module: steps[step].name, phase: phase, duration: duration))
        }
        for record in abandoned { report(record, at: now) }
        conductor?()
    }

    /// Stops waiting for a hook.
    private func abandon(_ step: Int, _ active: Active, at now: Duration, _ state: inout State) -> HookOutcome {
        steps[step].runtime?.abandon()
        let end = " It did not return within \(hive.budgets.grace) after that and was abandoned: nobody waits for it."
        let outcome = HookOutcome(
            step: step,
            failures: [timeout(step, active, at: now, end)],
            isAbandoned: true,
            isConsequence: !active.isTimedOut
        )
        state.active.removeAll { $0.step == step }
        note(outcome, &state)
        state.tasks[active.task] = nil
        if !steps[step].isConcurrent { state.isLaneBusy = false }
        if policy == .endAtFirstFailure { self.end(&state, at: now) }
        return outcome
    }
}
