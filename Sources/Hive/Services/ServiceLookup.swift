// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Something that services can be looked up with: a hive, a context, a factory's resolver.
public protocol ServiceLookup: Sendable {
    /// The resolver that does the work.
    var resolver: ServiceResolver { get }
}

extension ServiceLookup {
    /// Returns a service; a shared one is made at first use and then kept.
    ///
    /// Callers that ask at the same time for a shared service that is not made yet get the same instance, or the same
    /// error; a factory that throws leaves nothing behind, and the next call tries again (C22).
    ///
    /// - Parameters:
    ///   - type: The type under which the service was registered.
    ///   - name: The name under which it was registered.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Returns: The instance that everybody shares, or a new one of a transient service.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/serviceNotRegistered``, ``HiveErrorCode/serviceNotStarted``,
    ///   ``HiveErrorCode/serviceNotMade``, ``HiveErrorCode/serviceCycle``, ``HiveErrorCode/stopping`` or
    ///   ``HiveErrorCode/stopped`` (C24), or whatever the factory throws.
    /// - Complexity: O(1) with a name, else O(n) in a 64th of the types that have services, apart from the factory;
    ///   through a context also O(m) in the number of modules that have found the service (C62). Lookups of different
    ///   shared services that have been made hardly ever wait for each other.
    @inlinable
    public func service<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        // No copy of the resolver: it would count a reference of the manager, which threads that look up different
        // services have in common.
        if name == nil, let service = resolver.found(Service.self) { return service }
        return try resolver.box(of: Service.self, name, fileID, line).open(as: Service.self)
    }

    /// Returns a service, or nil when none is registered.
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws, but for ``HiveErrorCode/serviceNotRegistered``.
    public func optionalService<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service? {
        let (key, resolver) = (ServiceKey(Service.self, name: name), resolver)
        if resolver.creation == nil, let found = resolver.manager.stripes[key.type].find(key, for: resolver.client) {
            return found.open(as: Service.self)
        }
        guard resolver.manager.isRegistered(key) else { return nil }
        return try resolver.box(key, at: .code(fileID: fileID, line: line)).open(as: Service.self)
    }

    /// Returns a further cached instance of a service, under a name of the caller's own.
    ///
    /// It is made by the factory that is registered for the service, at first use of that name, and evicted and shut
    /// down like the usual one. A service that offers its own instance, or was registered as one, gives that.
    ///
    /// Each name keeps its instance until ``ServiceManager/evict(_:name:fileID:line:)`` is called for the service,
    /// which lets go of all of them and of their names: a program that makes up names without an end has to evict
    /// (C61).
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws.
    public func service<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        instance: String,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        let key = ServiceKey(Service.self, name: name, instance: instance)
        return try resolver.box(key, at: .code(fileID: fileID, line: line)).open(as: Service.self)
    }

    /// Makes a new instance of a service, past the cache; the caller owns it and nobody shuts it down.
    ///
    /// - Throws: ``HiveErrorCode/notCreatable`` for a service that was registered as an instance, offers its own, or
    ///   is made asynchronously; else what ``service(_:name:fileID:line:)`` throws.
    public func make<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        let key = ServiceKey(Service.self, name: name)
        return try resolver.box(key, isFresh: true, at: .code(fileID: fileID, line: line)).open(as: Service.self)
    }

    /// Returns every implementation of a service, under all names, highest ranking first, ties in registration order.
    ///
    /// A module need not have said that it needs those who registered them (C62).
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws for any of them.
    /// - Complexity: O(n) in the number of implementations; the first call after a registration sorts them all.
    public func all<Service: Sendable>(
        _ type: Service.Type = Service.self,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> [Service] {
        let site = Origin.code(fileID: fileID, line: line)
        let found = resolver
        let resolver = ServiceResolver(manager: found.manager, creation: found.creation)
        let keys = try resolver.manager.keys(ofType: ServiceKey(Service.self), at: site)
        return try keys.map { try resolver.box($0, at: site).open(as: Service.self) }
    }
}

/// Looks services up, in a factory with the knowledge of what is being made.
///
/// Use the resolver that a factory is given while the factory runs: that is how a service that needs itself is found
/// out, also across threads (C25).
public struct ServiceResolver: ServiceLookup {
    /// The service of a type without a name, where it has been made, and nobody has to hear of it: what a factory looks
    /// up is noted.
    @inlinable
    func found<Service: Sendable>(_ type: Service.Type) -> Service? {
        creation == nil ? manager.stripes[type].find(type, for: client) : nil
    }

    @usableFromInline
    let manager: ServiceManager
    @usableFromInline
    let creation: Creation?
    /// The type of the module that looks services up, where others have to hear of what it finds (C62); nil for the
    /// hive and for programs.
    @usableFromInline
    let client: ObjectIdentifier?

    @inlinable
    init(manager: ServiceManager, creation: Creation?, client: ObjectIdentifier? = nil) {
        self.manager = manager
        self.creation = creation
        self.client = client
    }

    /// The resolver itself.
    @inlinable public var resolver: ServiceResolver { self }

    /// Finds or makes an instance, where only the client's code knows its type.
    @usableFromInline
    func box(
        of type: any Any.Type,
        _ name: String?,
        _ fileID: String,
        _ line: Int
    ) throws -> any ServiceInstance {
        try box(ServiceKey(type, name: name), at: .code(fileID: fileID, line: line))
    }

    /// Finds or makes an instance; a fresh one is made past the cache.
    func box(_ key: ServiceKey, isFresh: Bool = false, at site: Origin) throws -> any ServiceInstance {
        if !isFresh, creation?.isUnderWay != true, let made = manager.stripes[key.type].find(key, for: client) {
            return made
        }
        let found = try manager.box(ServiceRequest(key, isFresh: isFresh, asker: creation, site: site))
        if let client { manager.note(FoundService(client: client, key: key, origin: site)) }
        return found
    }
}

extension ServiceManager {
    /// The key under which the instance for a key is kept: one that is its own instance has it once for all names.
    func effective(_ key: ServiceKey) -> ServiceKey {
        guard key.instance != nil else { return key }
        return state.withLock { state in
            guard let registration = state.registry.registration(key.registered) else { return key }
            return registration.isSingle ? key.registered : key
        }
    }

    /// The keys of every implementation of a type, in the order of `all`.
    func keys(ofType key: ServiceKey, at site: Origin) throws -> [ServiceKey] {
        try state.withLock { state in
            try state.checkLookups(key, at: site)
            let unavailable = state.registry.unavailable
            return state.registry.ranked(key.id).map(\.key).filter { unavailable.blocker(of: $0) == nil }
        }
    }

    func isRegistered(_ key: ServiceKey) -> Bool {
        // Before and after, the lookup itself says what is wrong.
        let lookups = state.withLock { $0.stage.lookups }
        return lookups == .notYet || lookups == .over || isKnown(key)
    }
}
