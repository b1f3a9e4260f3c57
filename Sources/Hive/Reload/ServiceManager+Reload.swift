// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Services of property lists that come and go while their owners run.

extension ServiceState {
    /// A registration that was taken out, with the instance that readers found.
    struct Withdrawn {
        let registration: Registration
        let instance: AnyServiceBox?
    }
}

extension ServiceManager {
    /// Takes registrations out; their instances are shut down with their owners, as those that are replaced (C28).
    func takeOut(_ keys: [ServiceKey]) -> [ServiceState.Withdrawn] {
        guard !keys.isEmpty else { return [] }
        var garbage: RetiredObjects.Garbage = []
        let withdrawn = state.withLock { $0.takeOut(keys, garbage: &garbage) }
        garbage.removeAll()
        return withdrawn
    }

    /// Puts registrations back that were taken out, with their instances.
    func putBack(_ withdrawn: [ServiceState.Withdrawn]) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { state in
            for one in withdrawn { state.putBack(one, garbage: &garbage) }
        }
        garbage.removeAll()
    }

    /// Lets errors about a registration name another place than before, where its property list has changed.
    func note(_ key: ServiceKey, isAt origin: Origin) {
        guard let registration = state.withLock({ $0.registrations[key] }) else { return }
        guard registration.origin.source == origin.source, registration.origin != origin else { return }
        registration.origin = origin
    }

    /// The services that code has registered, also below one of a property list, but for modules that leave.
    func registeredInCode(except leaving: Set<String>) -> Set<ServiceKey> {
        state.withLock { $0.registeredInCode { $0.name.map { leaving.contains($0) } ?? false } }
    }

    /// What is wrong with taking services out: somebody who stays decorates one.
    func problems(ofWithdrawing plan: ReloadPlan, leaving: Set<String>) -> [Problem] {
        let coming = Set(plan.registered.map(\.declaration.key))
        return plan.withdrawn.filter { !coming.contains($0.key) }.flatMap { service in
            let decorators = state.withLock { $0.decorators(of: service.key) }
            let staying = decorators.filter { decorator in !(decorator.owner.name.map { leaving.contains($0) } ?? false)
            }
            return staying.map { decorator in
                let text =
                    "\(service.key) is decorated by \(decorator.owner.displayName), and nobody registers it any more."
                return Problem(.error, .serviceNotRegistered, at: decorator.origin, text, remedy: "List it again.")
            }
        }
    }
}
