// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What reports ask of a hive that has been started; nothing is kept for them.

/// Somebody who has a field for a service.
package struct ServiceUse: Hashable, Sendable {
    /// The service's type, as ``ServiceDescription`` has it.
    package let type: String
    /// The service's name.
    package let name: String?
    /// The module, or nil for a service of the hive.
    package let module: String?
}

extension Hive {
    /// The services that the autowired fields of modules and of shared instances need, each user once.
    ///
    /// - Complexity: O(fields).
    package var serviceUses: [ServiceUse] {
        let ofModules = engine.modules.inBootOrder().flatMap { runtime in
            runtime.fields.map { ServiceUse($0, runtime.name) }
        }
        let uses = ofModules + services.usesOfInstances
        var seen: Set<ServiceUse> = []
        return uses.filter { seen.insert($0).inserted }
    }

    /// A plan with the modules that were added while the hive ran, as if they had been registered with the others.
    ///
    /// - Complexity: O(n) where none was added, else that of a plan.
    package func completed(_ plan: ModulePlan) -> ModulePlan {
        let known = Set((plan.modules + plan.disabled).map(\.id))
        let added = engine.modules.inBootOrder().map(\.current).filter { !known.contains($0.id) }
        if added.isEmpty { return plan }
        let services = services.registeredTypes()
        return ModulePlan(plan.modules + added + plan.disabled, services: listedServices, hiveServices: services)
    }

    /// A service's type with its Swift module and without `any`, as ``ServiceDescription`` has it.
    package static func qualifiedName(ofService type: any Any.Type) -> String { ServiceKey.qualifiedName(of: type) }
}

// MARK: - For who asks a hive that runs

/// How far a module is, and for how long.
package struct ModuleProgress: Sendable {
    package let name: String
    package let state: ModuleState
    /// How long it has been in that state.
    package let age: Duration
    /// How often it has come up again.
    package let restarts: Int
    /// What its work does; nil where it has none.
    package let work: String?
}

extension Hive {
    /// The hooks that run, and for how long, for a person; it takes locks only, and waits for no task.
    package var runningHooks: [String] { engine.hooks }

    /// How long the hive has been in its state, why it stops, where it does, and the last reload: how it went, how long
    /// ago, and its number; it takes locks only.
    package var progress:
        (age: Duration, stopReason: StopReason?, reload: (outcome: String, age: Duration, number: Int)?)
    {
        let now = engine.clock.now()
        return engine.lifecycle.withLock { lifecycle in
            let reload = lifecycle.reload.map { ($0.outcome, now.subtracting($0.time), $0.number) }
            return (now.subtracting(lifecycle.since), lifecycle.stopReason, reload)
        }
    }

    /// How many deliveries are calling handlers; it takes locks only.
    package var deliveriesUnderWay: Int {
        engine.modules.inBootOrder(isRunning: false).reduce(engine.owner.calls.count) { $0 + $1.owner.calls.count }
    }

    /// How far each module is, in boot order; it takes locks only, and waits for no task.
    ///
    /// - Complexity: O(n log n) in the number of modules.
    package var moduleProgress: [ModuleProgress] {
        let now = engine.clock.now()
        let there = engine.modules.inBootOrder(isRunning: false)
        let works = Dictionary(there.map { ($0.name, $0.work) }) { first, _ in first }
        return moduleStates.map { name, state in
            let life = engine.stateChanges.life(of: name)
            return ModuleProgress(
                name: name,
                state: state,
                age: now.subtracting(life.since ?? now),
                restarts: max(0, life.arrivals - 1),
                work: (works[name] ?? nil)?.progress
            )
        }
    }
}

extension ModuleWork {
    /// What it does, in a word.
    fileprivate var progress: String {
        state.withLock { state in
            if state.end != nil { return "ended" }
            return switch state.stage {
            case .draining: "drains"
            case .cancelled: "cancelled"
            case .coming: "begins"
            case .running, .leaving: "runs"
            }
        }
    }
}

extension ServiceManager {
    /// How many shared services have an instance, or one that is being made; it takes a lock only.
    package var madeCount: Int {
        state.withLock { state in state.registry.registrations.count { state.cache.isMade($0.key) } }
    }

    fileprivate var usesOfInstances: [ServiceUse] {
        let found = state.withLock { state in
            state.cache.fieldNeeds.map { key, needs in (owner: state.registry.registration(key)?.owner, needs: needs) }
        }
        let uses = found.flatMap { owner, needs in needs.map { ServiceUse($0.key, owner?.name) } }
        return uses.sorted { ($0.module ?? "") < ($1.module ?? "") }
    }
}

extension ServiceUse {
    fileprivate init(_ key: ServiceKey, _ module: String?) {
        self.init(type: ServiceKey.qualifiedName(of: key.type), name: key.name, module: module)
    }
}
