// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Maps service types, usually protocols, to implementations, and hands them out.
///
/// A module registers what it offers in `setUp`; from `initialize` on everybody can look it up:
///
/// ```swift
/// try hive.services.register((any Mailer).self) { services in
///     LocalMailer(queue: try services.service((any JobQueue).self))
/// }
/// let mailer = try hive.services.service((any Mailer).self)
/// ```
///
/// What is registered here, and not through a module's context, belongs to the hive and lives as long as it (C27).
/// Every method may be called from any task or thread, also from a factory; no lock is held while a factory runs.
public final class ServiceManager: Sendable, ServiceLookup {
    /// How deep factories may ask for each other: more than services need, and less than a thread's stack holds.
    static let maximumDepth = 64

    /// Where readers look, and what autowired fields hold.
    @usableFromInline let stripes = ServiceStripes()
    let state: DiscardingMutex<ServiceState>
    let observers: Observers
    let hive: Owner
    /// Who hears what modules have found; said once, by the engine.
    let listener = Mutex(FoundService.Listener())

    init(owner: Owner = .hive(), observers: Observers = Observers()) {
        self.hive = owner
        self.observers = observers
        state = DiscardingMutex(ServiceState(stripes))
    }

    /// A resolver over these services.
    @inlinable public var resolver: ServiceResolver { ServiceResolver(manager: self, creation: nil) }
}

// MARK: - Registering

extension ServiceManager {
    /// Adds a registration, unless `check` throws; it is called under the lock, so that nothing is filed for an owner
    /// that has been withdrawn.
    func add(_ registration: Registration, check: () throws -> Void = {}) throws {
        let (key, owner) = (registration.key, registration.owner)
        // An instance that nobody may ever ask for is shut down all the same.
        var shutdown: PendingShutdown?
        if case .instance(let box) = registration.source {
            shutdown = PendingShutdown(box, under: key, by: registration)
        }
        let hidden = try state.withLock { state -> Problem? in
            try check()
            let allowed = state.stage
            if !allowed.registers {
                let text = "\(key) cannot be registered any more: the hive has begun to stop."
                throw HiveError(.invalidState, text, at: registration.origin)
            }
            if registration.isAsynchronous, owner === hive, allowed.lookups != .notYet {
                let text = "\(key) is made asynchronously, and the hive has made such services of its own already."
                throw HiveError(.invalidState, "\(text) Register it before the start.", at: registration.origin)
            }
            if let other = state.add(registration, shutdown: shutdown) {
                let text = """
                    \(key) is registered twice: at \(other.origin) by \(other.owner.displayName) and at \
                    \(registration.origin) by \(owner.displayName). Give one of them a name, or pass replacing: true.
                    """
                throw HiveError(.duplicateService, text, at: registration.origin)
            }
            return state.registry.hidden(key)
        }
        observers.notify(.init(.serviceRegistered, module: owner.name, subject: .service("\(key)")))
        if let hidden {
            let error = HiveError(.duplicateService, hidden.message, at: hidden.origin)
            observers.notify(.init(.serviceHidden, module: owner.name, subject: .service("\(key)"), error: error))
        }
    }

    func add(_ decorator: Decorator, to key: ServiceKey, check: () throws -> Void) throws {
        try state.withLock { state in
            try check()
            if !state.stage.registers {
                let text = "\(key) cannot be decorated any more: the hive has begun to stop."
                throw HiveError(.invalidState, text, at: decorator.origin)
            }
            if state.stage.lookups != .notYet, decorator.owner === hive {
                if state.registry.registration(key) == nil {
                    let text = "\(key) is decorated, and nobody has registered it."
                    throw HiveError(.serviceNotRegistered, text, at: decorator.origin)
                }
                if state.cache.isMade(key) {
                    let text = """
                        \(key) has been made already and cannot be decorated. Decorate it in setUp, or evict it first.
                        """
                    throw HiveError(.invalidState, text, at: decorator.origin)
                }
            }
            state.add(decorator, to: key)
        }
    }
}

// MARK: - The hive's life

extension ServiceManager {
    /// Allows what a stage of the hive's life allows, which the engine has entered.
    func follow(_ stage: LifeStage) { state.withLock { $0.follow(stage) } }

    /// Whether an owner has instances to shut down.
    func hasPendingShutdowns(of owner: Owner) -> Bool { state.withLock { $0.shutdowns.hasEntries(of: owner) } }

    /// Whether an owner has services that are made asynchronously.
    func hasAsynchronous(of owner: Owner) -> Bool { state.withLock { !$0.asynchronous(of: owner).isEmpty } }

    /// A manager that refuses everything, for contexts whose module has gone or was abandoned.
    static let stopped: ServiceManager = {
        let manager = ServiceManager()
        manager.follow(.stopped)
        return manager
    }()

    /// Withdraws an owner's services, and leaves their shutdown to ``takePendingShutdown(of:)``.
    func withdrawRegistrations(_ owner: Owner) {
        state.withLock { $0.withdrawRegistrations(owner) }
    }

    /// Takes the instance of an owner that is to be shut down next, the newest; nil when there is none.
    ///
    /// Once the owner's services are withdrawn no instance is added: what is made too late is shut down at once.
    func takePendingShutdown(of owner: Owner) -> PendingShutdown? {
        state.withLock { $0.shutdowns.takeNewest(of: owner) }
    }

    func shutDown(_ pending: PendingShutdown) async -> HiveError.Failure? {
        var failure: HiveError.Failure?
        let name = pending.owner.name
        do { try await pending.run() } catch {
            failure = .init(module: name, step: "shutdown of \(pending.key)", error: error)
        }
        let subject = HiveObservation.Subject.service("\(pending.key)")
        observers.notify(.init(.serviceShutDown, module: name, subject: subject, error: failure?.error))
        return failure
    }
}
