// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The modules that are down because of a failure, their own or of what they need (C63).
final class DownModules: Sendable {
    /// A module that is down.
    struct Entry {
        /// What it comes back from.
        var descriptor: ModuleDescriptor
        /// Its place in the boot order, which it comes back to.
        let position: Int
        /// The services that its autowired fields need.
        var fields: [ServiceKey] = []
        /// Whether it is down whatever the others are; otherwise it comes back with what it needs.
        var isByItself: Bool
        /// Why it is down, and whether it comes back.
        var state: ModuleState
        /// Since when it is down.
        let since: Duration

        var id: ObjectIdentifier { descriptor.id }
        var name: String { descriptor.name }
    }

    /// What is remembered of a module that is restarted, also while it is up, or that a reload has lost.
    struct Restart {
        fileprivate var history = RestartHistory()
        /// Who withholds readiness for it.
        let owner: Owner
        /// When the next attempt begins.
        fileprivate(set) var time = Duration.zero
        /// Why there has to be one.
        fileprivate(set) var reason = ""
        /// What waits for that.
        fileprivate(set) var wake: DeadlineTimer.Key?
        /// Whether a reload that has failed could not put it back: it is left out until the next one brings it.
        fileprivate var isLost = false

        fileprivate init(of module: Owner) {
            owner = Owner(name: module.name, module: module.module, position: module.position)
        }

        var name: String { owner.displayName }

        /// What everybody is told of it.
        func state(at now: Duration) -> ModuleState {
            .restarting(because: reason, attempt: history.attempt, next: left(at: now))
        }

        /// Which attempt it is, and when it comes.
        func attempt(at now: Duration) -> String { ModuleState.attempt(history.attempt, left(at: now)) }

        private func left(at now: Duration) -> Duration? { time > now ? time.subtracting(now) : nil }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// By the modules' types.
        var restarts: [ObjectIdentifier: Restart] = [:]
        /// Who stands for modules that come back, by their types.
        var standIns: [ObjectIdentifier: StandIn] = [:]
    }

    private let state = Mutex(State())

    /// Those that are down, in boot order.
    var inBootOrder: [Entry] { state.withLock { $0.entries.values.sorted { $0.position < $1.position } } }

    func entry(_ id: ObjectIdentifier) -> Entry? { state.withLock { $0.entries[id] } }

    /// Takes in that a module is down, or why it is now.
    func add(_ entry: Entry) {
        // The factory of the former one may hold a user's objects.
        state.update { $0.entries[entry.id] = entry }
    }

    /// Takes modules out: they come up, or are gone for good.
    func remove(_ ids: some Sequence<ObjectIdentifier>) {
        state.update { state in
            for id in ids { state.entries[id] = nil }
        }
    }

    // MARK: Stand-ins

    /// Who stands for a module until it is back.
    func standIn(for module: Owner, _ refusal: @escaping @Sendable () -> HiveError) -> StandIn {
        let owner = Owner(name: module.name, module: module.module, position: module.position)
        let id = module.module ?? module.id
        return state.withLock { state in
            let standIn = state.standIns[id] ?? StandIn(owner: owner, refusal: refusal)
            state.standIns[id] = standIn
            return standIn
        }
    }

    func takeStandIn(for id: ObjectIdentifier) -> StandIn? {
        state.withLock { $0.standIns.removeValue(forKey: id) }
    }

    // MARK: Restarts

    /// Takes in that a module has failed, and says what follows.
    func failed(
        _ module: Owner,
        _ failure: HiveError.Failure,
        because reason: String,
        at now: Duration,
        _ rule: RestartRule,
        _ chance: Double
    ) -> (decision: RestartHistory.Decision, restart: Restart) {
        let id = module.module ?? module.id
        let new = Restart(of: module)
        // Failures that no longer count are let go of: errors are user code.
        return state.update { state in
            var restart = state.restarts[id] ?? new
            let decision = restart.history.failed(failure, at: now, rule, chance: chance)
            if case .restart(let time) = decision { (restart.time, restart.isLost) = (time, false) }
            restart.reason = reason
            state.restarts[id] = restart
            return (decision, restart)
        }
    }

    /// Takes in that a reload that has failed could not put a module back.
    ///
    /// - Returns: Who withholds readiness for it until it is up.
    func lose(_ module: Owner) -> Owner {
        state.withLock { state in
            var restart = state.restarts[module.module ?? module.id] ?? Restart(of: module)
            restart.isLost = true
            state.restarts[module.module ?? module.id] = restart
            return restart.owner
        }
    }

    /// Whether a reload has lost a module, which is not up again.
    func isLost(_ id: ObjectIdentifier) -> Bool { restart(of: id)?.isLost == true }

    /// How a module is restarted; nil where it never was.
    func restart(of id: ObjectIdentifier) -> Restart? { state.withLock { $0.restarts[id] } }

    /// Why a module that is restarted withholds readiness, where an owner stands for one.
    func reason(of owner: Owner, at now: Duration) -> String? {
        state.withLock { state in
            guard let (id, restart) = state.restarts.first(where: { $0.value.owner === owner }),
                restart.history.attempt > 0, state.entries[id]?.state.isLeftOut != true
            else { return nil }
            return "\(restart.attempt(at: now)): \(restart.reason)"
        }
    }

    /// Takes in that an attempt begins.
    func begins(_ id: ObjectIdentifier, at now: Duration, _ rule: RestartRule) {
        state.withLock { $0.restarts[id]?.history.begins(at: now, rule) }
    }

    /// Takes in that a module is up.
    ///
    /// - Returns: Whether it had failed.
    func cameUp(_ id: ObjectIdentifier, at now: Duration) -> Bool {
        state.withLock { state in
            state.restarts[id]?.isLost = false
            return state.restarts[id]?.history.cameUp(at: now) ?? false
        }
    }

    /// Remembers what waits for the next attempt of a module, and returns what waited before.
    func wait(_ id: ObjectIdentifier, by key: DeadlineTimer.Key?) -> DeadlineTimer.Key? {
        state.withLock { state in
            let former = state.restarts[id]?.wake
            state.restarts[id]?.wake = key
            return former
        }
    }

    /// Forgets a module that is gone for good, or all, and returns how they were restarted.
    func forget(_ id: ObjectIdentifier? = nil) -> [Restart] {
        state.update { state in
            guard let id else {
                defer { state = State() }
                return Array(state.restarts.values)
            }
            state.entries[id] = nil
            return [state.restarts.removeValue(forKey: id)].compactMap(\.self)
        }
    }
}
