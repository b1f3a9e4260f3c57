// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What a runner tells: the timeline and observers of a step, and the errors of what did not end well.

extension PhaseRunner {
    func report(_ record: Record, at now: Duration) {
        let (name, outcome) = (self.name(of: record.outcome.step), record.outcome)
        environment.timeline.add(
            .init(
                module: name,
                phase: phase,
                stage: record.stage,
                after: record.after.map { self.name(of: $0) },
                began: record.began,
                ended: now,
                result: outcome.isAbandoned ? .abandoned : outcome.isSuccess ? .succeeded : .failed
            )
        )
        guard !environment.observers.isEmpty else { return }
        let error = outcome.failures.first?.error
        let duration = now.subtracting(record.began)
        environment.observers.notify(.init(.didRunHook, module: name, phase: phase, duration: duration, error: error))
    }

    func failure(_ step: Int, _ part: StepPart, _ error: any Error) -> HiveError.Failure {
        .init(module: host.module(of: step), step: part.step ?? "\(phase)", error: error)
    }

    /// Why a part has failed that did not return in time.
    func timeout(_ step: Int, _ running: RunningPart, at now: Duration, _ end: String = "") -> HiveError.Failure {
        let (name, what) = (self.name(of: step), running.part.name ?? "\(phase)")
        var text = "\(name) has not returned from \(what) after it was cancelled."
        if running.isTimedOut, let deadline = running.deadline {
            // Of what the timeout is for: the whole start or stop began before this part.
            let elapsed = now.subtracting(deadline.time.subtracting(deadline.timeout))
            text = "\(name) took longer for \(what) than \(deadline.name) allows: \(elapsed) of \(deadline.timeout)."
            if case .work = running.part { text += " Its work was cut short." }
        }
        return failure(step, running.part, HiveError(.timedOut, text + end))
    }
}
