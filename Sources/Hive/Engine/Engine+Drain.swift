// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How the long-running work of modules is ended (C51).

extension Engine {
    /// Lets the work of modules end, level by level: dependents before what they depend on, the rest at the same time.
    ///
    /// Where no module has work it does nothing.
    ///
    /// - Returns: Which work was cut short, and what work threw since its module is leaving.
    func drain(_ runtimes: [ModuleRuntime]) async -> [HiveError.Failure] {
        guard runtimes.contains(where: { $0.work != nil }) else { return [] }
        var failures: [HiveError.Failure] = []
        let order = drainOrder(of: runtimes)
        for level in order.levels {
            failures += await drain(level, of: order.modules)
        }
        return failures + runtimes.flatMap { $0.work?.takeFailures() ?? [] }
    }

    /// In which order the work of modules ends that goes on; each member with its place among the modules.
    ///
    /// The modules that stay take part: what leaves counts with the lowest level of its dependents, and an optional
    /// dependent stays (C14).
    private func drainOrder(of runtimes: [ModuleRuntime]) -> (modules: [ModuleRuntime], levels: [[DrainOrder.Member]]) {
        let leaving = Set(runtimes.map(ObjectIdentifier.init))
        let staying = modules.inBootOrder().filter { !leaving.contains(ObjectIdentifier($0)) }
        let all = (staying + runtimes).sorted { $0.owner.position < $1.owner.position }
        var places: [ObjectIdentifier: Int] = [:]
        for (place, runtime) in all.enumerated() { places[runtime.descriptor.id] = place }
        let nodes = zip(all, registrations.needed(by: all)).map { runtime, needed in
            let current = runtime.current
            return DrainOrder.Node(
                level: current.level.rawValue,
                priority: current.priority,
                hasWork: leaving.contains(ObjectIdentifier(runtime)) && runtime.work?.mustEnd == true,
                dependencies: needed.compactMap { places[$0] }.sorted()
            )
        }
        return (all, DrainOrder.levels(nodes))
    }

    /// Lets the work of a level end.
    private func drain(_ members: [DrainOrder.Member], of runtimes: [ModuleRuntime]) async -> [HiveError.Failure] {
        let works = members.map { $0.hasWork ? runtimes[$0.node].work : nil }
        let places = DrainOrder.places(of: members, drains: works.map { $0?.drains == true })
        let owners = members.map { runtimes[$0.node] }
        let runner = runner(.drain, of: owners, places: places, policy: .goOn) { step throws(Handover) in
            guard let work = works[step.place] else { return }
            try await step.run(.work) { await work.finish() }
            if step.outcome.isAbandoned { work.abandon() }
        }
        for (step, work) in works.enumerated() where !places[step].softDependencies.isEmpty {
            work?.whenItDrains { runner.dropSoftDependencies(of: step) }
        }
        return await runToTheEnd(runner)
    }

    /// How long a stop waits before it does anything, for load balancers to notice that the hive is no longer ready.
    var drainDelay: Duration {
        guard timeouts.drainDelay > .zero else { return .zero }
        let (whole, isQuestion) = lifecycle.withLock { ($0.whole, $0.question != nil) }
        // A question ends as soon as it is answered (C57).
        if isQuestion { return .zero }
        let left = whole?.time.subtracting(clock.now()) ?? timeouts.drainDelay
        return min(timeouts.drainDelay, max(left, .zero))
    }

    /// Returns after a time by the hive's clock; nobody is blocked, and a second signal ends the process all the same.
    func wait(_ time: Duration) async {
        lifecycle.withLock { $0.isWaiting = true }
        await timer.wait(until: clock.now().adding(time))
        lifecycle.withLock { $0.isWaiting = false }
    }
}
