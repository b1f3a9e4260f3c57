// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a runner does about hooks that do not return in time.

extension PhaseRunner {
    /// Cancels what has outlived its timeout and abandons what has outlived its grace.
    func timeHasCome() {
        let now = environment.clock.now()
        var slow: [SlowPart] = []
        var records: [Record] = []
        let resumption = update { state -> (@Sendable () -> Void)? in
            if let wake = state.wake, wake.time <= now { state.wake = nil }
            for step in state.active.map(\.step).sorted() {
                guard let index = state.active.firstIndex(where: { $0.step == step }) else { continue }
                guard var running = state.active[index].part else { continue }
                if let found = noteSlow(&running, of: step, at: now) { slow.append(found) }
                if running.cancelled == nil, let deadline = running.deadline, deadline.time <= now {
                    running.isTimedOut = true
                }
                state.active[index].part = running
                if let cancelled = running.cancelled {
                    guard cancelled.adding(environment.grace) <= now else { continue }
                    if let record = abandon(index, running, at: now, &state) { records.append(record) }
                } else if running.isTimedOut {
                    cancel(index, at: now, &state)
                }
            }
            launch(&state, at: now, after: records.last?.outcome.step)
            setWake(&state, now: now)
            return takeResumptionIfDone(&state)
        } tell: {
            for part in slow { report(part) }
        }
        for record in records { report(record, at: now) }
        resumption?()
    }

    /// Stops waiting for a part; returns what there is to tell when that was the step's last one.
    private func abandon(_ index: Int, _ running: RunningPart, at now: Duration, _ state: inout State) -> Record? {
        let step = state.active[index].step
        host.didAbandon(step, running.part)
        let end = HiveError.abandonment(after: environment.grace)
        state.active[index].outcome.failures.append(timeout(step, running, at: now, end))
        state.active[index].outcome.isAbandoned = true
        state.active[index].outcome.isConsequence = !running.isTimedOut
        guard parts == nil else {
            goOn(index, after: running.part, &state)
            return nil
        }
        state.tasks[state.active[index].task] = nil
        return leave(index, at: now, &state)
    }

    /// Says whether a part has used up half of its time, unless that was said before or nobody listens.
    func noteSlow(_ running: inout RunningPart, of step: Int, at now: Duration) -> SlowPart? {
        guard !environment.observers.isEmpty, !running.isReportedSlow else { return nil }
        guard let halfTime = running.halfTime, halfTime <= now else { return nil }
        running.isReportedSlow = true
        return SlowPart(step: step, part: running.part, duration: now.subtracting(running.began))
    }

    func report(_ slow: SlowPart) {
        environment.observers.notify(
            .init(
                .slowHook,
                module: name(of: slow.step),
                phase: phase,
                subject: slow.part.name,
                duration: slow.duration
            )
        )
    }

    // MARK: Under the lock

    /// Makes sure that the timer tells the runner in time for everything that runs.
    func setWake(_ state: inout State, now: Duration) {
        if let time = state.active.lazy.compactMap({ $0.part.flatMap(self.nextTime) }).min() {
            setWake(&state, at: time, now: now)
        }
    }

    /// Makes sure that the timer tells the runner in time for a part.
    func setWake(_ state: inout State, for part: RunningPart, now: Duration) {
        if let time = nextTime(part) { setWake(&state, at: time, now: now) }
    }

    private func setWake(_ state: inout State, at time: Duration, now: Duration) {
        if let wake = state.wake, wake.time <= time { return }
        forgetWake(&state)
        state.wake = (time, environment.timer.add(self, at: time, now: now))
    }

    func forgetWake(_ state: inout State) {
        if let wake = state.wake { state.leftovers.deadlines.append(wake.key) }
        state.wake = nil
    }

    /// When something has to be done about a part.
    private func nextTime(_ running: RunningPart) -> Duration? {
        if let cancelled = running.cancelled { return cancelled.adding(environment.grace) }
        if environment.observers.isEmpty || running.isReportedSlow { return running.deadline?.time }
        return running.halfTime
    }
}
