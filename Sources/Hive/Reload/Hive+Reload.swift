// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What property lists say about modules and services, for a hive that runs.
package struct Composition: Sendable {
    package var modules: [ModuleDeclaration]
    package var services: [ServiceDeclaration]
    /// What the loader found doubtful.
    package var problems: [Problem]

    package init(modules: [ModuleDeclaration], services: [ServiceDeclaration], problems: [Problem] = []) {
        self.modules = modules
        self.services = services
        self.problems = problems
    }
}

/// Reads a hive's configuration again, wherever it came from.
package protocol ReloadSource: Sendable {
    /// Reads, and lets the hive run what was read.
    func reload(_ hive: Hive) async throws -> ReloadReport?
}

extension Hive {
    /// Lets the hive read its configuration again when SIGHUP asks for it.
    package func remember(_ source: any ReloadSource) {
        let old = reloadSource.withLock { known in
            let old = known
            known = source
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// What reads the configuration again, where it came from files.
    package var source: (any ReloadSource)? { reloadSource.withLock { $0 } }

    /// Runs what a new composition says instead of what the last one said, with the least that has to be done.
    ///
    /// - Parameters:
    ///   - composition: What property lists say.
    ///   - more: Differences that the caller has found, to be reported with the others.
    /// - Returns: What was done; nil where the call only asked for it.
    /// - Throws: What `reload(_:)` of `HiveConfig` documents.
    @discardableResult
    package func reload(_ composition: Composition, reporting more: [ConfigurationChange]) async throws -> ReloadReport?
    {
        let outcome = ReloadOutcome()
        let operation = Operation(kind: .reload, module: nil) { hive, _ in
            let report = try await hive.carryOut(composition, reporting: more)
            outcome.report.withLock { $0 = report }
        }
        try await perform(operation, waits: !Inside.isInside(identity))
        return outcome.report.withLock { $0 }
    }

    private func carryOut(_ composition: Composition, reporting more: [ConfigurationChange]) async throws
        -> ReloadReport
    {
        let (plan, problems) = try reloadPlan(composition)
        modules.beginReload()
        var reload = Reload(hive: self, plan: plan)
        try await reload.run()
        modules.commit(composition, services: plan.services)
        if state == .running { startWork(reload.added) }
        let report = ReloadReport(
            changes: plan.changes + more,
            warnings: problems.filter { $0.severity == .warning },
            failures: reload.failures
        )
        observers.notify(.init(.configurationReloaded, subject: report.summary))
        return report
    }

    /// Checks the composition as a start would, and compares it with what runs.
    private func reloadPlan(_ composition: Composition) throws -> (plan: ReloadPlan, problems: [Problem]) {
        let running = modules.inBootOrder().map(\.current)
        let listed = modules.completed(composition.services)
        let (descriptors, found) = modules.merged(with: composition.modules)
        let staying = Set(descriptors.filter(\.isEnabled).map(\.id))
        let leaving = Set(running.filter { !staying.contains($0.id) }.map(\.name))
        let inCode = services.registeredInCode(except: leaving)
        let target = modules.plan(
            descriptors,
            listed,
            hiveServices: Set(inCode.map(\.id)),
            known: composition.problems + found
        ) { services.checkFallback($0, provided: $1) }
        let plan = ReloadPlan(from: running, modules.listedServices, to: target, listed, inCode: inCode)
        let lingering = plan.added.filter { modules.isLingering($0.id) }.map { module in
            Problem(
                .error,
                .invalidState,
                at: module.origin,
                "\(module.name) cannot come: \(ModuleManager.isLingering)"
            )
        }
        let taken = services.problems(ofWithdrawing: plan, leaving: leaving) + problems(ofFieldsAfter: plan)
        let problems = target.problems + taken + lingering
        let count = problems.errors.count
        guard count == 0 else {
            let things = count == 1 ? "thing is" : "things are"
            let text = "The configuration cannot be used, and nothing was changed: \(count) \(things) wrong with it."
            throw HiveError(.invalidConfiguration, text, problems: problems)
        }
        return (plan, problems)
    }
}

extension Hive {
    /// Lets a module take options, which its contexts give from now on, unless it throws.
    nonisolated(nonsending)
        func reconfigure(_ runtime: ModuleRuntime, with target: ModuleDescriptor) async throws
    {
        guard let module = runtime.instance as? any ReconfigurableModule else { return }
        let old = runtime.current
        runtime.current = target
        do {
            try await runtime.withScope(.reconfigure) { _, scope in
                try await runtime.call(.hook(.reconfigure)) {
                    try await module.reconfigure(ReconfigurationContext(scope: scope))
                }
            }
        } catch {
            runtime.current = old
            throw error
        }
    }

    /// Takes down modules that have just come, however far they have come.
    func takeBack(_ runtimes: [ModuleRuntime], reason: StopReason) async -> [HiveError.Failure] {
        guard !runtimes.isEmpty else { return [] }
        // Decided once, because a hook that nobody waits for may return at any time.
        let isSetUp = Set(runtimes.filter(\.isSetUp).map(\.descriptor.id))
        var failures = await withdraw(runtimes.filter { !isSetUp.contains($0.descriptor.id) }, nil)
        failures += await tearDown(runtimes.filter { isSetUp.contains($0.descriptor.id) }, reason, nil)
        for runtime in runtimes { modules.forget(runtime) }
        return failures
    }
}

/// Carries a report out of an operation.
private final class ReloadOutcome: Sendable {
    let report = Mutex<ReloadReport?>(nil)
}
