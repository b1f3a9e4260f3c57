// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The stop, and what it shares with a start that failed.

extension Hive {
    func takeDown(_ reason: StopReason) async throws {
        let whole = wholeStop("the timeout of the whole stop")
        let queue = StopDelivery(began: clock.now(), timeout: timeouts.stop, whole: whole)
        announce(.stopping)
        services.beginStopping()
        registries.beginStopping()
        var failures: [HiveError.Failure] = []
        if events.beginDraining() { failures += await deliverQueue(queue) }
        let runtimes = modules.inBootOrder()
        failures += await willStop(runtimes, reason, whole)
        endMakingIfWorkIsOver()
        failures += await tearDown(runtimes, reason, whole)
        failures += await finishTearDown(whole).failures
        failures += runtimes.flatMap(\.workFailures)
        let work = lifecycle.withLock { $0.workFailures }
        let error = Self.error(work: work, stop: failures)
        finish(.stopped, error)
        if let error { throw error }
    }

    /// Makes no new services from the end of the last module's work on: work that finishes what it has in hand may be the
    /// first to ask for one (C26).
    func endMakingIfWorkIsOver() {
        if !modules.inBootOrder().contains(where: \.hasWork) { services.beginTearDown() }
    }

    /// Delivers what was posted (C31); what could not be delivered is among the failures (C52).
    private func deliverQueue(_ delivery: StopDelivery) async -> [HiveError.Failure] {
        // As a whole it has no deadline, because every call in it has one.
        let failures = await run(.willStop, [nil], nil) { _ in
            // Detached, because handlers are no part of a phase, nor of the task that asked for the stop.
            await Task.detached { await self.events.deliverQueue(delivery) }.value
        }
        return failures + delivery.takeFailures()
    }

    private static func error(work: [HiveError.Failure], stop: [HiveError.Failure]) -> HiveError? {
        if let first = work.first {
            let text = "The hive stopped because the work of \(first.module ?? "a module") failed."
            return HiveError(.workFailed, text, failures: work + stop)
        }
        guard !stop.isEmpty else { return nil }
        return HiveError(.stopFailed, "The hive stopped, and not everything went well.", failures: stop)
    }

    func willStop(_ runtimes: [ModuleRuntime], _ reason: StopReason, _ whole: Deadline?) async -> [HiveError.Failure] {
        for runtime in runtimes { runtime.beginEnding() }
        return await run(.willStop, runtimes, whole) { step in
            let runtime = runtimes[step]
            try await runtime.withScope(.willStop) { module, scope in
                try await runtime.call(.hook(.willStop)) {
                    try await module?.willStop(StopContext(scope: scope, reason: reason))
                }
            }
        }
    }

    func wholeStop(_ name: StaticString) -> Deadline? {
        timeouts.wholeStop.map { Deadline(time: clock.now().adding($0), timeout: $0, name: name) }
    }

    /// Runs hooks one after the other, whatever any of them throws.
    func run(
        _ phase: Phase,
        _ runtimes: [ModuleRuntime?],
        _ whole: Deadline?,
        parts: StepParts? = nil,
        _ body: @escaping HookBody
    ) async -> [HiveError.Failure] {
        guard !runtimes.isEmpty else { return [] }
        let runner = runner(phase, runtimes, policy: .goOn, whole: whole, parts: parts, body)
        lifecycle.withLock { $0.stopRunner = runner }
        defer { lifecycle.withLock { $0.stopRunner = nil } }
        return await runner.run().flatMap(\.failures)
    }

    /// What runs a phase, a step for each module; nil stands for what belongs to the hive.
    func runner(
        _ phase: Phase,
        _ runtimes: [ModuleRuntime?],
        order: StepOrder? = nil,
        policy: PhaseRunner.Policy,
        whole: Deadline? = nil,
        parts: StepParts? = nil,
        _ body: @escaping HookBody
    ) -> PhaseRunner {
        PhaseRunner(
            phase,
            order ?? StepOrder(count: runtimes.count),
            in: environment,
            for: ModuleSteps(hive: self, phase: phase, runtimes: runtimes),
            policy: policy,
            whole: whole,
            parts: parts,
            body: body
        )
    }

    /// The last step of a hive's life.
    func finish(_ state: HiveState, _ error: (any Error)? = nil) {
        modules.forgetInstances()
        let kept = lifecycle.withLock { lifecycle in
            lifecycle.state = state
            let kept = (lifecycle.keepAlive, lifecycle.startTask)
            lifecycle.keepAlive = nil
            lifecycle.startTask = nil
            return kept
        }
        timer.end()
        withExtendedLifetime(kept) { announce(state, error) }
    }

    func announce(_ state: HiveState, _ error: (any Error)? = nil) {
        observers.notify(.init(.stateChanged, subject: "\(state)", error: error))
    }

    /// Subscribes a module that wants every event.
    func subscribeToEveryEvent(_ runtime: ModuleRuntime, _ module: any HiveModule) {
        guard let listener = module as? any EveryEventModule else { return }
        let context = ModuleContext(scope: HookScope(runtime: runtime, hive: self, ticket: 0))
        events.addEvery(owner: runtime.owner, context: context) { [weak listener] event, context in
            try await listener?.receive(event, context)
        }
    }
}
