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
    /// - Throws: ``HiveError`` with ``HiveError/Code/serviceNotRegistered``, ``HiveError/Code/serviceNotStarted``,
    ///   ``HiveError/Code/serviceNotMade``, ``HiveError/Code/serviceCycle``, ``HiveError/Code/stopping`` or
    ///   ``HiveError/Code/stopped`` (C24), or whatever the factory throws.
    /// - Complexity: O(1), apart from the factory; no lock is taken for a shared service that has been made.
    public func service<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        try resolver.find(ServiceKey(type, name: name), .code(fileID: fileID, line: line))
    }

    /// Returns a service, or nil when none is registered.
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws, but for ``HiveError/Code/serviceNotRegistered``.
    public func optionalService<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service? {
        let key = ServiceKey(type, name: name)
        guard resolver.manager.isRegistered(key) else { return nil }
        // Typed, because a lookup inferred from the result would be one of `Service?`.
        let service: Service = try resolver.find(key, .code(fileID: fileID, line: line))
        return service
    }

    /// Returns a further cached instance of a service, under a name of the caller's own.
    ///
    /// It is made by the factory that is registered for the service, at first use of that name, and evicted and shut
    /// down like the usual one. A service that offers its own instance, or was registered as one, gives that (B15).
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws.
    public func service<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        instance: String,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        try resolver.find(ServiceKey(type, name: name, instance: instance), .code(fileID: fileID, line: line))
    }

    /// Makes a new instance of a service, past the cache; the caller owns it and nobody shuts it down.
    ///
    /// - Throws: ``HiveError/Code/notCreatable`` for a service that was registered as an instance, offers its own, or
    ///   is made asynchronously; else what ``service(_:name:fileID:line:)`` throws.
    public func make<Service: Sendable>(
        _ type: Service.Type = Service.self,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> Service {
        let key = ServiceKey(type, name: name)
        let site = Origin.code(fileID: fileID, line: line)
        let box = try resolver.manager.box(key, isFresh: true, asker: resolver.creation, at: site)
        return resolver.open(box)
    }

    /// Returns every implementation of a service, under all names, highest ranking first, ties in registration order.
    ///
    /// - Throws: What ``service(_:name:fileID:line:)`` throws for any of them.
    /// - Complexity: O(n) in the number of implementations; the first call after a registration sorts them all.
    public func all<Service: Sendable>(
        _ type: Service.Type = Service.self,
        fileID: String = #fileID,
        line: Int = #line
    ) throws -> [Service] {
        let registrations = resolver.manager.state.withLock { $0.ranked(ObjectIdentifier(type)) }
        return try registrations.map { try resolver.find($0.key, .code(fileID: fileID, line: line)) }
    }
}

/// Looks services up, in a factory with the knowledge of what is being made.
///
/// Use the resolver that a factory is given while the factory runs: that is how a service that needs itself is found
/// out, also across threads (C25).
public struct ServiceResolver: ServiceLookup {
    let manager: ServiceManager
    let creation: Creation?

    /// The resolver itself.
    public var resolver: ServiceResolver { self }

    @inline(__always)
    func find<Service>(_ key: ServiceKey, _ site: @autoclosure () -> Origin) throws -> Service {
        if let service: Service = manager.cached(key) { return service }
        return open(try manager.box(key, asker: creation, at: site()))
    }

    func box(_ key: ServiceKey) throws -> AnyServiceBox {
        try manager.box(key, asker: creation, at: nil)
    }

    @inline(__always)
    func open<Service>(_ box: AnyServiceBox) -> Service {
        // The box was found under the key of this type, so it is one of this type.
        unsafeDowncast(box, to: ServiceBox<Service>.self).service
    }
}

extension ServiceManager {
    /// The read path: no lock, no dynamic cast.
    @inline(__always)
    func cached<Service>(_ key: ServiceKey) -> Service? {
        let isPlain = key.name == nil && key.instance == nil
        return table.find(tag: key.tag, where: { isPlain || $0.key == key }, Self.read)
    }

    @inline(__always)
    private static func read<Service>(_ slot: ServiceSlot) -> Service? {
        slot.current.withObject { box in
            // The slot was found under the key of this type, so its box is one of this type.
            unsafeDowncast(box, to: ServiceBox<Service>.self).service
        }
    }

    func isRegistered(_ key: ServiceKey) -> Bool {
        state.withLock { state in
            // Before and after, the lookup itself says what is wrong.
            state.gate == .registering || state.gate == .stopped || state.registrations[key] != nil
        }
    }
}
