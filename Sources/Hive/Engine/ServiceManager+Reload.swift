// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Services of property lists that come and go while their owners run.

extension ServiceManager {
    /// Takes registrations out and adds others, in one step for whoever looks a service up: where one takes the place
    /// of another, either is found at any time (C58).
    ///
    /// The instances of what was taken out are shut down with their owners, as those that are replaced (C28).
    ///
    /// - Parameters:
    ///   - keys: What to take out; what property lists and records have registered under the key of an added
    ///     registration is taken out as well.
    ///   - former: What was taken out before, to be put back with its instances, where nothing else is added.
    ///   - registrations: What to add.
    /// - Returns: What was taken out.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hive has begun to stop: nothing is changed.
    @discardableResult
    func exchange(
        _ keys: [ServiceKey],
        puttingBack former: [RegistrationStack.Entry] = [],
        adding registrations: [Registration]
    ) throws -> [RegistrationStack.Entry] {
        if keys.isEmpty, former.isEmpty, registrations.isEmpty { return [] }
        let withdrawn = state.withLock { state -> [RegistrationStack.Entry]? in
            if !state.stage.registers { return nil }
            let withdrawn = state.takeOut(Set(keys).union(registrations.map(\.key)))
            for registration in registrations {
                // Nothing can be in the way: what stood there has just been taken out.
                _ = state.add(registration, shutdown: nil)
            }
            for one in former { state.putBack(one) }
            return withdrawn
        }
        guard let withdrawn else {
            throw HiveError(.invalidState, "Services cannot be changed any more: the hive has begun to stop.")
        }
        for registration in registrations {
            let subject = HiveObservation.Subject.service("\(registration.key)")
            observers.notify(.init(.serviceRegistered, module: registration.owner.name, subject: subject))
        }
        return withdrawn
    }

    /// The owner of what is registered under a key.
    func owner(of key: ServiceKey) -> Owner? { state.withLock { $0.registry.registration(key)?.owner } }

    /// Whether a service has been made.
    func hasInstance(_ key: ServiceKey) -> Bool {
        state.withLock { $0.cache.decoratedInstance(key) != nil }
    }

    /// Lets errors about a registration name another place than before, where its property list has changed.
    func note(_ key: ServiceKey, isAt origin: Origin) {
        state.withLock { state in
            guard let registration = state.registry.registration(key, inCode: false) else { return }
            if registration.origin.source == origin.source { registration.origin = origin }
        }
    }

    /// The services that code has registered, also below one of a property list, but for modules that leave.
    func registeredInCode(except leaving: Set<String>) -> Set<ServiceKey> {
        state.withLock { $0.registry.registeredInCode { $0.name.map { leaving.contains($0) } ?? false } }
    }

    /// What is wrong with taking services out: somebody who stays decorates one.
    func problems(ofWithdrawing plan: ReloadPlan, leaving: Set<String>) -> [Problem] {
        let coming = Set(plan.registered.map(\.declaration.key))
        return plan.withdrawn.filter { !coming.contains($0.key) }.flatMap { service in
            let decorators = state.withLock { $0.registry.decorators(of: service.key) }
            let staying = decorators.filter { !($0.owner.name.map { leaving.contains($0) } ?? false) }
            return staying.map { decorator in
                let who = decorator.owner.displayName
                let text = "\(service.key) is decorated by \(who), and nobody registers it any more."
                return Problem(.error, .serviceNotRegistered, at: decorator.origin, text, remedy: "List it again.")
            }
        }
    }
}
