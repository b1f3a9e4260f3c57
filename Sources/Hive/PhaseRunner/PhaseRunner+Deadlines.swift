// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a runner does about hooks that do not return in time.

extension PhaseRunner {
    /// Cancels what has outlived its timeout and abandons what has outlived its grace.
    func timeHasCome() {
        let now = environment.clock.now()
        var end = End()
        let leftovers = changeState { state in
            var last: Int?
            if let wake = state.wake, wake.time <= now { state.wake = nil }
            for active in state.active where active.isMeasured {
                noteSlow(active, at: now, &end)
                if let cancelled = active.cancelled {
                    guard cancelled.adding(environment.grace) <= now else { continue }
                    if abandon(active, at: now, &state, &end) { last = active.step }
                } else {
                    if let time = time(of: active), time <= now { active.isTimedOut = true }
                    if active.isTimedOut { cancel(active, at: now, &state) }
                }
            }
            launch(&state, at: now, after: last)
            setWake(&state, now: now)
            end.row = takeRowIfDone(&state)
        }
        tellSlow(end)
        see(to: leftovers)
        tell(end)
    }

    /// Stops waiting for a part, and says whether that was the step's last one.
    private func abandon(_ active: Active, at now: Duration, _ state: inout State, _ end: inout End) -> Bool {
        let part = active.part
        if let abandonment = host.didAbandon(active.step, part) { state.leftovers.abandonments.append(abandonment) }
        active.fail(timeout(active, part, at: now, HiveError.abandonment(after: environment.grace)))
        active.isAbandoned = true
        active.isConsequence = !active.isTimedOut
        if hasParts {
            goOn(active, after: part, &state)
            return false
        }
        leave(active, at: now, &state, &end)
        return true
    }

    /// Notes that a part has used up half of its time, unless that was said before or nobody listens.
    func noteSlow(_ active: Active, at now: Duration, _ end: inout End) {
        guard environment.isObserved, !active.isReportedSlow else { return }
        guard let halfTime = halfTime(of: active), halfTime <= now else { return }
        active.isReportedSlow = true
        let duration = now.subtracting(active.partBegan)
        end.add(SlowPart(step: active.step, part: active.part, duration: duration))
    }

    // MARK: Deadlines, under the lock

    /// When a part has to have returned, and who says so.
    func deadline(of active: Active) -> Deadline? {
        active.deadline
            ?? usual.map { Deadline(time: active.partBegan.adding($0.time), timeout: $0.time, name: $0.name) }
    }

    /// When a part has to have returned; what every hook asks for, and no more.
    func time(of active: Active) -> Duration? {
        if let deadline = active.deadline { return deadline.time }
        return usual.map { active.partBegan.adding($0.time) }
    }

    /// When half of the time of a part is over.
    private func halfTime(of active: Active) -> Duration? {
        time(of: active).map { active.partBegan.adding($0.subtracting(active.partBegan) / 2) }
    }

    /// When a part that begins now has to have returned, where not all have the same timeout.
    func deadline(of step: Int, at now: Duration, within whole: Deadline?) -> Deadline? {
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

    /// Bounds what runs, and what is still to run, by a deadline that was not known when the phase began.
    func bound(by whole: Deadline) {
        let now = environment.clock.now()
        update { state in
            state.whole = Deadline.sooner(state.whole, whole)
            for active in state.active where active.isMeasured && active.cancelled == nil {
                active.deadline = Deadline.sooner(deadline(of: active), whole)
            }
            setWake(&state, now: now)
        }
    }

    // MARK: The timer, under the lock

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
        state.wake = (time, environment.timer.insert(self, at: time))
        state.leftovers.armed = now
    }

    func forgetWake(_ state: inout State) {
        if let wake = state.wake { state.leftovers.deadlines.append(wake.key) }
        state.wake = nil
    }

    /// When something has to be done about a step; nil between two parts, and where it may take as long as it likes.
    private func nextTime(_ active: Active) -> Duration? {
        if !active.isMeasured { return nil }
        if let cancelled = active.cancelled { return cancelled.adding(environment.grace) }
        if !environment.isObserved || active.isReportedSlow { return time(of: active) }
        return halfTime(of: active)
    }
}
