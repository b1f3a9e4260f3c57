// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A module of a hive from its creation to its end.
final class ModuleRuntime: Sendable {
    /// What the module was made with.
    let descriptor: ModuleDescriptor
    let owner: Owner
    let engine: Engine
    /// The ticket of the hook that runs, 0 between hooks, or less when the module has ended: -1 when it was
    /// abandoned, -2 when it is gone.
    private let ticket = Atomic<Int>(0)
    private let lastTicket = Atomic<Int>(0)
    let state = Mutex(State())

    /// What a module has for some time of its life; nobody's code runs under its lock.
    struct State {
        var instance: (any HiveModule)?
        var isSetUp = false
        var isUp = false
        var work: ModuleWork?
        var wiring: Autowiring?
        var health = Health()
        /// What counts since the last reload.
        var reloaded: ModuleDescriptor?
        /// How many hooks, handlers and so on go on after they were abandoned.
        var leftRunning = 0
        /// Whether its state is no longer told: the module is down, and may have another instance.
        var isSilent = false
        /// Whether it has failed itself, and goes down because of that.
        var hasFailed = false
        /// What it needs that has failed, so that it goes down as well.
        var failedNeeds: [String] = []
    }

    /// Why a module comes, which says what its failure means until it is up.
    enum Arrival {
        /// With the hive, or because it had failed: its policy counts.
        case byItself
        /// Somebody has asked for it, and is told.
        case askedFor
        /// A reload has failed that had taken it down: it never stops the hive.
        case putBack
    }

    let arrival: Arrival

    init(_ descriptor: ModuleDescriptor, position: Int, engine: Engine, arrival: Arrival = .byItself) {
        self.descriptor = descriptor
        self.arrival = arrival
        self.engine = engine
        owner = Owner(name: descriptor.name, module: descriptor.id, position: position)
    }

    var name: String { descriptor.name }

    /// Stands between the hive and the module, in tests.
    var interceptor: (any HookInterceptor)? { engine.lifecycle.withLock { $0.interceptor } }

    /// The services that the module's autowired fields need.
    var fields: [ServiceKey] { wiring?.needs.map(\.key) ?? [] }

    /// What counts now: reloads change it.
    var current: ModuleDescriptor {
        get { state.withLock { $0.reloaded } ?? descriptor }
        // The old one's factory may hold a user's objects.
        set { state.update { $0.reloaded = newValue } }
    }

    /// The autowired fields of the module, collected while it was created; nil where there are none.
    var wiring: Autowiring? { state.withLock { $0.wiring } }

    /// Keeps what was collected while the module was created.
    func keep(_ wiring: Autowiring) { state.withLock { $0.wiring = wiring } }

    /// What it is, as it counts now: how long its hooks may take, for example.
    var manifest: ModuleManifest { current.manifest }

    /// The module's long-running work, from its `ready` on; nil where there is none.
    var work: ModuleWork? { state.withLock { $0.work } }

    /// Gives the module its work.
    func take(_ work: ModuleWork) { state.withLock { $0.work = work } }

    /// The module, while it is set up.
    var instance: (any HiveModule)? { state.withLock { $0.instance } }

    /// Creates the module and collects the fields that it wants to be wired.
    ///
    /// An instance that has left must not come again, because its hooks run once (C2).
    nonisolated(nonsending)
        func create(_ wiring: Autowiring) async throws -> any HiveModule
    {
        try await call(.creation) {
            let module = try await Autowiring.$task.withValue(wiring) { try await descriptor.make() }
            if engine.modules.hasLeft(module) {
                let text = "\(name) is the instance that has been taken down before, whose hooks run once."
                let remedy = "Register it with a factory that makes a new one."
                throw HiveError(.invalidState, "\(text) \(remedy)", at: current.origin)
            }
            state.withLock { $0.instance = module }
        }
        guard let module = instance else { throw HiveError(.invalidState, "\(name) was not created.") }
        return module
    }

    /// Gives up the module, whose contexts throw from now on (C50), and returns it, to be let go of.
    func release() -> (any HiveModule)? {
        _ = ticket.compareExchange(expected: 0, desired: -2, ordering: .sequentiallyConsistent)
        return state.withLock { $0.instance.take() }
    }

