// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The stop, and what it shares with a start that failed.

extension Hive {
    func takeDown(_ reason: StopReason) async throws {
        announce(.stopping)
        services.beginStopping()
        await events.drain()
        let runtimes = modules.inBootOrder()
        var failures: [HiveError.Failure] = []
        await Inside.run(identity) {
            for runtime in runtimes {
                let failure = await runHook(.willStop, runtime) { scope in
                    try await runtime.instance?.willStop(StopContext(scope: scope, reason: reason))
                }
                if let failure { failures.append(failure) }
            }
        }
        failures += await tearDown(runtimes, reason)
        failures += await finishTearDown().failures
        let error: HiveError? =
            failures.isEmpty
            ? nil
            : HiveError(.stopFailed, "The hive stopped, and not everything went well.", failures: failures)
        finish(.stopped, error)
        if let error { throw error }
    }

    /// Tears modules down in reverse order, whatever any of them throws (C37).
    func tearDown(_ runtimes: [ModuleRuntime], _ reason: StopReason) async -> [HiveError.Failure] {
        var failures: [HiveError.Failure] = []
        await Inside.run(identity) {
            for runtime in runtimes.reversed() {
                await events.withdraw(runtime.owner)
                let failure = await runHook(.tearDown, runtime) { scope in
                    try await runtime.instance?.tearDown(StopContext(scope: scope, reason: reason))
                }
                if let failure { failures.append(failure) }
                modules.didTearDown(runtime)
                failures += await withdraw(runtime)
            }
        }
        return failures
    }

    /// Withdraws what was registered for a module that is not set up (C3).
    func withdraw(_ runtime: ModuleRuntime) async -> [HiveError.Failure] {
        await events.withdraw(runtime.owner)
        let failures = await services.withdraw(runtime.owner)
        runtime.release()
        return failures
    }

    /// Ends what belongs to the hive itself, when every module is down.
    func finishTearDown() async -> (failures: [HiveError.Failure], events: [String]) {
        let undelivered = events.close()
        await events.withdraw(owner)
        let failures = await services.withdraw(owner)
        services.close()
        return (failures, undelivered)
    }

    /// The last step of a hive's life.
    func finish(_ state: HiveState, _ error: (any Error)? = nil) {
        modules.forgetInstances()
        let kept = lifecycle.withLock { lifecycle in
            lifecycle.state = state
            lifecycle.startTask = nil
            let kept = lifecycle.keepAlive
            lifecycle.keepAlive = nil
            return kept
        }
        withExtendedLifetime(kept) { announce(state, error) }
    }

    /// Runs one hook in a scope of its own and returns what it threw.
    func runHook(
        _ phase: Phase,
        _ runtime: ModuleRuntime,
        _ hook: (HookScope) async throws -> Void
    ) async -> HiveError.Failure? {
        observers.notify(.init(.willRunHook, module: runtime.name, phase: phase))
        let start = observers.isEmpty ? .zero : clock.now()
        var failure: HiveError.Failure?
        do {
            try await runtime.withScope(phase, hook)
        } catch {
            failure = .init(module: runtime.name, step: "\(phase)", error: error)
        }
        if !observers.isEmpty {
            let duration = clock.now() - start
            let error = failure?.error
            observers.notify(
                .init(.didRunHook, module: runtime.name, phase: phase, duration: duration, error: error)
            )
        }
        return failure
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
