// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How an instance comes into being when no reader found it.

extension ServiceManager {
    /// Finds or makes an instance.
    ///
    /// Factories that ask for each other have this on the stack once each, with what it calls to make an instance: so
    /// these functions are short.
    ///
    /// - Returns: The instance in its box.
    /// - Throws: What ``ServiceLookup/service(_:name:fileID:line:)`` throws.
    func box(_ request: ServiceRequest) throws -> any ServiceInstance {
        request.parent?.note(needs: [request.key.registered])
        while true {
            switch try step(request) {
            case .found(let box): return box
            case .wait(let wait, let isOutdated):
                let outcome = wait.wait()
                if isOutdated { continue }
                if case .failure(let failure) = outcome { note(failure, for: request.parent) }
                return try outcome.mapError(\.error).get()
            case .make(let making):
                return try make(making, Autowiring(to: stripes, for: making.creation, on: callingThread))
            case .missing: throw missing(request.key, at: request.site)
            case .unavailable(let module): throw unavailable(request.key, for: module, at: request.site)
            }
        }
    }

    private func step(_ request: ServiceRequest) throws -> LookupStep {
        let step = try state.withLock { try $0.step(request, self) }
        guard case .missing = step, let fallback = try fallbackRegistration(request.key) else { return step }
        return try state.withLock { try $0.step(request, self, fallback) }
    }

    private func make(_ making: Making, _ wiring: Autowiring) throws -> any ServiceInstance {
        var making = making
        let client = making.registration.owner.module
        let resolver = ServiceResolver(manager: self, creation: making.creation, client: client)
        do {
            let made = try Autowiring.$task.withValue(wiring) { try making.run(resolver, wiring) }
            // The fields of what decorators have made, too.
            try wiring.connect(to: self)
            note(wiring.needs, making.registration, making.decorators)
            if making.isShared { publish(made, wiring.needs, making) } else { handOn(wiring.needs, making.creation) }
            if making.creation.parent == nil { ActivityScope.failedCreations(of: hive.id)?.forget(making.creation.key) }
            return made.outermost
        } catch {
            fail(making, error)
            throw error
        }
    }

    /// Makes the asynchronous services of an owner, in the order in which they were registered (C22).
    nonisolated(nonsending) func makeAsynchronous(of owner: Owner) async throws {
        for registration in state.withLock({ $0.asynchronous(of: owner) }) {
            guard case .asynchronousFactory(let factory) = registration.source else { continue }
            let creation = Creation(registration.key, parent: nil, manager: self)
            let decorators = state.withLock { state in
                state.cache.begin(creation, by: registration)
                return state.registry.decorators(of: registration.key)
            }
            var making = Making(registration: registration, creation: creation, decorators: decorators)
            let wiring = Autowiring(to: stripes, for: creation)
            do {
                let resolver = ServiceResolver(manager: self, creation: creation, client: owner.module)
                making.take(try await Autowiring.$task.withValue(wiring) { try await factory(resolver) })
            } catch {
                fail(making, error)
                throw error
            }
            _ = try make(making, wiring)
        }
    }

    /// Lets everybody find a shared instance, and wakes whoever waits for it.
    private func publish(_ made: DecoratedInstance, _ needs: [AutowiredNeed], _ making: Making) {
        let orphan = state.withLock { $0.conclude(making, made, needs) }
        if let orphan { adopt(orphan) }
        making.creation.end(.success(made.outermost))
        tell(making)
    }

    /// Ends the creation of an instance that belongs to whoever has asked for it, with what it was made of.
    private func handOn(_ needs: [AutowiredNeed], _ creation: Creation) {
        creation.parent?.note(needs: creation.needs.union(needs.map(\.key)))
        creation.end()
    }

    /// Says why an instance could not be made to whoever waits for it and to the factory that has asked for it.
    private func fail(_ making: Making, _ error: any Error) {
        let (creation, registration) = (making.creation, making.registration)
        // The factory may have made it, and a decorator has thrown.
        if let shutdown = making.shutdown { adopt(shutdown) }
        let failure = creation.failure(error, of: registration.owner, at: registration.origin)
        note(failure, for: creation.parent)
        if making.isShared { _ = state.withLock { $0.cache.end(creation) } }
        creation.end(.failure(failure))
        if making.isShared { tell(making, error) }
    }

    private func tell(_ making: Making, _ error: (any Error)? = nil) {
        if observers.isEmpty { return }
        let (module, key) = (making.registration.owner.name, making.creation.key)
        observers.notify(.init(.serviceCreated, module: module, subject: .service("\(key)"), error: error))
    }

    /// Sees to the shutdown of an instance that nobody will find: with its owner, or at once when that is gone (C52).
    private func adopt(_ orphan: PendingShutdown) {
        if state.withLock({ $0.keep(orphan) }) { return }
        // Nobody is left to wait for it; it ends by itself, and observers are told how.
        ActivityScope.detach {
            Task { _ = await shutDown(orphan) }
        }
    }

    /// Nobody has registered a service.
    func missing(_ key: ServiceKey, at site: Origin?) -> HiveError {
        let known = state.withLock { $0.registry.knownServices() }
        let remedy = "Register it in a module's setUp, or list it in services.json or services.plist."
        let text = "\(key) is not registered. \(known.advice(on: key, or: remedy))"
        return HiveError(.serviceNotRegistered, text, at: site)
    }
}
