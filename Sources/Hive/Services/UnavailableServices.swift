// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The services of modules that are down because of a failure (C64).
struct UnavailableServices {
    /// A module that goes, or has gone.
    private struct Module {
        let name: String
        /// Whether what it had replaced does not come back meanwhile, because the module is to.
        var replaces: Bool
        /// The types of the services that it says it provides.
        let provides: [ServiceKey]
        /// What it had registered or decorated, and has not anew; nil where it has never gone.
        var keys: Set<ServiceKey>?
    }

    /// By the modules' types.
    private var modules: [ObjectIdentifier: Module] = [:]

    /// Notes that a module is about to go, and may come back.
    ///
    /// Where an attempt to come back has failed, it still lacks what it has not registered anew by then.
    mutating func expect(_ owner: Owner, providing types: [any Any.Type], replaces: Bool) {
        guard let id = owner.module else { return }
        let (provides, former) = (types.map { ServiceKey($0) }, modules[id]?.keys)
        modules[id] = Module(name: owner.displayName, replaces: replaces, provides: provides, keys: former)
    }

    /// Notes what has gone with a module, if that is one of those.
    mutating func withdrawn(_ keys: Set<ServiceKey>, of owner: Owner) {
        guard let id = owner.module, let module = modules[id] else { return }
        modules[id]?.keys = keys.union(module.keys ?? [])
    }

    /// Notes that a module has registered or decorated something anew.
    mutating func returned(_ key: ServiceKey, of owner: Owner) {
        if !modules.isEmpty, let id = owner.module { modules[id]?.keys?.remove(key) }
    }

    /// Notes that a module does not come back, and returns what was kept back because of it.
    mutating func leaveOut(_ id: ObjectIdentifier) -> Set<ServiceKey> {
        modules[id]?.replaces = false
        return modules[id]?.keys ?? []
    }

    /// Forgets a module, and returns what was kept back because of it.
    mutating func forget(_ id: ObjectIdentifier) -> Set<ServiceKey> { modules.removeValue(forKey: id)?.keys ?? [] }

    /// The module for want of which a service is not there, whoever else has registered it.
    func blocker(of key: ServiceKey) -> ModuleName? {
        let found = modules.first { $0.value.replaces && $0.value.keys?.contains(key) == true }
        return found.map { ($0.key, $0.value.name) }
    }

    /// The module for want of which a service is not there that nobody else has registered.
    func provider(of key: ServiceKey) -> ModuleName? {
        let found = modules.first { _, module in
            module.keys.map { $0.contains(key) || module.provides.contains(key) } ?? false
        }
        return found.map { ($0.key, $0.value.name) }
    }
}

/// A module's type, and what it is called.
typealias ModuleName = (id: ObjectIdentifier, name: String)

extension ServiceRegistry {
    /// The module that is down, and for want of which a service is not there.
    func missingModule(of key: ServiceKey) -> ModuleName? {
        if let module = unavailable.blocker(of: key) { return module }
        return registration(key) == nil ? unavailable.provider(of: key) : nil
    }
}

extension ServiceManager {
    /// Notes that a module is about to go because of a failure, so that what it has registered is unavailable, and not
    /// unknown, from then on.
    ///
    /// - Parameters:
    ///   - owner: The module.
    ///   - types: What it says it provides.
    ///   - replaces: Whether what it has replaced does not come back, nor what it has decorated without that.
    func expectReturn(of owner: Owner, providing types: [any Any.Type], replaces: Bool) {
        state.withLock { $0.registry.unavailable.expect(owner, providing: types, replaces: replaces) }
    }

    /// Notes that a module is back, or will not come back.
    func forgetUnavailable(_ id: ObjectIdentifier) { unblock { $0.forget(id) } }

    /// Notes that a module is left out: what it had replaced counts, and its services are unavailable all the same.
    func leaveOut(_ id: ObjectIdentifier) { unblock { $0.leaveOut(id) } }

    /// Lets readers find what is not kept back any more.
    private func unblock(_ change: (inout UnavailableServices) -> Set<ServiceKey>) {
        state.withLock { state in
            for key in change(&state.registry.unavailable) where state.registry.unavailable.blocker(of: key) == nil {
                for instance in state.cache.instances(key) { state.cache.file(instance, state.registry) }
            }
        }
    }

    /// Whether a service is not there because its module is down.
    func isUnavailable(_ key: ServiceKey) -> Bool {
        state.withLock { $0.registry.missingModule(of: key.registered) != nil }
    }

    /// The module that has registered a service, or whose it is and that is down.
    func provider(of key: ServiceKey) -> ObjectIdentifier? {
        state.withLock { $0.registry.registration(key)?.owner.module ?? $0.registry.unavailable.provider(of: key)?.id }
    }

    /// Says why a service is not there.
    func unavailable(_ key: ServiceKey, for want: ModuleName, at site: Origin?) -> HiveError {
        let state = listener.withLock { $0.state }?(want.id)
        let text = "\(key) is unavailable: \(want.name), whose service it is, is \(state.map { "\($0)" } ?? "down")."
        return HiveError(.unavailable, text, at: site)
    }

    /// What others may have made something out of that is, or wraps, what some modules have registered.
    func keys(foundOf owners: [Owner]) -> Set<ServiceKey> {
        state.withLock { $0.registry.keys(foundOf: Set(owners.map(\.id))) }
    }

    /// Takes shared instances out that were made out of some services, or have one in a field, unless they go with some
    /// modules anyway; returns what has to be shut down.
    func evict(madeOf keys: Set<ServiceKey>, except owners: [Owner]) -> [PendingShutdown] {
        let (evicted, pending) = state.withLock { state in
            var (evicted, pending): ([(key: ServiceKey, owner: Owner)], [PendingShutdown]) = ([], [])
            for key in state.cache.made(of: keys) {
                guard let owner = state.registry.registration(key)?.owner, !owners.contains(where: { $0 === owner })
                else { continue }
                while let next = state.shutdowns.takeNewest(of: owner, service: key) { pending.append(next) }
                if state.cache.clear(key, state.registry) { evicted.append((key, owner)) }
            }
            return (evicted, pending)
        }
        for (key, owner) in evicted {
            observers.notify(.init(.serviceEvicted, module: owner.name, subject: .service("\(key)")))
        }
        return pending
    }
}
