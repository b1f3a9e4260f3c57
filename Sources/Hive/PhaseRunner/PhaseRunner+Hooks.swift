// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What the tasks of a phase do: they run hooks, and find out after each what comes next.

extension PhaseRunner {
    /// Runs a step, or what is left of it after a part, and, in the same task, those that follow it.
    ///
    /// - Returns: What goes on with the calling task, if the phase has ended with it, and the task.
    nonisolated(nonsending)
        func work(from step: Int, after ended: StepPart?, task: Int) async -> (PhaseRow, PendingTask)?
    {
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
                case .ended(let row, let task): return (row, task)
                case .nothing: return nil
                }
            }
        }
    }

    /// Says what a task does next: of a step that has begun, or after a part of it; and of those after it.
    private func advance(_ step: Int, after ended: StepPart?, _ task: Int) -> Job {
        var (step, ended) = (step, ended)
        while true {
            if ended == nil { tellBegin(of: step) }
            guard hasParts, let parts else { return .hook(step) }
            if let part = parts.next(step, ended) {
                enter(part, of: step, task)
                return if case .hook = part { .hook(step) } else { .part(step, part) }
            }
            let end = finish(step, task)
            if let (row, task) = end.goesOn { return .ended(row, task) }
            guard let next = end.next else { return .nothing }
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

    /// Notes that a step has no further part, and says what its task does next.
    private func finish(_ step: Int, _ task: Int) -> End {
        let now = environment.clock.now()
        var end = End()
        let leftovers = changeState { state in
            guard let active = state.find(step, in: task) else { return }
            leave(active, in: task, isFresh: true, at: now, &state, &end)
        }
        see(to: leftovers)
        tell(end)
        return end
    }

    /// Notes that a part of a step has returned, and says what its task does next.
    func conclude(_ step: Int, _ part: StepPart, _ task: Int, _ thrown: (any Error)?) -> Job {
        let now = environment.clock.now()
        var end = End()
        var (isLate, goesOn) = (false, false)
        let isCancelled = Task.isCancelled
        let leftovers = changeState { state in
            guard let active = state.find(step, in: task), active.isMeasured else {
                isLate = true
                return
            }
            noteSlow(active, at: now, &end)
            note(thrown, part, of: active, at: now)
            // A cancelled task stays cancelled, whoever cancelled it, so what comes next gets another one.
            let isFresh = active.cancelled == nil && !isCancelled
            if !hasParts {
                leave(active, in: task, isFresh: isFresh, at: now, &state, &end)
            } else if isFresh {
                active.isMeasured = false
                goesOn = true
            } else {
                goOn(active, after: part, &state)
            }
        }
        tellSlow(end)
        see(to: leftovers)
        if isLate {
            host.didReturnLate(step, part, thrown)
            return .nothing
        }
        tell(end)
        if goesOn { return advance(step, after: part, task) }
        if let (row, task) = end.goesOn { return .ended(row, task) }
        return end.next.map { advance($0, after: nil, task) } ?? .nothing
    }

    /// Notes how a part has ended.
    private func note(_ thrown: (any Error)?, _ part: StepPart, of active: Active, at now: Duration) {
        // A hook may come back before the timer has rung; its time was up all the same.
        let over = active.cancelled ?? now
        if let time = time(of: active), time <= over { active.isTimedOut = true }
        active.isConsequence = active.cancelled != nil && !active.isTimedOut
        if active.isTimedOut { active.fail(timeout(active, part, at: now)) }
        // What a hook throws because its time was up says nothing more.
        if let thrown, !active.isTimedOut || !(thrown is CancellationError) {
            active.fail(failure(active.step, part, thrown))
        }
    }

    /// Takes out a step, begins the one that follows it in its task, if that may run another one, and whatever may
    /// begin beside that.
    private func leave(
        _ active: Active,
        in task: Int,
        isFresh: Bool,
        at now: Duration,
        _ state: inout State,
        _ end: inout End
    ) {
        let (step, isLane) = (active.step, state.lane === active)
        leave(active, at: now, &state, &end)
        if isFresh, isLane, !state.isEnding, let next = state.next, state.isReady(next) {
            state.begun += 1
            state.lane = active
            begin(next, as: active, at: now, after: step, &state)
            end.next = next
        }
        launch(&state, at: now, after: step)
        guard let row = takeRowIfDone(&state) else { return }
        if isFresh, active.mayGoOn, let task = active.task { end.goesOn = (row, task) } else { end.row = row }
    }

    /// Says what is to be said, and lets another task go on if nothing is left.
    func tell(_ end: borrowing End) {
        if let told = end.told {
            for record in told.records { report(record) }
        }
        end.row?.giveBack(after: self)
    }

    /// Says which parts are slow, before they are told to return.
    func tellSlow(_ end: borrowing End) {
        if let told = end.told {
            for part in told.slow { report(part) }
        }
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
