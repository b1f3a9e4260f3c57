// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The stop, and what it shares with a start that failed.

extension Hive {
    func takeDown(_ reason: StopReason) async throws {
        announce(.stopping)
        services.beginStopping()
        registries.beginStopping()
        let whole = wholeStop("the budget of the whole stop")
        var failures: [HiveError.Failure] = []
        if events.beginDraining() {
            // Within a budget, because a handler that hangs must not keep the hive from stopping.
            failures += await run(.willStop, [HookStep(runtime: nil)], whole) { _ in
                await self.events.waitUntilDrained()
            }
        }
        let runtimes = modules.inBootOrder()
        failures += await willStop(runtimes, reason, whole)
        failures += await tearDown(runtimes, reason, whole)
        failures += await finishTearDown(whole).failures
        failures += runtimes.flatMap(\.workFailures)
        let work = lifecycle.withLock { $0.workFailures }
        let error = Self.error(work: work, stop: failures)
        finish(.stopped, error)
        if let error { throw error }
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
        return await run(.willStop, steps(runtimes), whole) { runtime in
            guard let runtime else { return }
            try await runtime.withScope(.willStop) { module, scope in
                try await runtime.call(.willStop) {
                    try await module?.willStop(StopContext(scope: scope, reason: reason))
                }
            }
        }
    }

    func wholeStop(_ name: StaticString) -> Deadline? {
        budgets.wholeStop.map { Deadline(time: clock.now() + $0, budget: $0, name: name) }
    }

    /// Tears modules down in reverse order, whatever any of them throws (C37).
    ///
    /// A module whose hook nobody waits for any more is torn down when that hook returns (C5).
    func tearDown(_ runtimes: [ModuleRuntime], _ reason: StopReason, _ whole: Deadline?) async -> [HiveError.Failure] {
        let failures = await run(.tearDown, steps(runtimes.reversed().filter { !$0.isAbandoned }), whole) { runtime in
            if let runtime { try await self.tearDown(runtime, reason) }
        }
        for runtime in runtimes where runtime.isAbandoned { giveUp(runtime) }
        return failures
    }

    /// Takes out a module that nobody waits for any more; it is torn down when its hook returns.
    func giveUp(_ runtime: ModuleRuntime) {
        runtime.cancelWork()
        withdrawAtOnce(runtime.owner)
        modules.didTearDown(runtime)
    }

    /// Tears one module down: its handlers in flight end first, its services are shut down after.
    nonisolated(nonsending)
        private func tearDown(_ runtime: ModuleRuntime, _ reason: StopReason) async throws
    {
        var failures: [HiveError.Failure] = []
        await runtime.endWork()
        await events.withdraw(runtime.owner)
        do {
            try await runtime.withScope(.tearDown) { module, scope in
                try await runtime.call(.tearDown) {
                    try await module?.tearDown(StopContext(scope: scope, reason: reason))
                }
            }
        } catch {
            failures.append(.init(module: runtime.name, step: "\(Phase.tearDown)", error: error))
        }
        modules.didTearDown(runtime)
        failures += await withdraw(runtime)
        if !failures.isEmpty { throw StepFailures(failures: failures) }
    }

    /// Withdraws what was registered for modules that are not set up (C3).
    ///
    /// What there is to wait for, services that shut down and handlers in flight, has the budget of a `tearDown`.
    func withdraw(_ runtimes: [ModuleRuntime], _ whole: Deadline?) async -> [HiveError.Failure] {
        for runtime in runtimes {
            if runtime.isAbandoned { withdrawAtOnce(runtime.owner) } else { events.end(runtime.owner) }
        }
        let busy = runtimes.filter { runtime in
            !runtime.isAbandoned && (services.hasClosables(of: runtime.owner) || events.isCalling(runtime.owner))
        }
        let failures = await run(.tearDown, steps(busy), whole) { runtime in
            guard let runtime else { return }
            let failures = await self.withdraw(runtime)
            if !failures.isEmpty { throw StepFailures(failures: failures) }
        }
        for runtime in runtimes where !runtime.isAbandoned { _ = await withdraw(runtime) }
        return failures
    }

    nonisolated(nonsending)
        private func withdraw(_ runtime: ModuleRuntime) async -> [HiveError.Failure]
    {
        await events.withdraw(runtime.owner)
        registries.withdraw(runtime.owner)
        let failures = await services.withdraw(runtime.owner)
        runtime.release()
        return failures
    }

