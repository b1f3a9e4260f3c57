// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The shared instances that have been made: BeeHive's cached-instance context (C28).

extension ServiceManager {
    /// Returns the instance that a lookup would find, without making one.
    ///
    /// - Complexity: O(1) with a name, else O(n) in a 64th of the types that have services.
    public func cached<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        instance: String? = nil
    ) -> Service? {
        let key = effective(ServiceKey(Service.self, name: name, instance: instance))
        return stripes[key.type].find(key)?.open(as: Service.self)
    }

    /// Empties the cache for one service: the registration stays, and the next lookup makes a new instance.
    ///
    /// Aliases and further instances of the same registration go with it. References that callers hold stay valid; the
    /// old instance is shut down after its module's `tearDown`, as it would have been, and kept until then; one that
    /// has no shutdown is let go of at once. An instance that is being made goes to those who wait for it already.
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
        let (key, site) = (ServiceKey(Service.self, name: name), Origin.code(fileID: fileID, line: line))
        let evicted = try state.withLock { state -> (owner: Owner, hadInstance: Bool)? in
            guard let target = state.registry.target(of: key),
                let registration = state.registry.registration(target)
            else { return nil }
            if registration.isAsynchronous || registration.isInstance {
                let text = "\(key) cannot be evicted: nothing could make it again."
                throw HiveError(.notCreatable, "\(text) Register another with replacing: true.", at: site)
            }
            return (registration.owner, state.cache.clear(target, state.registry))
        }
        guard let evicted else { throw missing(key, at: site) }
        if evicted.hadInstance { tell(.serviceEvicted, evicted.owner, key) }
        return evicted.hadInstance
    }

    /// The services that have an instance, sorted by name.
    public var cachedNames: [String] { state.withLock { _ in stripes.keys }.map(\.description).sorted() }
}