    /// Runs a hook of the module, and what belongs to it, with a scope that is valid while it runs (C50).
    nonisolated(nonsending)
        func withScope(
            _ body: nonisolated(nonsending) ((any HiveModule)?, HookScope) async throws -> Void
        ) async throws
    {
        let number = lastTicket.add(1, ordering: .acquiringAndReleasing).newValue
        _ = ticket.compareExchange(expected: 0, desired: number, ordering: .acquiringAndReleasing)
        defer { _ = ticket.compareExchange(expected: number, desired: 0, ordering: .acquiringAndReleasing) }
        try await body(instance, HookScope(runtime: self, hive: engine, ticket: number))
    }

    /// Runs a hook of the module, which is all that its phase does.
    nonisolated(nonsending)
        func run(
            _ phase: Phase,
            _ hook: nonisolated(nonsending) @Sendable (any HiveModule, HookScope) async throws -> Void
        ) async throws
    {
        try await withScope { module, scope in
            try await call(.hook(phase)) { if let module { try await hook(module, scope) } }
        }
    }

    /// Lets every context of the module throw from now on (C5).
    func abandon() { ticket.store(-1, ordering: .sequentiallyConsistent) }

    var isAbandoned: Bool { ticket.load(ordering: .sequentiallyConsistent) == -1 }

    /// Whether the module is gone, or was abandoned.
    var hasEnded: Bool { ticket.load(ordering: .sequentiallyConsistent) < 0 }

    /// Notes that `setUp` has returned, so that `tearDown` is due.
    func didSetUp() { state.withLock { $0.isSetUp = true } }

    var isSetUp: Bool { state.withLock { $0.isSetUp } }

    /// Notes that the module's `ready` has returned, so that it can be asked how it is.
    func didBringUp() { state.withLock { $0.isUp = true } }

    var isUp: Bool { state.withLock { $0.isUp } }

    /// Notes that the module goes down because of a failure, its own or of what it needs.
    ///
    /// - Returns: Whether that is news.
    func noteFailure(of need: String? = nil) -> Bool {
        state.withLock { state in
            if let need {
                if state.failedNeeds.contains(need) { return false }
                state.failedNeeds.append(need)
                return true
            }
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
    }

    /// Whether the module has failed itself, and what it needs that has.
    var failure: (isItsOwn: Bool, needs: [String]) { state.withLock { ($0.hasFailed, $0.failedNeeds) } }

    /// Whether the module goes down because of a failure.
    var isFailing: Bool { state.withLock { $0.hasFailed || !$0.failedNeeds.isEmpty } }

    /// Tells no further state: the module is down because of a failure.
    func endTelling() { state.withLock { $0.isSilent = true } }

    /// Goes on to another state, unless `isAllowed` refuses the one that it is in, and has everybody told.
    func enter(_ new: ModuleState, if isAllowed: (ModuleState) -> Bool = { _ in true }) {
        if !state.withLock({ $0.isSilent }) { engine.enter(new, of: name, if: isAllowed) }
    }

    /// Has everybody told that the module is taken down, unless they know that it has failed and the hive goes on.
    func leaves() {
        let hiveEnds = engine.stage.current >= .stopping
        enter(.stopping) { hiveEnds || $0 == .starting || $0 == .up }
    }

    /// Has everybody told that the module has been taken down, unless they know that it comes back.
    func hasLeft() {
        let hiveEnds = engine.stage.current >= .stopping
        enter(.down) { hiveEnds || $0 == .stopping }
    }

    /// Notes that a hook, the work or a handler of the module goes on after it was abandoned.
    func wasLeftRunning() { state.withLock { $0.leftRunning += 1 } }

    /// Notes that one of those has returned and, after a hook of the start, that the module is torn down.
    func didReturn() { state.withLock { $0.leftRunning -= 1 } }

    /// Whether code of the module goes on after it was abandoned.
    var isLeftRunning: Bool { state.withLock { $0.leftRunning > 0 } }

    func isOpen(_ number: Int) -> Bool { ticket.load(ordering: .acquiring) == number }
}
