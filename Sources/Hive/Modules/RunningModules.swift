// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The modules of a hive that are up or on their way, from their creation to their end.
final class RunningModules: Sendable {
    private struct State {
        /// Modules that are gone and have not come back yet from a hook that was abandoned.
        var lingering: [ObjectIdentifier: ModuleRuntime] = [:]
        /// The instance of each type that left last, for as long as somebody else keeps it.
        var left: [ObjectIdentifier: WeakModule] = [:]
        /// By their positions, ascending; each knows whether it runs.
        var bootOrder: [ModuleRuntime] = []
        /// Those that run, by their types; made when somebody asks for one, and kept up to date from then on.
        var byType: [ObjectIdentifier: ModuleRuntime]?
        /// Who needs whom among those that are set up; made when the first module comes or goes, and after a reload.
        var index: ModuleIndex?

        /// The place of a module in the boot order.
        ///
        /// - Complexity: O(1), until one comes or goes.
        func place(of runtime: ModuleRuntime) -> Int? {
            let position = runtime.owner.position
            if bootOrder.indices.contains(position), bootOrder[position] === runtime { return position }
            return bootOrder.firstIndex { $0 === runtime }
        }

        /// Those that run.
        var running: [ModuleRuntime] {
            bootOrder.allSatisfy(\.isRunning) ? bootOrder : bootOrder.filter(\.isRunning)
        }

        /// The one of a type that runs.
        mutating func find(_ id: ObjectIdentifier) -> ModuleRuntime? {
            let known = byType ?? Dictionary(running.map { ($0.descriptor.id, $0) }) { _, last in last }
            byType = known
            return known[id]
        }
    }

    private let state = Mutex(State())

    func begin(_ bootOrder: [ModuleRuntime]) { state.withLock { $0.bootOrder = bootOrder } }

    /// The modules in boot order: those that are set up, or all that the hive has begun with.
    func inBootOrder(isRunning: Bool = true) -> [ModuleRuntime] {
        state.withLock { state in
            isRunning ? state.running : state.bootOrder
        }
    }

    /// The module of a type that is set up.
    func runtime(_ id: ObjectIdentifier) -> ModuleRuntime? { state.withLock { $0.find(id) } }

    /// Lets go of a module that is gone; one whose hook, work or handler was abandoned lingers until that returns.
    func forget(_ runtime: ModuleRuntime) {
        state.withLock { state in
            if let place = state.place(of: runtime) { state.bootOrder.remove(at: place) }
            if runtime.isLeftRunning { state.lingering[runtime.descriptor.id] = runtime }
        }
    }

    /// Notes that something of a module has returned that was abandoned.
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
        the instance before has been abandoned and has not returned yet. Wait until it has, which observers are told; or \
        leave the module out, or restart the process.
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

    func running(_ ids: Set<ObjectIdentifier>) -> [ModuleRuntime] {
        let runtimes = state.withLock { state in ids.compactMap { state.find($0) } }
        return runtimes.sorted { $0.owner.position < $1.owner.position }
    }

    /// Takes in a module that is set up, unless it has been given up meanwhile.
    func didSetUp(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard !runtime.isAbandoned, state.place(of: runtime) != nil else { return }
            runtime.isRunning = true
            state.byType?[runtime.descriptor.id] = runtime
            state.index?.insert(runtime.current, fields: runtime.fields)
        }
    }

    /// Takes out a module, though not another one of its type that was added since.
    func didTearDown(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard runtime.isRunning else { return }
            runtime.isRunning = false
            state.byType?[runtime.descriptor.id] = nil
            state.index?.remove(runtime.descriptor.id)
        }
    }

    /// Takes in a module that comes while the hive runs: at a position that is free, or else behind all others.
    func add(at position: Int?, _ make: (_ position: Int) -> ModuleRuntime) -> ModuleRuntime {
        let last = state.withLock { ($0.bootOrder.last?.owner.position ?? -1) + 1 }
        let runtime = make(position ?? last)
        state.withLock { state in
            let index = state.bootOrder.lastIndex { $0.owner.position < runtime.owner.position }
            state.bootOrder.insert(runtime, at: index.map { $0 + 1 } ?? 0)
        }
        return runtime
    }

    /// Who needs whom among the modules that are set up; the closure says which services property lists give to
    /// modules.
    func index(listed: () -> [ServiceDeclaration]) -> ModuleIndex {
        if let index = state.withLock({ $0.index }) { return index }
        let empty = ModuleIndex([], services: listed())
        return state.withLock { state in
            if let index = state.index { return index }
            var index = empty
            for runtime in state.running { index.insert(runtime.current, fields: runtime.fields) }
            state.index = index
            return index
        }
    }

    /// Notes that what modules need, or are given, changes.
    func forgetIndex() { state.withLock { $0.index = nil } }

    /// The types of the modules that are set up.
    var types: Set<ObjectIdentifier> { state.withLock { Set($0.running.map(\.descriptor.id)) } }

    /// Lets go of every instance.
    func forgetInstances() {
        let forgotten = state.withLock { state in
            let old = (state.bootOrder, state.byType, state.lingering)
            state.bootOrder = []
            state.byType = nil
            state.lingering = [:]
            state.index = nil
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
