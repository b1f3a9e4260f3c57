// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A module of a hive from its creation to its end.
final class ModuleRuntime: Sendable {
    /// What the module was made with.
    let descriptor: ModuleDescriptor
    let owner: Owner
    let hive: Hive
    /// Stands between the hive and the module, in tests.
    let interceptor: (any HookInterceptor)?
    /// The autowired fields of the module, collected while it is created.
    let wiring = Autowiring()
    /// The ticket of the hook that runs, 0 between hooks, or less when the module has ended: -1 when nobody waits for
    /// it any more, -2 when it is gone.
    private let ticket = Atomic<Int>(0)
    private let setUpReturned = Atomic<Bool>(false)
    private let leftRunning = Atomic<Int>(0)
    let work = Mutex(ModuleWork())
    private let storage = Mutex<(any HiveModule)?>(nil)
    /// What counts since the last reload.
    private let reloaded = Mutex<ModuleDescriptor?>(nil)
    private let isReloaded = Atomic<Bool>(false)
    /// The ticket of the last hook of those that may run any number of times.
    private let repeatedHook = Atomic<Int>(Phase.lastTicket)

    init(_ descriptor: ModuleDescriptor, position: Int, hive: Hive) {
        self.descriptor = descriptor
        self.hive = hive
        interceptor = hive.lifecycle.withLock { $0.interceptor }
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

    /// The module, while it is set up.
    var instance: (any HiveModule)? { storage.withLock { $0 } }

    /// Creates the module and collects what it wants to be wired.
    nonisolated(nonsending) func create() async throws -> any HiveModule {
        try await call(.creation) {
            let module = try await Autowiring.$current.withValue(wiring) { try await descriptor.make() }
            if hive.modules.hasLeft(module) {
                let text = "\(name) is the instance that has been taken down before, whose hooks run once."
                let remedy = "Register it with a factory that makes a new one."
                throw HiveError(.invalidState, "\(text) \(remedy)", at: current.origin)
            }
            storage.withLock { $0 = module }
        }
        guard let module = instance else { throw HiveError(.invalidState, "\(name) was not created.") }
        return module
    }

    /// Lets go of the module, whose contexts throw from now on (C50).
    func release() {
        _ = ticket.compareExchange(expected: 0, desired: -2, ordering: .sequentiallyConsistent)
        let module = storage.withLock { module in
            let old = module
            module = nil
            return old
        }
        guard let module else { return }
        // Once the hive stops no module comes any more.
        if hive.state == .running { hive.modules.note(left: module) }
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
        try await body(instance, HookScope(runtime: self, hive: hive, ticket: number))
    }

    /// Lets every context of the module throw from now on (C5).
    func abandon() { ticket.store(-1, ordering: .sequentiallyConsistent) }

    var isAbandoned: Bool { ticket.load(ordering: .sequentiallyConsistent) == -1 }

    /// Whether the module is gone, or nobody waits for it any more.
    var hasEnded: Bool { ticket.load(ordering: .sequentiallyConsistent) < 0 }

    /// Notes that `setUp` has returned, so that `tearDown` is due.
    func didSetUp() { setUpReturned.store(true, ordering: .sequentiallyConsistent) }

    var isSetUp: Bool { setUpReturned.load(ordering: .sequentiallyConsistent) }

    /// Notes that a hook, the work or a handler of the module goes on although nobody waits for it any more.
    func wasLeftRunning() { leftRunning.add(1, ordering: .sequentiallyConsistent) }

    /// Notes that one of those has returned and, after a hook of the start, that the module is torn down.
    func didReturn() { leftRunning.subtract(1, ordering: .sequentiallyConsistent) }

    /// Whether code of the module goes on although nobody waits for it any more.
    var isLeftRunning: Bool { leftRunning.load(ordering: .sequentiallyConsistent) > 0 }

    func isOpen(_ number: Int) -> Bool { ticket.load(ordering: .acquiring) == number }
}

/// What ties a context to a hive, and to the module and hook that it was made for.
struct HookScope: Sendable {
    let runtime: ModuleRuntime?
    let hive: Hive
    let ticket: Int
    /// The call of a handler with a timeout that the context was made for.
    var call: CallMark?

    /// Whether the context's module is gone, or nobody waits for it, or for its handler, any more.
    var hasEnded: Bool { runtime?.hasEnded == true || call?.isAbandoned == true }

    /// Throws when the context's module is gone, or nobody waits for it, or for its handler, any more (C5, C34, C50).
    func checkAlive() throws {
        if let call, call.isAbandoned {
            let text = "\(call.name) did not return in time and was abandoned; its context has stopped."
            throw HiveError(.stopped, text)
        }
        guard let runtime, runtime.hasEnded else { return }
        let what = runtime.isAbandoned ? "did not return in time and was abandoned" : "has been taken down"
        throw HiveError(.stopped, "\(runtime.name) \(what); its contexts have stopped.")
    }

    /// Whether the hook that the context was made for still runs; always so for the hive's own.
    var isOpen: Bool { runtime?.isOpen(ticket) ?? true }

    /// Throws when the hook that the context was made for has returned (C50).
    func check(_ what: String) throws {
        try checkAlive()
        guard let runtime, !isOpen else { return }
        let text = "\(runtime.name) \(what) with a context whose hook has returned. Do it in the hook itself."
        throw HiveError(.invalidState, text)
    }
}
