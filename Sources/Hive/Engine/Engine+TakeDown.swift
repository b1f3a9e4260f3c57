// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How modules end: `willStop`, their work, their handlers in flight, their `tearDown` and their services, each in its
// own time (C52).

extension Engine {
    /// Takes modules down, however far they have come: each phase of the stop over all of them, whatever any of them
    /// throws.
    ///
    /// It is what a stop, a removal, a reload and a rollback do alike; a rollback has no `willStop`, and the stop does
    /// more between the last two phases.
    func takeDown(
        _ runtimes: [ModuleRuntime],
        because reason: StopReason,
        isRollback: Bool = false,
        drained: () async -> [HiveError.Failure] = { [] }
    ) async -> [HiveError.Failure] {
        // From here on, how their work ends is no reason to end what goes on without them.
        for runtime in runtimes {
            runtime.work?.leave()
            runtime.leaves()
        }
        var failures: [HiveError.Failure] = []
        let up = isRollback ? [] : runtimes.filter(\.isUp)
        if !up.isEmpty {
            failures += await runToTheEnd(
                runner(.willStop, over: up, policy: .goOn) { runtime in
                    try await runtime.run(.willStop) { module, scope in
                        try await module.willStop(StopContext(scope: scope, reason: reason))
                    }
                }
            )
        }
        failures += await drain(runtimes)
        failures += await drained()
        failures += await tearDown(runtimes, because: reason)
        return failures
    }

    /// Takes down modules that leave before the hive does, and takes them out.
    func takeOut(_ all: [ModuleRuntime], because reason: StopReason, isRollback: Bool = false) async
        -> [HiveError.Failure]
    {
        // Some may have gone already, because they have failed (C63).
        let runtimes = all.filter(modules.contains)
        if runtimes.isEmpty { return [] }
        let failures = await takeDown(runtimes, because: reason, isRollback: isRollback)
        for runtime in runtimes { modules.forget(runtime) }
        return failures
    }

    /// Tears modules down in reverse order, whatever any of them throws (C37); of those that are not set up, it
    /// withdraws what was registered for them (C3).
    ///
    /// A module whose hook was abandoned is torn down when that hook returns (C5).
    private func tearDown(_ runtimes: [ModuleRuntime], because reason: StopReason) async -> [HiveError.Failure] {
        let (setUp, others) = runtimes.partitioned(by: \.isSetUp)
        for runtime in others { withdrawAtOnce(runtime.owner) }
        // What there is to wait for, handlers in flight and services that shut down, has its own time each.
        let leaving = (others.filter { isBusy($0.owner) } + setUp.reversed()).filter { !$0.isAbandoned }
        let failures = await runToTheEnd(tearDownRunner(leaving, because: reason))
        for runtime in others where !runtime.isAbandoned {
            await settle(runtime.owner)
            release(runtime)
        }
        for runtime in runtimes {
            if runtime.isAbandoned { giveUp(runtime) }
            runtime.hasLeft()
        }
        return failures
    }

    /// Whether handlers of an owner are being called, or services of it are still to be shut down.
    private func isBusy(_ owner: Owner) -> Bool {
        services.hasPendingShutdowns(of: owner) || events.isCalling(owner)
    }

    /// What ends modules, or the hive itself where there is none: each as far as it has come.
    private func tearDownRunner(_ members: [ModuleRuntime?], because reason: StopReason) -> PhaseRunner {
        runner(.tearDown, of: members, policy: .goOn) { step throws(Handover) in
            try await self.end(members[step.place], because: reason, in: &step)
        }
    }

    /// Takes out a module that was abandoned; it is torn down when its hook returns.
    func giveUp(_ runtime: ModuleRuntime) {
        runtime.work?.cancel()
        _ = runtime.endHealthChecks()
        withdrawAtOnce(runtime.owner)
        modules.didTearDown(runtime)
    }

