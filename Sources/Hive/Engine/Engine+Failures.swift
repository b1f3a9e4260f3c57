// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What follows from the failure of a module whose policy lets the hive go on (C63).

extension Engine {
    /// What happens when a module fails; who has asked for one that is not up yet is told instead.
    func policy(of runtime: ModuleRuntime) -> FailurePolicy {
        let stated = policy(of: runtime.descriptor)
        if runtime.isUp { return stated }
        return switch runtime.arrival {
        case .byItself: stated
        case .askedFor: .stop
        case .putBack: stated.kind == .stop ? .leaveOut : stated
        }
    }

    /// What happens when a module fails that is up, or comes up again.
    func policy(of module: ModuleDescriptor) -> FailurePolicy { module.manifest.onFailure ?? failurePolicy }

    /// Takes in that a module has failed, unless that is to end the start or to stop the hive.
    ///
    /// It and all that needs it are about to go down: what these throw from now on ends nothing.
    ///
    /// - Returns: Whether the hive goes on without it.
    func survive(_ failure: HiveError.Failure, of runtime: ModuleRuntime) -> Bool {
        let policy = policy(of: runtime)
        if policy.kind == .stop { return false }
        guard runtime.noteFailure() else { return true }
        if runtime.arrival == .putBack, !runtime.isUp { lifecycle.withLock { $0.lost.append(failure) } }
        runtime.work?.leave()
        // What is up goes on without one that only comes back.
        let dependents = modules(needing: runtime).filter { runtime.isUp || !$0.isUp }
        for dependent in dependents where dependent.noteFailure(of: runtime.name) {
            dependent.work?.leave()
        }
        let leftOut = ModuleState.leftOut(because: "\(failure.error)".onOneLine)
        guard let state = policy.kind == .leaveOut ? leftOut : schedule(runtime.owner, after: failure, policy) else {
            return true
        }
        runtime.enter(state)
        let others = dependents.isEmpty ? "" : "; down with it: \(dependents.map(\.name).joined(separator: ", "))"
        tell("warning: \(runtime.name) is \(state)\(others)")
        return true
    }

    /// Takes in that a hook of the start has failed; see ``survive(_:of:)``.
    func survives(_ outcome: HookOutcome, of runtime: ModuleRuntime?, _ phase: Phase) -> Bool {
        // What the whole start has no time for, or a stop has cut short, is no failure of the module.
        guard let runtime, let failure = outcome.failures.first, !outcome.isConsequence, !outcome.isOfWhole,
            phase.occasion == .start
        else { return false }
        return survive(failure, of: runtime)
    }

    /// Decides when a module that has failed is restarted, or that the hive stops.
    ///
    /// - Returns: What everybody is told of it; nil where the hive stops.
    func schedule(_ module: Owner, after failure: HiveError.Failure, _ policy: FailurePolicy) -> ModuleState? {
        let (now, reason) = (clock.now(), "\(failure.error)".onOneLine)
        let (decision, restart) = down.failed(module, failure, because: reason, at: now, policy.rule, options.chance())
        switch decision {
        case .escalate(let failures):
            let text = "\(restart.name) has failed more often than its policy allows (\(policy))"
            escalate(text, because: reason, of: restart.name, failures)
            return nil
        case .restart:
            if !policy.rule.keepsReady {
                readiness.withhold(restart.owner, because: restart.attempt(at: now)) { false }
                tellReadiness()
            }
            return restart.state(at: now)
        }
    }

    /// Stops the hive because of a module that cannot be restarted.
    func escalate(_ text: String, because reason: String, of module: String, _ failures: [HiveError.Failure]) {
        lifecycle.withLock { lifecycle in
            guard lifecycle.state == .running else { return }
            lifecycle.workFailures += failures.map { (module, $0) }
            lifecycle.escalation = lifecycle.escalation ?? text
        }
        requestStop(StopReason("\(text): \(reason)"))
    }

    /// The modules that cannot do without one, directly or not, however far they have come, in boot order.
    func modules(needing runtime: ModuleRuntime) -> [ModuleRuntime] {
        let all = modules.inBootOrder(isRunning: false)
        let needing = requirements(with: []).dependents(of: runtime.descriptor.id)
        return all.filter { needing.contains($0.descriptor.id) }
    }

    /// What modules cannot do without: those that are there, some that are down, and some that are about to come.
    func requirements(with others: [DownModules.Entry], and newcomers: [ModuleDescriptor] = []) -> NeedGraph {
        var all = modules.inBootOrder(isRunning: false).map { (descriptor: $0.current, fields: $0.fields) }
        all += others.map { ($0.descriptor, $0.fields) } + newcomers.map { ($0, []) }
        return NeedGraph(requiredBy: all, services: registrations.listedServices) {
            services.provider(of: $0.registered)
        }
    }

    // MARK: Taking down

