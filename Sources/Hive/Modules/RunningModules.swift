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
        /// By their positions, ascending.
        var bootOrder: [ModuleRuntime] = []
        /// Those that run, by their types.
        var running: [ObjectIdentifier: ModuleRuntime] = [:]
        /// The last place that was ever taken: who is down comes back to its own.
        var lastPosition = -1

        /// The place of a module in the boot order.
        func place(of runtime: ModuleRuntime) -> Int? {
            let position = runtime.owner.position
            if bootOrder.indices.contains(position), bootOrder[position] === runtime { return position }
            return bootOrder.firstIndex { $0 === runtime }
        }

        /// Whether a module is one of those that run.
        func isRunning(_ runtime: ModuleRuntime) -> Bool { running[runtime.descriptor.id] === runtime }
    }

    private let state = Mutex(State())

    func begin(_ bootOrder: [ModuleRuntime]) {
        state.withLock { state in
            state.bootOrder = bootOrder
            state.lastPosition = bootOrder.count - 1
        }
    }

    /// A place behind all others.
    func newPosition() -> Int {
        state.withLock { state in
            state.lastPosition += 1
            return state.lastPosition
        }
    }

    /// The modules in boot order: those that are set up, or all that the hive has begun with.
    func inBootOrder(isRunning: Bool = true) -> [ModuleRuntime] {
        state.withLock { isRunning ? $0.bootOrder.filter($0.isRunning) : $0.bootOrder }
    }

    /// Whether a module is among those that the hive has begun with, and has not gone.
    func contains(_ runtime: ModuleRuntime) -> Bool { state.withLock { $0.place(of: runtime) != nil } }

    /// The module of a type that is set up.
    func runtime(_ id: ObjectIdentifier) -> ModuleRuntime? { state.withLock { $0.running[id] } }

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

    /// Takes in a module that is set up, unless it has been given up meanwhile.
    func didSetUp(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard !runtime.isAbandoned, state.place(of: runtime) != nil else { return }
            state.running[runtime.descriptor.id] = runtime
        }
    }

    /// Takes out a module, though not another one of its type that was added since.
    func didTearDown(_ runtime: ModuleRuntime) {
        state.withLock { state in
            if state.isRunning(runtime) { state.running[runtime.descriptor.id] = nil }
        }
    }

    /// Takes in a module that comes while the hive runs.
    func add(_ runtime: ModuleRuntime) {
        state.withLock { state in
            let index = state.bootOrder.lastIndex { $0.owner.position < runtime.owner.position }
            state.bootOrder.insert(runtime, at: index.map { $0 + 1 } ?? 0)
        }
    }

    /// The types of the modules that are set up.
    var types: Set<ObjectIdentifier> { state.withLock { Set($0.running.keys) } }

    /// Lets go of every instance.
    func forgetInstances() {
        state.update { ($0.bootOrder, $0.running, $0.lingering) = ([], [:], [:]) }
    }
}

/// A module that somebody else may keep alive.
struct WeakModule {
    weak let module: (any HiveModule)?
}