    /// Ends what belongs to the hive itself, when every module is down.
    func finishTearDown() async -> (failures: [HiveError.Failure], events: [String]) {
        enter(.closing)
        let undelivered = events.takeUndelivered()
        events.end(owner)
        // First, so that nothing that is still being made is added to what there is to shut down; while a handler runs,
        // it has the services until it returns.
        if !events.isCalling(owner) { withdrawAtOnce(owner) }
        let failures = isBusy(owner) ? await runToTheEnd(tearDownRunner([nil], because: .startFailed)) : []
        enter(.stopped)
        return (failures, undelivered)
    }

    /// Does what is left to do for a module of which something has returned after it was abandoned (C5).
    func partReturnedLate(_ runtime: ModuleRuntime?, _ phase: Phase, _ part: StepPart, _ thrown: (any Error)?) {
        let name = runtime?.name ?? "hive"
        observers.notify(
            .init(.hookReturnedLate, module: name, phase: phase, subject: part.name.map { .text($0) }, error: thrown)
        )
        guard let runtime else { return }
        guard case .hook = part, phase != .tearDown else {
            // What comes after it went on without it.
            if part.isModules { modules.didReturn(runtime) }
            return
        }
        // Nobody is left to wait for it; it ends by itself, and observers are told how.
        ActivityScope.detach {
            Task {
                await runtime.work?.waitUntilOver()
                let leaving = runtime.isSetUp || isBusy(runtime.owner) ? [runtime] : []
                let failures = await tearDownRunner(leaving, because: .late).run().flatMap(\.failures)
                modules.didReturn(runtime)
                for failure in failures {
                    let error = failure.error
                    observers.notify(.init(.hookReturnedLate, module: name, phase: .tearDown, error: error))
                }
                giveUp(runtime)
                release(runtime)
            }
        }
    }

    // MARK: One module

    /// Lets go of a module's instance.
    private func release(_ runtime: ModuleRuntime) {
        let module = runtime.release()
        restoreReadiness(of: runtime.owner)
        guard let module else { return }
        // Once the hive stops, no further module comes.
        if stage.current == .running { modules.note(left: module) }
    }

    /// Ends a module, or the hive itself: each part in its own time (C52); what is not set up has no `tearDown`.
    nonisolated(nonsending)
        private func end(
            _ runtime: ModuleRuntime?,
            because reason: StopReason,
            in step: inout PhaseStep
        ) async throws(Handover)
    {
        let owner = runtime?.owner ?? owner
        events.end(owner)
        if events.isCalling(owner) { try await step.run(.handlers) { await self.events.withdraw(owner) } }
        if let check = runtime?.endHealthChecks() { try await step.run(.healthCheck) { await check.wait() } }
        if let runtime, runtime.isSetUp {
            try await step.run {
                await self.settle(owner)
                try await runtime.run(.tearDown) { module, scope in
                    try await module.tearDown(StopContext(scope: scope, reason: reason))
                }
            }
        }
        if let runtime { modules.didTearDown(runtime) }
        registries.withdraw(owner)
        // What somebody is still making is shut down when it is made.
        services.withdrawRegistrations(owner)
        while let service = services.takePendingShutdown(of: owner) {
            try await step.run(.shutdown(service.key)) {
                if let failure = await self.services.shutDown(service) { throw failure.error }
            }
        }
        if let runtime {
            release(runtime)
            runtime.hasLeft()
        }
    }

    /// Lets go of the subscriptions of an owner; one whose handler does not return keeps its own.
    nonisolated(nonsending) private func settle(_ owner: Owner) async {
        if !events.isCalling(owner) { await events.withdraw(owner) }
    }

    /// Withdraws what belongs to an owner whose code was abandoned.
    private func withdrawAtOnce(_ owner: Owner) {
        events.end(owner)
        registries.withdraw(owner)
        services.withdrawRegistrations(owner)
        restoreReadiness(of: owner)
    }
}
