// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a runner tells: the timeline and observers of a step, and the errors of what did not end well.

extension PhaseRunner {
    /// What errors and observers call whoever a step belongs to.
    func name(of step: Int) -> String { host.owner(of: step).name ?? "hive" }

    func tellBegin(of step: Int) {
        if isHostTold { host.willRun(step) }
        guard environment.isObserved else { return }
        environment.observers.notify(.init(.willRunHook, module: name(of: step), phase: phase))
    }

    func report(_ record: Record) {
        environment.observers.notify(
            .init(
                .didRunHook,
                module: name(of: record.step),
                phase: phase,
                duration: record.duration,
                error: record.error
            )
        )
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

    // MARK: Errors

    func failure(_ step: Int, _ part: StepPart, _ error: any Error) -> HiveError.Failure {
        .init(module: host.owner(of: step).name, step: part.step ?? "\(phase)", error: error)
    }

    /// Why a part has failed that did not return in time.
    func timeout(_ active: Active, _ part: StepPart, at now: Duration, _ end: String = "") -> HiveError.Failure {
        let (name, what) = (self.name(of: active.step), part.name ?? "\(phase)")
        var text = "\(name) has not returned from \(what) after it was cancelled."
        if active.isTimedOut, let deadline = deadline(of: active) {
            // Of what the timeout is for: the whole start or stop began before this part.
            let elapsed = now.subtracting(deadline.time.subtracting(deadline.timeout))
            text = """
                \(name) took longer for \(what) than \(deadline.name) allows: \(elapsed.short) of \
                \(deadline.timeout.short).
                """
            if case .work = part { text += " Its work was cut short." }
        }
        return failure(active.step, part, HiveError(.timedOut, text + end))
    }
}
