// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How modules end: their work, their handlers in flight, their `tearDown` and their services, each in its own time (C52).

extension Hive {
    /// Tears modules down in reverse order, whatever any of them throws (C37).
    ///
    /// A module whose hook nobody waits for any more is torn down when that hook returns (C5).
    func tearDown(_ runtimes: [ModuleRuntime], _ reason: StopReason, _ whole: Deadline?) async -> [HiveError.Failure] {
        let leaving = Array(runtimes.reversed().filter { !$0.isAbandoned })
        let failures = await run(.tearDown, leaving, whole, parts: ends(leaving), tearDownHook(leaving, reason))
        for runtime in runtimes where runtime.isAbandoned { giveUp(runtime) }
        await services.sweep()
        return failures
    }

    /// Takes out a module that nobody waits for any more; it is torn down when its hook returns.
    func giveUp(_ runtime: ModuleRuntime) {
        runtime.cancelWork()
        withdrawAtOnce(runtime.owner)
        modules.didTearDown(runtime)
    }

    /// Withdraws what was registered for modules that are not set up (C3).
    ///
    /// What there is to wait for, handlers in flight and services that shut down, has its own time each.
    func withdraw(_ runtimes: [ModuleRuntime], _ whole: Deadline?) async -> [HiveError.Failure] {
        for runtime in runtimes {
            withdrawAtOnce(runtime.owner)
        }
        let left = runtimes.filter { !$0.isAbandoned }
        let busy = left.filter { services.hasClosables(of: $0.owner) || events.isCalling($0.owner) }
        let failures = await run(.tearDown, busy, whole, parts: ends(busy)) { _ in }
        for runtime in left {
            await settle(runtime.owner)
            runtime.release()
        }
        await services.sweep()
        return failures
    }

    /// Ends what belongs to the hive itself, when every module is down.
    func finishTearDown(_ whole: Deadline?) async -> (failures: [HiveError.Failure], events: [String]) {
        let undelivered = events.close()
        // First, so that nothing that is still being made is added to what there is to shut down.
        withdrawAtOnce(owner)
        let step: [ModuleRuntime?] = services.hasClosables(of: owner) ? [nil] : []
        let failures = await run(.tearDown, step, whole, parts: ends(step)) { _ in }
        await services.sweep()
        services.close()
        registries.close()
        return (failures, undelivered)
    }

    /// Sees to a module of which something returned when nobody waited for it any more (C5).
    func partReturnedLate(_ runtime: ModuleRuntime?, _ phase: Phase, _ part: StepPart, _ thrown: (any Error)?) {
        let name = runtime?.name ?? "hive"
        observers.notify(
            .init(.hookReturnedLate, module: name, phase: phase, subject: part.name, error: thrown)
        )
        guard let runtime else { return }
        if phase == .tearDown {
            // What comes after it went on without it.
            if part.isModules { modules.didReturn(runtime) }
            return
        }
        // Nobody is left to wait for it; it ends by itself, and observers are told how.
        Inside.detach {
            Task {
                let isBusy = services.hasClosables(of: runtime.owner) || events.isCalling(runtime.owner)
                let leaving = runtime.isSetUp || isBusy ? [runtime] : []
                let tearDown = tearDownHook(leaving, .late)
                let runner = runner(.tearDown, leaving, policy: .goOn, parts: ends(leaving)) { step in
                    defer { self.modules.didReturn(runtime) }
                    try await tearDown(step)
                }
                for failure in await runner.run().flatMap(\.failures) {
                    let error = failure.error
                    observers.notify(.init(.hookReturnedLate, module: name, phase: .tearDown, error: error))
                }
                giveUp(runtime)
                runtime.release()
                if !runtime.isSetUp { modules.didReturn(runtime) }
                await services.sweep()
            }
        }
    }

    // MARK: One module

    private func tearDownHook(_ runtimes: [ModuleRuntime], _ reason: StopReason) -> HookBody {
        { step in
            let runtime = runtimes[step]
            await self.settle(runtime.owner)
            try await runtime.withScope(.tearDown) { module, scope in
                try await runtime.call(.hook(.tearDown)) {
                    try await module?.tearDown(StopContext(scope: scope, reason: reason))
                }
            }
        }
    }

    /// What surrounds the `tearDown` of a module; of one that is not set up, and of the hive itself, there is no hook.
    private func ends(_ runtimes: [ModuleRuntime?]) -> StepParts {
        StepParts { step, part in
            self.end(of: runtimes[step], after: part)
        } run: { step, part in
            let runtime = runtimes[step]
            switch part {
            case .hook: break
            case .work:
                await runtime?.endWork()
                self.endMakingIfWorkIsOver()
            case .handlers: await self.events.withdraw(runtime?.owner ?? self.owner)
            case .shutdown(let service):
                if let failure = await self.services.shutDown(service) { throw failure.error }
            }
        }
    }

    /// The part of a module's end that comes after another one, the first one after nil.
    private func end(of runtime: ModuleRuntime?, after part: StepPart?) -> StepPart? {
        let owner = runtime?.owner ?? owner
        switch part {
        case nil:
            return runtime?.hasWork == true ? .work : end(of: runtime, after: .work)
        case .work:
            events.end(owner)
            return events.isCalling(owner) ? .handlers : end(of: runtime, after: .handlers)
        case .handlers:
            return runtime?.isSetUp == true ? .hook : end(of: runtime, after: .hook)
        case .hook:
            if let runtime { modules.didTearDown(runtime) }
            registries.withdraw(owner)
            // What somebody is still making is shut down when it is made.
            services.withdrawRegistrations(owner)
        case .shutdown:
            break
        }
        if let service = services.takeClosable(of: owner) { return .shutdown(service) }
        runtime?.release()
        return nil
    }

    /// Lets go of the subscriptions of an owner; one whose handler does not return keeps its own.
    nonisolated(nonsending) private func settle(_ owner: Owner) async {
        if !events.isCalling(owner) { await events.withdraw(owner) }
    }

    /// Withdraws what belongs to an owner for whose code nobody waits.
    private func withdrawAtOnce(_ owner: Owner) {
        events.end(owner)
        registries.withdraw(owner)
        services.withdrawRegistrations(owner)
    }
}
