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
    /// The ticket of the hook that runs, 0 between hooks, or less when the module has ended: -1 when it was
    /// abandoned, -2 when it is gone.
    private let ticket = Atomic<Int>(0)
    /// The ticket of the last hook of those that may run any number of times.
    private let repeatedHook = Atomic<Int>(Phase.lastTicket)
    private let marks = Atomic<UInt8>(0)
    private let parts = Mutex(Parts())

    /// What can be read of the module without its lock, because every hook asks for it; each a bit.
    private enum Mark {
        static let isSetUp: UInt8 = 1
        static let isUp: UInt8 = 2
        static let isRunning: UInt8 = 4
        static let isReloaded: UInt8 = 8
        static let hasWork: UInt8 = 16
        static let hasWiring: UInt8 = 32
    }

    /// What a module has for some time of its life; one lock guards all of it, under which nobody's code runs.
    private struct Parts {
        var instance: (any HiveModule)?
        var work: ModuleWork?
        var wiring: Autowiring?
        /// Nil until somebody asks how the module is.
        var health: ModuleHealthRecord?
        /// What counts since the last reload.
        var reloaded: ModuleDescriptor?
        /// How many hooks, handlers and so on go on after they were abandoned.
        var leftRunning = 0
    }

    init(_ descriptor: ModuleDescriptor, position: Int, core: HiveCore, interceptor: (any HookInterceptor)?) {
        self.descriptor = descriptor
        self.core = core
        self.interceptor = interceptor
        owner = Owner(name: descriptor.name, position: position)
    }

    var name: String { descriptor.name }

    /// The services that the module's autowired fields need.
    var fields: [ServiceKey] { wiring?.needs.map(\.key) ?? [] }

    /// What counts now: reloads change it.
    var current: ModuleDescriptor {
        get {
            // Most modules are never reloaded.
            has(Mark.isReloaded) ? parts.withLock { $0.reloaded } ?? descriptor : descriptor
        }
        set {
            // The old one's factory may hold a user's objects, which are let go of without the lock.
            let old = parts.withLock { parts in
                let old = parts.reloaded
                parts.reloaded = newValue
                return old
            }
            withExtendedLifetime(old) { set(Mark.isReloaded) }
        }
    }

    /// The autowired fields of the module, collected while it was created; nil where there are none.
    var wiring: Autowiring? { has(Mark.hasWiring) ? parts.withLock { $0.wiring } : nil }

    /// Keeps what was collected while the module was created.
    func keep(_ wiring: Autowiring) {
        parts.withLock { $0.wiring = wiring }
        set(Mark.hasWiring)
    }

    /// Whether the module states a timeout, or was reloaded since.
    var mayHaveOwnTimeouts: Bool { has(Mark.isReloaded) || descriptor.statesTimeouts }

    /// How long its hooks may take, as it counts now; of all that does, what every hook asks for.
    var timeouts: ModuleTimeouts { has(Mark.isReloaded) ? current.timeouts : descriptor.timeouts }

    /// The module's long-running work, from its `ready` on; nil where there is none.
    var work: ModuleWork? { has(Mark.hasWork) ? parts.withLock { $0.work } : nil }

    /// Gives the module its work, once.
    func take(_ work: ModuleWork) -> ModuleWork {
        let work = parts.withLock { parts in
            let first = parts.work ?? work
            parts.work = first
            return first
        }
        set(Mark.hasWork)
        return work
    }

    /// What is known of the module's health.
    var health: ModuleHealthRecord {
        parts.withLock { parts in
            let record = parts.health ?? ModuleHealthRecord()
            parts.health = record
            return record
        }
    }

    /// Sees to it that the module is not asked how it is from now on.
    ///
    /// - Returns: What is known of its health; nil when it was never asked.
    func closeHealth() -> ModuleHealthRecord? {
        parts.withLock { parts in
            if let health = parts.health { return health }
            parts.health = .closed
            return nil
        }
    }

    /// The module, while it is set up.
    var instance: (any HiveModule)? { parts.withLock { $0.instance } }

    /// Creates the module and collects the fields that it wants to be wired.
    ///
    /// An instance that has left must not come again, because its hooks run once (C2).
    nonisolated(nonsending)
        func create(among modules: RunningModules, _ wiring: Autowiring) async throws -> any HiveModule
    {
        try await call(.creation) {
            let module = try await Autowiring.$task.withValue(wiring) { try await descriptor.make() }
            if modules.hasLeft(module) {
                let text = "\(name) is the instance that has been taken down before, whose hooks run once."
                let remedy = "Register it with a factory that makes a new one."
                throw HiveError(.invalidState, "\(text) \(remedy)", at: current.origin)
            }
            parts.withLock { $0.instance = module }
        }
        guard let module = instance else { throw HiveError(.invalidState, "\(name) was not created.") }
        return module
    }

    /// Gives up the module, whose contexts throw from now on (C50), and returns it, to be let go of.
    func release() -> (any HiveModule)? {
        _ = ticket.compareExchange(expected: 0, desired: -2, ordering: .sequentiallyConsistent)
        return parts.withLock { parts in
            let old = parts.instance
            parts.instance = nil
            return old
        }
    }

    /// Runs a hook of the module with a scope that is valid while it runs (C50).
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
    func didSetUp() { set(Mark.isSetUp) }

    var isSetUp: Bool { has(Mark.isSetUp) }

    /// Notes that the module's `ready` has returned, so that it can be asked how it is.
    func didBringUp() { set(Mark.isUp) }

    var isUp: Bool { has(Mark.isUp) }

    /// Whether the module is one of those that run; ``RunningModules`` says so, under its lock.
    var isRunning: Bool {
        get { has(Mark.isRunning) }
        set {
            if newValue { return set(Mark.isRunning) }
            marks.bitwiseAnd(~Mark.isRunning, ordering: .sequentiallyConsistent)
        }
    }

    private func has(_ mark: UInt8) -> Bool { marks.load(ordering: .sequentiallyConsistent) & mark != 0 }

    private func set(_ mark: UInt8) { marks.bitwiseOr(mark, ordering: .sequentiallyConsistent) }

    /// Notes that a hook, the work or a handler of the module goes on after it was abandoned.
    func wasLeftRunning() { parts.withLock { $0.leftRunning += 1 } }

    /// Notes that one of those has returned and, after a hook of the start, that the module is torn down.
    func didReturn() { parts.withLock { $0.leftRunning -= 1 } }

    /// Whether code of the module goes on after it was abandoned.
    var isLeftRunning: Bool { parts.withLock { $0.leftRunning > 0 } }

    func isOpen(_ number: Int) -> Bool { ticket.load(ordering: .acquiring) == number }
}
