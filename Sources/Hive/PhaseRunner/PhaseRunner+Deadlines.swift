// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a runner does about hooks that do not return in time.

extension PhaseRunner {
    /// Cancels what has outlived its timeout and abandons what has outlived its grace.
    func timeHasCome() {
        let now = environment.clock.now()
        var slow: [SlowPart] = []
        var records: [Record] = []
        var resumption: (@Sendable () -> Void)?
        let leftovers = changeState { state in
            if let wake = state.wake, wake.time <= now { state.wake = nil }
            for active in state.active where active.isMeasured {
                if let found = noteSlow(active, at: now) { slow.append(found) }
                if let cancelled = active.cancelled {
                    guard cancelled.adding(environment.grace) <= now else { continue }
                    if let record = abandon(active, at: now, &state) { records.append(record) }
                } else {
                    if let deadline = active.deadline, deadline.time <= now { active.isTimedOut = true }
                    if active.isTimedOut { cancel(active, at: now, &state) }
                }
            }
            launch(&state, at: now, after: records.last?.step)
            setWake(&state, now: now)
            resumption = takeResumptionIfDone(&state)
        }
        for part in slow { report(part) }
        leftovers?.cancel(environment.timer)
        for record in records { report(record, at: now) }
        resumption?()
    }

    /// Stops waiting for a part; returns what there is to tell when that was the step's last one.
    private func abandon(_ active: Active, at now: Duration, _ state: inout State) -> Record? {
        let part = active.part
        host.didAbandon(active.step, part)
        active.fail(timeout(active, part, at: now, HiveError.abandonment(after: environment.grace)))
        active.isAbandoned = true
        active.isConsequence = !active.isTimedOut
        guard parts == nil else {
            goOn(active, after: part, &state)
            return nil
        }
        return leave(active, at: now, &state)
    }

    /// Says whether a part has used up half of its time, unless that was said before or nobody listens.
    func noteSlow(_ active: Active, at now: Duration) -> SlowPart? {
        guard environment.isObserved, !active.isReportedSlow else { return nil }
        guard let halfTime = active.halfTime, halfTime <= now else { return nil }
        active.isReportedSlow = true
        return SlowPart(step: active.step, part: active.part, duration: now.subtracting(active.partBegan))
    }

    // MARK: Under the lock

    /// Makes sure that the timer tells the runner in time for everything that runs.
    func setWake(_ state: inout State, now: Duration) {
        if let time = state.active.lazy.compactMap(self.nextTime).min() {
            setWake(&state, at: time, now: now)
        }
    }

    /// Makes sure that the timer tells the runner in time for a part.
    func setWake(_ state: inout State, for active: Active, now: Duration) {
        if let time = nextTime(active) { setWake(&state, at: time, now: now) }
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

    /// When something has to be done about a step; nil between two parts, and where it may take as long as it likes.
    private func nextTime(_ active: Active) -> Duration? {
        if !active.isMeasured { return nil }
        if let cancelled = active.cancelled { return cancelled.adding(environment.grace) }
        if !environment.isObserved || active.isReportedSlow { return active.deadline?.time }
        return active.halfTime
    }
}
