// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How a shared instance comes into being when no reader found it.

extension ServiceManager {
    /// What a lookup has to do, decided under the lock.
    private enum Step {
        case found(any ServiceInstance)
        case wait(Creation.Wait)
        /// An instance that is there already only has to be decorated.
        case makeShared(Registration, Creation, [Decorator], existing: (any ServiceInstance)?)
        /// An instance that only the caller gets.
        case makeOwn(Registration, [Decorator])
        case fail(LookupFailure)
    }

    indirect enum LookupFailure {
        case notRegistered(ServiceDirectory)
        case notStarted
        case stopping
        case stopped
        case ownerStopped(String)
        case notMade(Origin)
        case cannotMakeAnew(Origin)
        case cycle([ServiceKey])
        case tooDeep
    }

    /// Finds or makes an instance.
    ///
    /// `isFresh` makes one past the cache; `asker` is the creation whose resolver is asked.
    func box(
        _ key: ServiceKey,
        isFresh: Bool = false,
        asker: Creation?,
        at site: @autoclosure () -> Origin?
    ) throws -> any ServiceInstance {
        // A resolver that a service has kept no longer says who asks.
        let asker = asker?.isUnderWay == true ? asker : nil
        // A thread's own creation is the innermost; a resolver's counts where another thread uses it.
        let parent = Creation.current ?? asker
        var step = step(key, isFresh: isFresh, parent: parent, asker: asker)
        if case .fail(.notRegistered) = step, let fallback = try fallbackRegistration(key) {
            step = self.step(key, fallback: fallback, isFresh: isFresh, parent: parent, asker: asker)
        }
        switch step {
        case .found(let box):
            return box
        case .wait(let wait):
            switch wait.wait() {
            case .success(let box): return box
            case .failure(let failure):
                note(failure, for: parent)
                throw failure.error
            }
        case .makeShared(let registration, let creation, let decorators, let existing):
            return try makeShared(registration, creation, decorators, existing)
        case .makeOwn(let registration, let decorators):
            // Nobody waits for it, and the hive does not keep it.
            let creation = Creation(key, parent: parent, manager: self)
            defer { creation.end() }
            do {
                let wiring = Autowiring(to: link, for: creation, on: callingThread)
                let box = try wiring.collect {
                    try registration.makeOwn(
                        ServiceResolver(manager: self, creation: creation),
                        decorators: decorators,
                        instance: key.instance,
                        isFresh: isFresh
                    )
                }
                // Those of what decorators have made, too.
                try wiring.connect(to: self)
                return box
            } catch {
                note(creation.failure(error, of: registration.owner, at: registration.origin), for: parent)
                throw error
            }
        case .fail(let failure):
            throw error(failure, key, at: site())
        }
    }

    private func step(
        _ wanted: ServiceKey,
        fallback: Registration? = nil,
        isFresh: Bool,
        parent: Creation?,
        asker: Creation?
    ) -> Step {
        state.withLock { state in
            switch state.stage.lookups {
            case .notYet: return .fail(.notStarted)
            case .over: return .fail(.stopped)
            case .everything, .whatIsThere: break
            }
            guard let registration = state.registry.registration(wanted.registered) ?? fallback else {
                if let owner = state.registry.formerOwner(of: wanted.registered) { return .fail(.ownerStopped(owner)) }
                return .fail(.notRegistered(state.registry.knownServices()))
            }
            if isFresh, registration.hasOwnInstance || registration.isAsynchronous {
                return .fail(.cannotMakeAnew(registration.origin))
            }
            let key = registration.hasOwnInstance || registration.isAsynchronous ? wanted.registered : wanted
            // What nobody has registered comes from the fallback, whose scope is transient.
            let isShared = state.registry.stack(wanted.registered).scope == .shared && !isFresh
            let existing = isShared ? state.cache.undecoratedInstance(key) : nil
            if isShared {
                if let box = state.cache.instance(key) { return .found(box) }
                if let creation = state.cache.creation(of: key) {
                    if registration.isAsynchronous, existing == nil {
                        let path = parent.flatMap { creation.cycle($0, asker: asker) }
                        return .fail(path.map { .cycle($0) } ?? .notMade(registration.origin))
                    }
                    switch creation.wait(parent, asker: asker) {
                    case .cycle(let path): return .fail(.cycle(path))
                    case .wait(let wait): return .wait(wait)
                    }
                }
                if registration.isAsynchronous, existing == nil { return .fail(.notMade(registration.origin)) }
                // A further view of an instance, or the instance that was registered, is nothing new.
                let isNew = !registration.isInstance && registration.aliased == nil && existing == nil
                if state.stage.lookups == .whatIsThere, isNew { return .fail(.stopping) }
            }
            if let parent {
                if let ancestor = parent.chain.first(where: { $0.isOf(key, in: self) }) {
                    return .fail(.cycle(parent.path(from: ancestor) + [key]))
                }
                if parent.depth >= Self.maximumDepth { return .fail(.tooDeep) }
            }
            var decorators = state.registry.decorators(of: key.registered)
            guard isShared else { return .makeOwn(registration, decorators) }
            let creation = Creation(key, parent: parent, manager: self)
            state.cache.begin(creation)
            // Those that the instance has are the first of them.
            if let existing { decorators.removeFirst(existing.depth) }
            return .makeShared(registration, creation, decorators, existing: existing)
        }
    }

