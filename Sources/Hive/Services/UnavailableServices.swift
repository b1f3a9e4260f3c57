// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The services of modules that are down because of a failure (C64).
struct UnavailableServices {
    /// A module that goes, or has gone.
    private struct Module {
        let name: String
        /// Whether what it had replaced does not come back meanwhile, because the module is to.
        let replaces: Bool
        /// The types of the services that it says it provides.
        let provides: [ServiceKey]
        /// What it had registered or decorated; nil while it still has.
        var keys: Set<ServiceKey>?
    }

    /// By the modules' types.
    private var modules: [ObjectIdentifier: Module] = [:]

    /// Notes that a module is about to go, and may come back.
    mutating func expect(_ owner: Owner, providing types: [any Any.Type], replaces: Bool) {
        guard let (id, name) = owner.moduleName else { return }
        modules[id] = Module(name: name, replaces: replaces, provides: types.map { ServiceKey($0) }, keys: nil)
    }

    /// Notes what has gone with a module, if that is one of those.
    mutating func withdrawn(_ keys: Set<ServiceKey>, of owner: Owner) {
        guard let (id, _) = owner.moduleName, modules[id] != nil else { return }
        modules[id]?.keys = keys
    }

    /// Notes that a module has registered or decorated something anew.
    mutating func returned(_ key: ServiceKey, of owner: Owner) {
        if modules.isEmpty { return }
        if let (id, _) = owner.moduleName { modules[id]?.keys?.remove(key) }
    }

    /// Forgets a module, and returns what was kept back because of it.
    mutating func forget(_ id: ObjectIdentifier) -> Set<ServiceKey> { modules.removeValue(forKey: id)?.keys ?? [] }

    /// The module for want of which a service is not there, whoever else has registered it.
    func blocker(of key: ServiceKey) -> String? {
        if modules.isEmpty { return nil }
        return modules.values.first { $0.replaces && $0.keys?.contains(key) == true }?.name
    }

    /// The module for want of which a service is not there that nobody else has registered.
    func provider(of key: ServiceKey) -> String? {
        if modules.isEmpty { return nil }
        return modules.values.first { module in
            module.keys.map { $0.contains(key) || module.provides.contains(key) } ?? false
        }?.name
    }
}

extension Owner {
    fileprivate var moduleName: (ObjectIdentifier, String)? { module.flatMap { id in name.map { (id, $0) } } }
}

extension ServiceState {
    /// Lets go of what was kept back because of a module that was down.
    mutating func forgetUnavailable(_ id: ObjectIdentifier) {
        for key in registry.unavailable.forget(id) { unblock(key) }
    }

    /// Lets readers find what is there under a key, unless another module that is down stands before it.
    mutating func unblock(_ key: ServiceKey) {
        if registry.unavailable.blocker(of: key) != nil { return }
        for instance in cache.instances(key) { cache.file(instance, registry) }
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
    func forgetUnavailable(_ id: ObjectIdentifier) { state.withLock { $0.forgetUnavailable(id) } }

    /// Whether a service is not there because its module is down.
    func isUnavailable(_ key: ServiceKey) -> Bool {
        state.withLock { state in
            let unavailable = state.registry.unavailable
            if unavailable.blocker(of: key.registered) != nil { return true }
            return state.registry.registration(key.registered) == nil && unavailable.provider(of: key.registered) != nil
        }
    }

    /// Says why a service is not there.
    func unavailable(_ key: ServiceKey, for want: String, at site: Origin?) -> HiveError {
        let state = listener.withLock { $0.state }?(want)
        let text = "\(key) is unavailable: \(want), whose service it is, is \(state.map { "\($0)" } ?? "down")."
        return HiveError(.unavailable, text, at: site)
    }

    /// Takes shared instances out that stay, and that were made out of services of some modules, or have them in a
    /// field; returns what has to be shut down.
    func evict(madeOf owners: [Owner]) -> [PendingShutdown] {
        let (evicted, pending) = state.withLock { state in
            let going = state.registry.keysGoing(with: Set(owners.map(\.id)), and: [], except: [])
            let evicted = state.cache.made(of: going).compactMap { key in
                state.registry.registration(key).map { (key: key, owner: $0.owner) }
            }
            var pending: [PendingShutdown] = []
            for (key, owner) in evicted where !owners.contains(where: { $0 === owner }) {
                pending += state.shutdowns.take(of: key, owner: owner)
                state.cache.clear(key, state.registry)
            }
            return (evicted, pending)
        }
        for (key, owner) in evicted {
            observers.notify(.init(.serviceEvicted, module: owner.name, subject: .service("\(key)")))
        }
        return pending
    }
}
