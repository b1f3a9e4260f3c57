// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The modules that run: how they come, who needs whom, and how they go.

extension ModuleManager {
    /// Ends registering.
    func close() { state.withLock { $0.isClosed = true } }

    func begin(_ bootOrder: [ModuleRuntime]) { state.withLock { $0.bootOrder = bootOrder } }

    /// The modules in boot order: those that are set up, or all that the hive has begun with.
    func inBootOrder(isRunning: Bool = true) -> [ModuleRuntime] {
        state.withLock { state in
            state.bootOrder.filter { !isRunning || state.running[$0.descriptor.id] === $0 }
        }
    }

    /// The module of a type that is set up.
    func runtime(_ id: ObjectIdentifier) -> ModuleRuntime? { state.withLock { $0.running[id] } }

    /// Takes in a module that comes while the hive runs: at a position that is free, or else behind all others.
    func add(_ descriptor: ModuleDescriptor, at position: Int? = nil, to hive: Hive) -> ModuleRuntime {
        let runtime = state.withLock { state in
            let last = (state.bootOrder.last?.owner.position ?? -1) + 1
            let runtime = ModuleRuntime(descriptor, position: position ?? last, hive: hive)
            let index = state.bootOrder.lastIndex { $0.owner.position < runtime.owner.position }
            state.bootOrder.insert(runtime, at: index.map { $0 + 1 } ?? 0)
            return runtime
        }
        observers.notify(.init(.moduleRegistered, module: descriptor.name))
        return runtime
    }

    /// Lets go of a module that is gone; one whose hook, work or handler was abandoned lingers until that returns.
    func forget(_ runtime: ModuleRuntime) {
        state.withLock { state in
            if let place = state.place(of: runtime) { state.bootOrder.remove(at: place) }
            if runtime.isLeftRunning { state.lingering[runtime.descriptor.id] = runtime }
        }
    }

    /// Notes that something of a module has returned that nobody waited for any more.
    func didReturn(_ runtime: ModuleRuntime) {
        state.withLock { state in
            runtime.didReturn()
            if !runtime.isLeftRunning, state.lingering[runtime.descriptor.id] === runtime {
                state.lingering[runtime.descriptor.id] = nil
            }
        }
    }

    /// Whether an instance of a type is gone and has not returned yet, so that there must not be another one (C2).
    func isLingering(_ id: ObjectIdentifier) -> Bool { state.withLock { $0.lingering[id] != nil } }

    /// Why a module whose instance lingers is not made.
    static let isLingering = """
        the instance before has been abandoned and has not returned yet. Add it when it has; observers are told.
        """

    /// Remembers an instance that is gone, without keeping it alive.
    func note(left module: any HiveModule) {
        let id = ObjectIdentifier(type(of: module))
        state.withLock { $0.left[id] = WeakModule(module: module) }
    }

    /// Whether an instance has been there before, so that its hooks must not run again (C2).
    func hasLeft(_ module: any HiveModule) -> Bool {
        let id = ObjectIdentifier(type(of: module))
        return state.withLock { $0.left[id]?.module === module }
    }

    /// Who needs whom among the modules that are set up.
    private var index: ModuleIndex {
        state.withLock { state in
            if let index = state.index { return index }
            var index = ModuleIndex([], services: state.services.completedByRecords)
            for runtime in state.running.values { index.insert(runtime.current, fields: runtime.fields) }
            state.index = index
            return index
        }
    }

    /// Whether there is nothing to be said about a module that is to be added, so that nothing has to be planned.
    ///
    /// - Complexity: O(what the module offers and needs), once the index is made.
    func canTake(_ descriptor: ModuleDescriptor, isServed: (ServiceKey) -> Bool) -> Bool {
        guard descriptor.isEnabled, descriptor.timeoutProblems.isEmpty else { return false }
        guard index.canTake(descriptor, isServed: isServed) else { return false }
        if let type = descriptor.type.optionsType, !descriptor.optionProblems(type).isEmpty { return false }
        return descriptor.factory != nil || !(descriptor.type is any FactoryModule.Type)
    }

    /// What is wrong with a module that is to be added to those that run, of which each is planned for it.
    func problems(ofAdding descriptor: ModuleDescriptor, services: Set<ObjectIdentifier>) -> [Problem] {
        let running = inBootOrder().map(\.current)
        let listed = state.withLock { $0.services }.completedByRecords
        let before = Set(ModulePlan(running, services: listed, hiveServices: services).problems)
        let after = ModulePlan(running + [descriptor], services: listed, hiveServices: services).problems
        var problems = after.filter { !before.contains($0) }
        if !descriptor.isEnabled {
            let text =
                descriptor.disabler.map { "\(descriptor.name) is disabled by \($0)." }
                ?? "\(descriptor.name) is disabled, or takes no part in the environment \(selection.environment)."
            problems.append(Problem(.error, .disabledDependency, at: descriptor.origin, text))
        }
        if descriptor.factory == nil, descriptor.type is any FactoryModule.Type {
            let text = "\(descriptor.name) is made by a factory: add it with one."
            problems.append(Problem(.error, .needsFactory, at: descriptor.origin, text))
        }
        return problems
    }

    /// The running modules that need a module by their dependencies, directly or not, in boot order.
    func dependents(of runtime: ModuleRuntime) -> [ModuleRuntime] {
        running(index.dependents(of: runtime.descriptor.id))
    }

    /// The running modules that have fields for some services, in boot order.
    func ties(to keys: Set<ServiceKey>) -> [AutowiredTie] {
        running(index.modules(wiredTo: keys)).flatMap { runtime in
            runtime.wiring.needs.filter { keys.contains($0.key) }.map {
                AutowiredTie(owner: runtime.owner, instance: nil, need: $0)
            }
        }
    }

    private func running(_ ids: Set<ObjectIdentifier>) -> [ModuleRuntime] {
        let runtimes = state.withLock { state in ids.compactMap { state.running[$0] } }
        return runtimes.sorted { $0.owner.position < $1.owner.position }
    }

    /// Takes in a module that is set up, unless it has been given up meanwhile.
    func didSetUp(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard !runtime.isAbandoned, state.place(of: runtime) != nil else { return }
            state.running[runtime.descriptor.id] = runtime
            state.index?.insert(runtime.current, fields: runtime.fields)
        }
    }

    /// Takes out a module, though not another one of its type that was added since.
    func didTearDown(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard state.running[runtime.descriptor.id] === runtime else { return }
            state.running[runtime.descriptor.id] = nil
            state.index?.remove(runtime.descriptor.id)
        }
    }

    /// Lets go of every instance, and of the factories that may hold some.
    func forgetInstances() {
        let forgotten = state.withLock { state in
            let old = (state.bootOrder, state.running, state.declarations, state.added, state.lingering)
            state.added = [:]
            state.bootOrder = []
            state.running = [:]
            state.lingering = [:]
            state.index = nil
            for index in state.declarations.indices where state.declarations[index].factory != nil {
                state.declarations[index].factory = { throw HiveError(.stopped, "The hive has stopped.") }
            }
            return old
        }
        // Released here, outside the lock: a module's `deinit` is user code.
        withExtendedLifetime(forgotten) {}
    }
}

/// A module that somebody else may keep alive.
struct WeakModule {
    weak let module: (any HiveModule)?
}