    /// Takes modules down of which some come back: nobody goes past those meanwhile (C58, C64).
    func takeOut(_ runtimes: [ModuleRuntime], returning: [ModuleRuntime], because reason: StopReason) async
        -> [HiveError.Failure]
    {
        let leftOut = Set(down.inBootOrder.filter(\.state.isLeftOut).map(\.name))
        for runtime in returning {
            expectReturn(of: runtime, comesBack: leftOut.isDisjoint(with: runtime.failure.needs + [runtime.name]))
        }
        let owners = returning.map(\.owner)
        let lostServices = services.keys(foundOf: owners)
        await evict(madeOf: lostServices, except: owners)
        let failures = await takeOut(runtimes, because: reason)
        // Until they were withdrawn, something may have been made out of them once more.
        await evict(madeOf: lostServices, except: owners)
        return failures
    }

    /// Takes modules down that go because of a failure, and has those restarted that are to be.
    func takeDown(failed gone: [ModuleRuntime], because reason: StopReason) async {
        // From here on there is a module or its entry at any time.
        for runtime in gone { down.add(entry(of: runtime)) }
        tell(await takeOut(gone, returning: gone, because: reason))
        for runtime in gone {
            runtime.endTelling()
            down.add(entry(of: runtime))
        }
        follow()
        for runtime in gone {
            guard let entry = down.entry(runtime.descriptor.id) else { continue }
            if entry.state.isRestarting { wake(entry.id) }
            guard runtime.arrival == .putBack, !runtime.isUp, entry.state.isLeftOut else { continue }
            // A reload has lost it: the hive is not ready until it is back.
            readiness.withhold(down.lose(runtime.owner), because: "\(entry.state)") { false }
            tellReadiness()
        }
    }

    /// Sees to it that nobody goes past a module while it is down (C64); past one that is left out, everybody may.
    private func expectReturn(of runtime: ModuleRuntime, comesBack: Bool) {
        let (owner, id, name) = (runtime.owner, runtime.descriptor.id, runtime.name)
        services.expectReturn(of: owner, providing: runtime.current.provides, replaces: comesBack)
        guard comesBack else { return leaveOut(id) }
        owner.standIn = down.standIn(for: owner) { [weak self] in
            HiveError(.unavailable, "\(name) is unavailable: it is \(self?.stateText(of: id) ?? "down").")
        }
    }

    /// Nobody stands for a module any more: it is back, or does not come back.
    func endStandIn(for id: ObjectIdentifier) {
        services.forgetUnavailable(id)
        endRefusals(for: id)
    }

    /// Lets everybody go past a module that does not come back.
    func leaveOut(_ id: ObjectIdentifier) {
        services.leaveOut(id)
        endRefusals(for: id)
    }

    private func endRefusals(for id: ObjectIdentifier) {
        guard let standIn = down.takeStandIn(for: id) else { return }
        events.end(standIn.owner)
        registries.withdraw(standIn.owner)
    }

    /// Lets go of the shared instances of those who stay that were made out of services that go, and shuts them down.
    private func evict(madeOf keys: Set<ServiceKey>, except owners: [Owner]) async {
        let pending = services.evict(madeOf: keys, except: owners)
        if pending.isEmpty { return }
        let runner = runner(.tearDown, of: pending.map { _ in nil }, policy: .goOn) {
            [services] step throws(Handover) in
            let service = pending[step.place]
            try await step.run(.shutdown(service.key)) {
                if let failure = await services.shutDown(service) { throw failure.error }
            }
        }
        tell(await runToTheEnd(runner))
    }

    /// Tells what went wrong while modules went, or came, that nobody has asked for.
    func tell(_ failures: [HiveError.Failure]) {
        for failure in failures {
            observers.notify(.init(.operationFailed, module: failure.module, subject: .restart, error: failure.error))
        }
    }

    /// A module that goes, and why.
    private func entry(of runtime: ModuleRuntime) -> DownModules.Entry {
        let (isItsOwn, needs) = runtime.failure
        let isLeftOutWithOthers = down.inBootOrder.contains { $0.state.isLeftOut && needs.contains($0.name) }
        return DownModules.Entry(
            descriptor: runtime.current,
            position: runtime.owner.position,
            fields: runtime.fields,
            isByItself: needs.isEmpty || isItsOwn && !isLeftOutWithOthers,
            state: stateChanges.life(of: runtime.name).state,
            since: down.entry(runtime.descriptor.id)?.since ?? clock.now()
        )
    }

    /// Takes down the modules among some that have failed, or need what has, and takes them out.
    func leave(failed runtimes: inout [ModuleRuntime]) async {
        let (gone, others) = runtimes.partitioned(by: \.isFailing)
        if gone.isEmpty { return }
        runtimes = others
        let culprits = gone.filter { $0.failure.isItsOwn }.map(\.name)
        await takeDown(failed: gone, because: StopReason("\(culprits.joined(separator: ", ")) failed"))
    }

    /// Takes down a module that has failed while it was up, with all that needs it, after what was asked for before.
    func endFailed(_ runtime: ModuleRuntime) {
        perform(restarting: runtime.name) { engine in
            var all = engine.modules.inBootOrder(isRunning: false)
            guard all.contains(where: { $0 === runtime }) else { return }
            await engine.leave(failed: &all)
        }
    }

    /// Does something because of a failure, after what was asked for before; nobody waits for it.
    func perform(restarting name: String, _ body: @escaping @Sendable (Engine) async -> Void) {
        do {
            try request(Operation(kind: .restart, module: name) { engine, _ in await body(engine) }, waits: false)
        } catch {
            // The hive stops, which takes everything down.
        }
    }
}
