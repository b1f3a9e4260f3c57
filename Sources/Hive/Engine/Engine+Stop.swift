// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The stop of the whole hive.

extension Engine {
    func runStop(_ reason: StopReason, after operation: HiveError?) async throws {
        let whole = lifecycle.withLock { $0.whole }
        let delay = drainDelay
        let began = clock.now()
        let queue = StopDelivery(began: began.adding(delay), timeout: timeouts[.stop], whole: whole)
        announce(.stopping)
        timeline.beginStop()
        // What was under way when the stop was asked for has used up its time (C6).
        var failures: [HiveError.Failure] = []
        if let operation, let whole, whole.time <= began {
            failures += (operation.failures + (operation.start?.rollbackFailures ?? [])).filter(\.isTimeout)
        }
        // Before the delay, which is for those who ask the modules from outside.
        failures += await endBody()
        if delay > .zero { await wait(delay) }
        enter(.stopping)
        if events.hasUndelivered { failures += await deliverQueue(queue, in: .willStop) }
        failures += await takeDown(modules.inBootOrder(), because: reason) {
            // From here on nothing can be posted, so that the queue comes to an end.
            enter(.drained)
            defer { enter(.tearingDown) }
            return events.hasUndelivered ? await deliverQueue(queue, in: .drain) : []
        }
        failures += await finishTearDown().failures
        let (work, escalation) = lifecycle.withLock { ($0.workFailures, $0.escalation) }
        let error = Self.error(work: work, escalation, stop: failures, timeline)
        finish(.stopped, since: began, error)
        if let error { throw error }
    }

    /// Delivers what was posted (C31); what could not be delivered is among the failures (C52).
    private func deliverQueue(_ delivery: StopDelivery, in phase: Phase) async -> [HiveError.Failure] {
        // As a whole it has no deadline, because every call in it has one.
        let runner = runner(phase, of: [nil], policy: .goOn, hasTimeout: false) { [events] step throws(Handover) in
            // Detached, because handlers are no part of a phase, nor of the task that asked for the stop.
            try await step.run { await Task.detached { await events.deliverQueue(delivery) }.value }
        }
        return await runToTheEnd(runner, isBounded: false) + delivery.takeFailures()
    }

    private static func error(
        work: [(module: String, failure: HiveError.Failure)],
        _ escalation: String?,
        stop: [HiveError.Failure],
        _ timeline: TimelineBuffer
    ) -> HiveError? {
        if let first = work.first {
            let reason = escalation ?? "the work of \(first.module) failed"
            return HiveError(.workFailed, "The hive stopped because \(reason).", failures: work.map(\.failure) + stop)
        }
        guard !stop.isEmpty else { return nil }
        let text = "The hive stopped, and not everything went well."
        guard stop.contains(where: \.isTimeout) else { return HiveError(.stopFailed, text, failures: stop) }
        // What took the time is known best now.
        let path = timeline.timeline.criticalPathOfStop
        return HiveError(.stopFailed, "\(text) Critical path: \(path.summary).", failures: stop)
    }

    /// The last step of a hive's life.
    func finish(_ state: HiveState, since began: Duration?, _ error: (any Error)? = nil) {
        forgetDown()
        modules.forgetInstances()
        registrations.forgetInstances()
        services.listener.withLock { $0 = .init() }
        let (hive, listeners) = lifecycle.update { lifecycle in
            defer { (lifecycle.keepAlive, lifecycle.start, lifecycle.body, lifecycle.listeners) = (nil, nil, nil, []) }
            // Errors, which may hold a module, and so the engine by its contexts.
            (lifecycle.operation, lifecycle.workFailures, lifecycle.earlyEnds, lifecycle.lost) = (nil, [], [], [])
            lifecycle.state = state
            return (lifecycle.keepAlive, lifecycle.listeners)
        }
        timer.end()
        withExtendedLifetime(hive) { announce(state, since: began, error) }
        stateChanges.end()
        for listener in listeners { listener(error) }
    }
}