    /// Withdraws what belongs to an owner for whose code nobody waits.
    private func withdrawAtOnce(_ owner: Owner) {
        events.end(owner)
        registries.withdraw(owner)
        services.withdrawRegistrations(owner)
    }

    /// Ends what belongs to the hive itself, when every module is down.
    func finishTearDown(_ whole: Deadline?) async -> (failures: [HiveError.Failure], events: [String]) {
        let undelivered = events.close()
        registries.withdraw(owner)
        let step = services.hasClosables(of: owner) ? [HookStep(runtime: nil)] : []
        let failures = await run(.tearDown, step, whole) { _ in
            await self.events.withdraw(self.owner)
            let failures = await self.services.withdraw(self.owner)
            if !failures.isEmpty { throw StepFailures(failures: failures) }
        }
        services.withdrawRegistrations(owner)
        services.close()
        registries.close()
        return (failures, undelivered)
    }

    /// Runs hooks one after the other, whatever any of them throws.
    func run(
        _ phase: Phase,
        _ steps: [HookStep],
        _ whole: Deadline?,
        _ body: @escaping HookBody
    ) async -> [HiveError.Failure] {
        guard !steps.isEmpty else { return [] }
        let runner = PhaseRunner(phase, steps, in: self, policy: .goOn, whole: whole, body: body)
        lifecycle.withLock { $0.stopRunner = runner }
        defer { lifecycle.withLock { $0.stopRunner = nil } }
        return await runner.run().flatMap(\.failures)
    }

    // MARK: Hooks

    /// The steps of a phase, one a module.
    func steps(_ runtimes: some Collection<ModuleRuntime>) -> [HookStep] { runtimes.map { HookStep(runtime: $0) } }

    /// The budget of one hook, and what errors call it.
    func budget(_ phase: Phase, _ runtime: ModuleRuntime?) -> (time: Duration, name: StaticString)? {
        let isStop = phase == .willStop || phase == .tearDown
        let own = runtime?.current.budgets
        if let time = isStop ? own?.stop : own?.start { return (time, "the module's budget") }
        return (isStop ? budgets.stop : budgets.start).map { ($0, "the hive's budget") }
    }

    /// Sees to a module whose hook returned when nobody waited for it any more (C5).
    func hookReturnedLate(_ runtime: ModuleRuntime?, _ phase: Phase, _ thrown: (any Error)?) {
        let name = HookStep(runtime: runtime).name
        observers.notify(.init(.hookReturnedLate, module: name, phase: phase, error: thrown))
        guard let runtime else { return }
        // Nobody is left to wait for it; it ends by itself, and observers are told how.
        Inside.detach {
            Task {
                var failures: [HiveError.Failure] = []
                modules.didTearDown(runtime)
                if phase != .tearDown, runtime.isSetUp {
                    await runtime.endWork()
                    await events.withdraw(runtime.owner)
                    do {
                        let scope = HookScope(runtime: runtime, hive: self, ticket: 0)
                        try await runtime.call(.tearDown) {
                            try await runtime.instance?.tearDown(StopContext(scope: scope, reason: .late))
                        }
                    } catch {
                        failures.append(.init(module: runtime.name, step: "\(Phase.tearDown)", error: error))
                    }
                }
                failures += await withdraw(runtime)
                modules.didReturn(runtime)
                for failure in failures {
                    let error = failure.error
                    observers.notify(.init(.hookReturnedLate, module: runtime.name, phase: .tearDown, error: error))
                }
            }
        }
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
        withExtendedLifetime(kept) { announce(state, error) }
    }

    func announce(_ state: HiveState, _ error: (any Error)? = nil) {
        observers.notify(.init(.stateChanged, subject: "\(state)", error: error))
    }

    /// Subscribes a module that wants every event.
    func subscribeToEveryEvent(_ runtime: ModuleRuntime, _ module: any HiveModule) {
        guard let listener = module as? any EveryEventModule else { return }
        let context = EventContext(scope: HookScope(runtime: runtime, hive: self, ticket: 0))
        events.addEvery(owner: runtime.owner, context: context) { [weak listener] event, context in
            try await listener?.receive(event, context)
        }
    }
}
