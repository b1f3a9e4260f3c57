// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A module of a hive from its creation to its end.
final class ModuleRuntime: Sendable {
    /// What the module was made with.
    let descriptor: ModuleDescriptor
    let owner: Owner
    let core: HiveCore
    /// Stands between the hive and the module, in tests.
    let interceptor: (any HookInterceptor)?
    /// The autowired fields of the module, collected while it is created.
    let wiring = Autowiring()
    /// The ticket of the hook that runs, 0 between hooks, or less when the module has ended: -1 when it was
    /// abandoned, -2 when it is gone.
    private let ticket = Atomic<Int>(0)
    private let setUpReturned = Atomic<Bool>(false)
    private let broughtUp = Atomic<Bool>(false)
    private let leftRunning = Atomic<Int>(0)
    /// A lock, because an `AtomicLazyReference` has the runtime look its type up at each read.
    private let workPlace = Mutex<ModuleWork?>(nil)
    /// Nil until somebody asks how the module is.
    private let healthPlace = Mutex<ModuleHealthRecord?>(nil)
    private let storage = Mutex<(any HiveModule)?>(nil)
    /// What counts since the last reload.
    private let reloaded = Mutex<ModuleDescriptor?>(nil)
    private let isReloaded = Atomic<Bool>(false)
    /// The ticket of the last hook of those that may run any number of times.
    private let repeatedHook = Atomic<Int>(Phase.lastTicket)

    init(_ descriptor: ModuleDescriptor, position: Int, core: HiveCore, interceptor: (any HookInterceptor)?) {
        self.descriptor = descriptor
        self.core = core
        self.interceptor = interceptor
        owner = Owner(name: descriptor.name, position: position)
    }

    var name: String { descriptor.name }

    /// The services that the module's autowired fields need.
    var fields: [ServiceKey] { wiring.needs.map(\.key) }

    /// What counts now: reloads change it.
    var current: ModuleDescriptor {
        get {
            // Every hook asks, and most modules are never reloaded.
            guard isReloaded.load(ordering: .acquiring) else { return descriptor }
            return reloaded.withLock { $0 } ?? descriptor
        }
        set {
            // The old one's factory may hold a user's objects, which are let go of without the lock.
            let old = reloaded.withLock { reloaded in
                let old = reloaded
                reloaded = newValue
                return old
            }
            withExtendedLifetime(old) { isReloaded.store(true, ordering: .releasing) }
        }
    }

    /// The module's long-running work, from its `ready` on; nil where there is none.
    var work: ModuleWork? { workPlace.withLock { $0 } }

    /// Gives the module its work, once.
    func take(_ work: ModuleWork) -> ModuleWork {
        workPlace.withLock { place in
            let first = place ?? work
            place = first
            return first
        }
    }

    /// What is known of the module's health.
    var health: ModuleHealthRecord {
        healthPlace.withLock { place in
            let record = place ?? ModuleHealthRecord()
            place = record
            return record
        }
    }

    /// Sees to it that the module is not asked how it is from now on.
    ///
    /// - Returns: What is known of its health; nil when it was never asked.
    func closeHealth() -> ModuleHealthRecord? {
        healthPlace.withLock { place in
            if let place { return place }
            place = .closed
            return nil
        }
    }

    /// The module, while it is set up.
    var instance: (any HiveModule)? { storage.withLock { $0 } }

    /// Creates the module and collects what it wants to be wired.
    ///
    /// An instance that has left must not come again, because its hooks run once (C2).
    nonisolated(nonsending) func create(among modules: RunningModules) async throws -> any HiveModule {
        try await call(.creation) {
            let module = try await Autowiring.$current.withValue(wiring) { try await descriptor.make() }
            if modules.hasLeft(module) {
                let text = "\(name) is the instance that has been taken down before, whose hooks run once."
                let remedy = "Register it with a factory that makes a new one."
                throw HiveError(.invalidState, "\(text) \(remedy)", at: current.origin)
            }
            storage.withLock { $0 = module }
        }
        guard let module = instance else { throw HiveError(.invalidState, "\(name) was not created.") }
        return module
    }

    /// Gives up the module, whose contexts throw from now on (C50), and returns it, to be let go of.
    func release() -> (any HiveModule)? {
        _ = ticket.compareExchange(expected: 0, desired: -2, ordering: .sequentiallyConsistent)
        return storage.withLock { module in
            let old = module
            module = nil
            return old
        }
    }

    /// Runs a hook of the module with a scope that is valid while it runs (C50).
    ///
    /// Inlined, together with what it runs: each asynchronous function on the way to a hook takes as long as the hook.
    @inline(__always)
    nonisolated(nonsending)
        func withScope(
            _ phase: Phase,
            _ body: nonisolated(nonsending) ((any HiveModule)?, HookScope) async throws -> Void
        ) async throws
    {
        let number = phase.ticket ?? repeatedHook.add(1, ordering: .acquiringAndReleasing).newValue
        _ = ticket.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        defer { _ = ticket.compareExchange(expected: number, desired: 0, ordering: .acquiringAndReleasing) }
        try await body(instance, HookScope(runtime: self, hive: core, ticket: number))
    }

    /// Lets every context of the module throw from now on (C5).
    func abandon() { ticket.store(-1, ordering: .sequentiallyConsistent) }

    var isAbandoned: Bool { ticket.load(ordering: .sequentiallyConsistent) == -1 }

    /// Whether the module is gone, or was abandoned.
    var hasEnded: Bool { ticket.load(ordering: .sequentiallyConsistent) < 0 }

    /// Notes that `setUp` has returned, so that `tearDown` is due.
    func didSetUp() { setUpReturned.store(true, ordering: .sequentiallyConsistent) }

    var isSetUp: Bool { setUpReturned.load(ordering: .sequentiallyConsistent) }

    /// Notes that the module's `ready` has returned, so that it can be asked how it is.
    func didBringUp() { broughtUp.store(true, ordering: .releasing) }

    var isUp: Bool { broughtUp.load(ordering: .acquiring) }

    /// Notes that a hook, the work or a handler of the module goes on after it was abandoned.
    func wasLeftRunning() { leftRunning.add(1, ordering: .sequentiallyConsistent) }

    /// Notes that one of those has returned and, after a hook of the start, that the module is torn down.
    func didReturn() { leftRunning.subtract(1, ordering: .sequentiallyConsistent) }

    /// Whether code of the module goes on after it was abandoned.
    var isLeftRunning: Bool { leftRunning.load(ordering: .sequentiallyConsistent) > 0 }

    func isOpen(_ number: Int) -> Bool { ticket.load(ordering: .acquiring) == number }
}