    private func makeShared(
        _ registration: Registration,
        _ creation: Creation,
        _ decorators: [Decorator],
        _ existing: (any ServiceInstance)?
    ) throws -> any ServiceInstance {
        let resolver = ServiceResolver(manager: self, creation: creation)
        let outcome = Result { () throws -> Registration.Made in
            let wiring = Autowiring(to: link, for: creation, on: callingThread)
            let made = try wiring.collect {
                try registration.make(
                    resolver,
                    decorators: decorators,
                    instance: creation.key.instance,
                    existing: existing
                )
            }
            return try connect(made, wiring)
        }
        return try conclude(outcome, registration, creation)
    }

    /// Makes the asynchronous services of an owner, in the order in which they were registered (C22).
    nonisolated(nonsending) func makeAsynchronous(of owner: Owner) async throws {
        for registration in state.withLock({ $0.asynchronous(of: owner) }) {
            let creation = Creation(registration.key, parent: nil, manager: self)
            let decorators = state.withLock { state in
                state.cache.begin(creation)
                return state.registry.decorators(of: registration.key)
            }
            let resolver = ServiceResolver(manager: self, creation: creation)
            let outcome: Result<Registration.Made, any Error>
            do {
                let wiring = Autowiring(to: link, for: creation)
                let made = try await Autowiring.$task.withValue(wiring) {
                    try await registration.makeAsynchronously(resolver, decorators: decorators)
                }
                outcome = .success(try connect(made, wiring))
            } catch {
                outcome = .failure(error)
            }
            _ = try conclude(outcome, registration, creation)
        }
    }

    private func connect(_ made: Registration.Made, _ wiring: Autowiring) throws -> Registration.Made {
        do {
            try wiring.connect(to: self)
            var made = made
            made.wiring = wiring
            return made
        } catch {
            throw Registration.UnusedInstance(error: error, shutdown: made.shutdown)
        }
    }

    /// Publishes the shared instance that a factory made, or its error, and wakes whoever waits for it.
    private func conclude(
        _ made: Result<Registration.Made, any Error>,
        _ registration: Registration,
        _ creation: Creation
    ) throws -> any ServiceInstance {
        let outcome = made.mapError { thrown in
            let unused = thrown as? Registration.UnusedInstance
            if let shutdown = unused?.shutdown {
                adopt(.init(key: creation.key, owner: registration.owner, shutdown: shutdown))
            }
            return creation.failure(unused?.error ?? thrown, of: registration.owner, at: registration.origin)
        }
        if case .failure(let failure) = outcome { note(failure, for: creation.parent) }
        let orphan = state.withLock { state -> PendingShutdown? in
            state.cache.end(creation)
            guard case .success(let made) = outcome else { return nil }
            let isCurrent = state.registry.registration(creation.key.registered) === registration
            if isCurrent, state.stage.lookups != .over {
                state.publish(made, under: creation.key, of: registration)
                return nil
            }
            if state.stage.lookups != .over, state.keep(made, under: creation.key, of: registration) { return nil }
            // Withdrawn while it was made: nobody will find it, so it must be shut down another way.
            return made.shutdown.map { .init(key: creation.key, owner: registration.owner, shutdown: $0) }
        }
        if let orphan { adopt(orphan) }
        creation.end(outcome.map(\.box))
        if !observers.isEmpty {
            let error: (any Error)? = if case .failure(let failure) = outcome { failure.error } else { nil }
            let subject = creation.key.description
            observers.notify(
                .init(.serviceCreated, module: registration.owner.name, subject: subject, error: error)
            )
        }
        return try outcome.mapError(\.error).get().box
    }

    /// Sees to the shutdown of an instance whose registration went while it was being made: with its owner, or at once
    /// when that is gone (C52).
    private func adopt(_ orphan: PendingShutdown) {
        if state.withLock({ $0.keep(orphan) }) { return }
        // Nobody is left to wait for it; it ends by itself, and observers are told how.
        ActivityScope.detach {
            Task { _ = await shutDown(orphan) }
        }
    }

    func error(_ failure: LookupFailure, _ key: ServiceKey, at site: Origin?) -> HiveError {
        switch failure {
        case .notRegistered(let known):
            let remedy = "Register it in a module's setUp, or list it in services.plist."
            let text = "\(key) is not registered. \(known.advice(on: key, or: remedy))"
            return HiveError(.serviceNotRegistered, text, at: site)
        case .notStarted:
            let text = "\(key) cannot be resolved before the initialize phase. Resolve it in initialize, not in setUp."
            return HiveError(.serviceNotStarted, text, at: site)
        case .stopping:
            let text = "\(key) has not been made so far, and the hive is stopping: it makes no new shared services."
            return HiveError(.stopping, text, at: site)
        case .stopped:
            return HiveError(.stopped, "\(key) cannot be resolved: the hive has stopped.", at: site)
        case .ownerStopped(let module):
            return HiveError(.stopped, "\(key) cannot be resolved: \(module), which registered it, is down.", at: site)
        case .notMade(let origin):
            let text = """
                \(key) is made asynchronously and has not been made yet. Its module makes it at the start of its \
                initialize, unless another one stood in its place; let the module that needs it depend on that one.
                """
            return HiveError(.serviceNotMade, "\(text) It is registered at \(origin).", at: site)
        case .cannotMakeAnew(let origin):
            let text = "\(key) cannot be made anew: it is registered as one existing instance, at \(origin)."
            return HiveError(.notCreatable, text, at: site)
        case .cycle(let path):
            let legs = path.map(\.description).joined(separator: " -> ")
            let text = "Services need each other in a circle: \(legs). Look one of them up later, or use Autowired."
            return HiveError(.serviceCycle, text, at: site)
        case .tooDeep:
            let text = """
                \(key) is asked for by more than \(Self.maximumDepth) factories, each inside the other. Look one of them \
                up earlier.
                """
            return HiveError(.serviceCycle, text, at: site)
        }
    }
}
