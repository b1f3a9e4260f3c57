// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The shared instances that have been made: BeeHive's cached-instance context (C28).

extension ServiceManager {
    /// Returns the instance that a lookup would find, without making one.
    ///
    /// - Complexity: O(1).
    public func cached<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        instance: String? = nil
    ) -> Service? {
        cached(Service.self, effective(ServiceKey(Service.self, name: name, instance: instance)))
    }

    /// Empties the cache for one service: the registration stays, and the next lookup makes a new instance.
    ///
    /// Aliases and further instances of the same registration go with it. References that callers hold stay valid; the
    /// old instance is shut down after its module's `tearDown`, as it would have been, and kept until then; one that
    /// has no shutdown is let go of at once.
    ///
    /// - Returns: Whether there was an instance.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/serviceNotRegistered``, or with ``HiveErrorCode/notCreatable`` for
    ///   a service that is made asynchronously or was registered as an instance: nothing would make it again.
    @discardableResult
    public func evict<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Bool {
        try evict(ServiceKey(Service.self, name: name), at: .code(fileID: fileID, line: line))
    }

    /// The services that have an instance, sorted by name.
    public var cachedNames: [String] {
        state.withLock { $0.cache.cachedKeys() }.map(\.description)
    }
}

private enum Eviction {
    case done(Owner, hadInstance: Bool)
    case notCreatable
    case notRegistered(ServiceDirectory)
}

extension ServiceManager {
    func evict(_ key: ServiceKey, at site: Origin) throws -> Bool {
        let result = state.withLock { state -> Eviction in
            guard let target = state.registry.target(of: key),
                let registration = state.registry.registration(target)
            else {
                return .notRegistered(state.registry.knownServices())
            }
            if registration.isAsynchronous || registration.isInstance { return .notCreatable }
            return .done(registration.owner, hadInstance: state.clear(target))
        }
        switch result {
        case .done(let owner, let hadInstance):
            if hadInstance { observers.notify(.init(.serviceEvicted, module: owner.name, subject: "\(key)")) }
            return hadInstance
        case .notCreatable:
            let text = "\(key) cannot be evicted: nothing could make it again. Register another with replacing: true."
            throw HiveError(.notCreatable, text, at: site)
        case .notRegistered(let known):
            throw error(.notRegistered(known), key, at: site)
        }
    }
}
