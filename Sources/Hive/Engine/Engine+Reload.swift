// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Engine {
    /// Runs what a new composition says, after what was asked for before; nil where the call only asked for it.
    func reload(
        _ composition: Composition,
        reporting more: [ConfigurationChange]
    ) async throws -> ReloadReport? {
        let outcome = Gate<ReloadReport>()
        let interrupted: @Sendable (Engine) -> Set<String> = { $0.modules(changedBy: composition) }
        let operation = Operation(kind: .reload, module: nil, interrupted: interrupted) { engine, _ in
            outcome.open(try await engine.carryOut(composition, reporting: more))
        }
        try await perform(operation, waits: !ActivityScope.isInside(identity))
        return outcome.value
    }

    /// The modules that come up again at present, and that a composition takes out or gives other options, by name.
    private func modules(changedBy composition: Composition) -> Set<String> {
        guard let coming = lifecycle.withLock({ $0.attempt?.modules }) else { return [] }
        let listed = registrations.completed(composition.services)
        let (descriptors, _) = registrations.merged(with: composition.modules, listed)
        let targets = Dictionary(descriptors.map { ($0.name, $0) }) { first, _ in first }
        let changed = modules.inBootOrder(isRunning: false).map(\.current).filter { module in
            guard let target = targets[module.name], target.isEnabled else { return true }
            return target.options != module.options
        }
        return coming.intersection(changed.map(\.name))
    }

    /// Carries out a reload, and tells observers and a supervisor when it begins and how it ends.
    private func carryOut(_ composition: Composition, reporting more: [ConfigurationChange]) async throws
        -> ReloadReport
    {
        // The same one hears both: one that comes meanwhile would count an end without a beginning.
        let supervisor = observers.run.current
        supervisor?.reloadBegins()
        defer { supervisor?.reloadEnds() }
        let began = observedTime
        observers.notify(.init(.willReload))
        do {
            let report = try await reloadNow(composition, reporting: more)
            note(reload: report.summary)
            observers.notify(.init(.didReload, subject: .text(report.summary), duration: duration(since: began)))
            return report
        } catch {
            note(reload: Self.refusal(error))
            observers.notify(.init(.didReload, duration: duration(since: began), error: error))
            throw error
        }
    }

    /// Remembers how a reload went, for whoever asks later.
    private func note(reload outcome: String) {
        let now = clock.now()
        lifecycle.withLock { $0.reload = (outcome, now, ($0.reload?.number ?? 0) + 1) }
    }

    private static func refusal(_ error: any Error) -> String { "refused: \(SupervisorReporter.reason(of: error))" }

    /// Reads the configuration again; what is wrong with it already is a reload that was refused.
    func reload(from source: any ReloadSource, of hive: Hive) async throws -> ReloadReport? {
        let before = lifecycle.withLock { $0.reload?.number }
        do { return try await source.reload(hive) } catch {
            // The engine has noted what it has refused itself.
            if before == lifecycle.withLock({ $0.reload?.number }) { note(reload: Self.refusal(error)) }
            throw error
        }
    }

    private func reloadNow(_ composition: Composition, reporting more: [ConfigurationChange]) async throws
        -> ReloadReport
    {
        let (plan, problems) = try reloadPlan(composition)
        let warnings = problems.filter { $0.severity == .warning }
        for warning in warnings { observers.notify(.configurationDoubtful(warning)) }
        var reload = Reload(engine: self, plan: plan)
        try await reload.run()
        registrations.commit(composition, services: plan.services)
        forgetUses()
        let changed = changeDown(plan)
        // What this one brings is up, or waits.
        for entry in down.inBootOrder where down.isLost(entry.id) { forget(entry) }
        follow()
        for entry in down.inBootOrder where changed.contains(entry.id) || !entry.isByItself && entry.state == .down {
            comeBack(entry.id, entry.name, isByHand: true)
        }
        if state == .running { startWork(reload.added) }
        return ReloadReport(
            changes: plan.changes + more,
            warnings: warnings,
            failures: reload.failures
        )
    }

    /// Lets modules that are down take what a reload says of them: they come back with that, or not at all.
    ///
    /// - Returns: Those that were left out and have other options: what was wrong may be another by now.
    private func changeDown(_ plan: ReloadPlan) -> Set<ObjectIdentifier> {
        for gone in plan.removed where !plan.restarted.contains(gone.id) {
            if let entry = down.entry(gone.id) { forget(entry) } else { forgetRestarts(of: gone.id) }
        }
        var changed: Set<ObjectIdentifier> = []
        for update in plan.updates {
            guard var entry = down.entry(update.target.id) else { continue }
            entry.descriptor = update.target
            down.add(entry)
            let isLeftOut = entry.state.isLeftOut && entry.isByItself
            if isLeftOut, update.running.options != update.target.options { changed.insert(entry.id) }
        }
        return changed
    }

    /// What a reload would change and what is doubtful about it; before the start, what it would change after that.
    func changes(to composition: Composition) throws -> (changes: [ConfigurationChange], warnings: [Problem]) {
        let (plan, problems) = try reloadPlan(composition, after: state == .created ? self.plan().plan.modules : [])
        return (plan.changes, problems.filter { $0.severity == .warning })
    }

    /// Checks the composition as a start would, and compares it with what runs, and with what is yet to be started.
    private func reloadPlan(
        _ composition: Composition,
        after newcomers: [ModuleDescriptor] = []
    ) throws -> (plan: ReloadPlan, problems: [Problem]) {
        // What is down because of a failure stays so, unless the reload concerns it.
        let there = down.inBootOrder.filter { !down.isLost($0.id) }
        let running = modules.inBootOrder().map(\.current) + there.map(\.descriptor) + newcomers
        let listed = registrations.completed(composition.services)
        let (descriptors, found) = registrations.merged(with: composition.modules, listed)
        let staying = Set(descriptors.filter(\.isEnabled).map(\.id))
        let leaving = Set(running.filter { !staying.contains($0.id) }.map(\.name))
        let inCode = services.registeredInCode(except: leaving)
        let target = registrations.plan(
            descriptors,
            listed,
            hiveServices: Set(inCode.map(\.id)),
            known: composition.problems + found
        )
        let graph = requirements(with: [], and: newcomers)
        let plan = ReloadPlan(
            from: running,
            registrations.listedServices,
            to: target,
            listed,
            inCode: inCode,
            down: Set(there.map(\.id)),
            dependents: options.restartsOnReload ? { graph.dependents(of: $0) } : nil
        )
        let lingering = plan.added.filter { modules.isLingering($0.id) }.map { module in
            let text = "\(module.name) cannot come: \(RunningModules.isLingering)"
            return Problem(.error, .invalidState, at: module.origin, text)
        }
        let taken = services.problems(ofWithdrawing: plan, leaving: leaving) + problems(ofFieldsAfter: plan)
        let problems = target.problems + taken + lingering
        let count = problems.errors.count
        guard count == 0 else {
            let things = count.counted("thing is", "things are")
            let text = "The configuration cannot be used, and nothing was changed: \(things) wrong with it."
            throw HiveError(.invalidConfiguration, text, problems: problems)
        }
        return (plan, problems)
    }

    /// Lets a module take options, which its contexts give from now on, unless it throws.
    nonisolated(nonsending)
        func reconfigure(_ runtime: ModuleRuntime, with target: ModuleDescriptor) async throws
    {
        guard let module = runtime.instance as? any ReconfigurableModule else { return }
        let old = runtime.current
        runtime.current = target
        do {
            try await runtime.run(.reconfigure) { _, scope in
                try await module.reconfigure(ModuleContext(scope: scope))
            }
        } catch {
            runtime.current = old
            throw error
        }
    }
}
