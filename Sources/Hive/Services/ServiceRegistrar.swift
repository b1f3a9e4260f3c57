// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Something that services can be registered with: a module's ``SetupContext`` or a hive's ``ServiceManager``.
public protocol ServiceRegistering: Sendable {
    /// The registrar that does the work.
    var registrar: ServiceRegistrar { get }
}

/// Registers services on behalf of a module, or of the hive.
///
/// What a module registers is withdrawn when the module is removed, torn down, or fails to start (C27).
public struct ServiceRegistrar: ServiceRegistering {
    let manager: ServiceManager
    let owner: Owner
    /// Throws when registering is over; called under the manager's lock.
    let check: @Sendable () throws -> Void
    /// Whether what is registered keeps its place, whoever registers the same service.
    var isOverride = false

    /// The registrar itself.
    public var registrar: ServiceRegistrar { self }

    func add<Service>(
        _ type: Service.Type,
        name: String?,
        _ source: Registration.Source,
        traits: Registration.Traits,
        shutdown: (@Sendable (Service) async throws -> Void)? = nil,
        at origin: Origin
    ) throws {
        var close: PendingShutdown.Body?
        if let shutdown { close = { try await shutdown($0.open(as: Service.self)) } }
        var traits = traits
        traits.isOverride = isOverride
        let registration = Registration(
            key: ServiceKey(type, name: name),
            owner: owner,
            origin: origin,
            traits: traits,
            source: source,
            shutdown: close
        )
        try manager.add(registration, check: check)
    }
}

extension ServiceRegistering {
    /// Registers a service that a factory, or an initializer such as `SMTPMailer.init`, makes when it is first asked
    /// for.
    ///
    /// The factory of a transient service wires the ``Autowired`` fields of what it makes itself, not of what it leaves
    /// to a task of its own.
    ///
    /// A hive remembers each type and name that was ever registered, in about 150 bytes, until it is gone: names that a
    /// program makes up without an end belong into ``ServiceLookup/service(_:name:instance:fileID:line:)`` (C61).
    ///
    /// - Parameters:
    ///   - type: The type under which the service is looked up, usually `(any Protocol).self`.
    ///   - name: A name, where a type has several implementations.
    ///   - scope: Whether everybody shares one instance, which is the default, or each lookup makes one.
    ///   - ranking: The place among the implementations that ``ServiceLookup/all(_:fileID:line:)`` lists.
    ///   - replacing: Whether to take the place of a registration that exists; that one comes back, with its instance,
    ///     when this one's module goes.
    ///   - shutdown: What to do with a shared instance after its module's `tearDown`; a ``ServiceImplementation`` has
    ///     its own.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - factory: Makes the service; it runs without a lock, at most once at a time for a shared service, and must
    ///     not block on asynchronous work.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateService``, which names both places (C21), or
    ///   ``HiveErrorCode/invalidState`` when the context's hook has returned or the hive stops.
    /// - Complexity: O(1).
    public func register<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        scope: ServiceScope? = nil,
        ranking: Int? = nil,
        replacing: Bool = false,
        shutdown: (@Sendable (Service) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (ServiceResolver) throws -> Service
    ) throws {
        try registrar.add(
            Service.self,
            name: name,
            .factory { ServiceBox(try factory($0)) },
            traits: .init(ranking: ranking, scope: scope, isReplacing: replacing),
            shutdown: shutdown,
            at: .code(fileID: fileID, line: line)
        )
    }

    /// Registers a shared service that is made asynchronously, such as a connection.
    ///
    /// It is made as the first step of its module's `initialize`, before any module that depends on that one; earlier
    /// lookups throw ``HiveErrorCode/serviceNotMade`` (C22). It cannot be evicted.
    ///
    /// - Throws: What the synchronous form throws.
    public func register<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        ranking: Int? = nil,
        replacing: Bool = false,
        shutdown: (@Sendable (Service) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable (ServiceResolver) async throws -> Service
    ) throws {
        try registrar.add(
            Service.self,
            name: name,
            .asynchronousFactory { ServiceBox(try await factory($0)) },
            traits: .init(ranking: ranking, scope: .shared, isReplacing: replacing),
            shutdown: shutdown,
            at: .code(fileID: fileID, line: line)
        )
    }

    /// Registers an instance that exists already; it is shared, and shut down like one that Hive made.
    ///
    /// - Throws: What the form with a factory throws.
    public func register<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        ranking: Int? = nil,
        replacing: Bool = false,
        shutdown: (@Sendable (Service) async throws -> Void)? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        instance: Service
    ) throws {
        try registrar.add(
            Service.self,
            name: name,
            .instance(ServiceBox(instance)),
            traits: .init(ranking: ranking, scope: .shared, isReplacing: replacing),
            shutdown: shutdown,
            at: .code(fileID: fileID, line: line)
        )
    }

    /// Lets one shared instance serve another type as well: cached, evicted and shut down as one (C23).
    ///
    /// ```swift
    /// try services.register(FileStore.self) { _ in FileStore() }
    /// try services.registerAlias((any Reader).self, of: FileStore.self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The further type.
    ///   - name: A name under the further type.
    ///   - target: The type under which the service is registered, also later than this.
    ///   - targetName: The name under which the service is registered.
    ///   - ranking: The place among the implementations of `type`.
    ///   - replacing: Whether to take the place of a registration that exists.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - convert: Shows the instance as the further type; `{ $0 }` where it conforms.
    /// - Throws: What the form with a factory throws.
    public func registerAlias<Service: Sendable, Target: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        of target: Target.Type,
        named targetName: String? = nil,
        ranking: Int? = nil,
        replacing: Bool = false,
        fileID: String = #fileID,
        line: Int = #line,
        convert: @escaping @Sendable (Target) throws -> Service
    ) throws {
        let source = Registration.Source.alias(ServiceKey(Target.self, name: targetName)) { box in
            ServiceBox(try convert(box.open(as: Target.self)))
        }
        try registrar.add(
            Service.self,
            name: name,
            source,
            traits: .init(ranking: ranking, scope: .shared, isReplacing: replacing),
            at: .code(fileID: fileID, line: line)
        )
    }

    /// Wraps every instance of a service, whoever registers it.
    ///
    /// Decorators run in the boot order of their modules, and within a module in the order in which it registered them,
    /// so the last one is outermost; those of the hive run where they were registered. They come and go with their
    /// module, also when a shared instance has been made: the next lookup gives the same instance under the decorators
    /// that are there then. What a caller holds stays as it is.
    ///
    /// - Parameters:
    ///   - type: The type under which the service is registered.
    ///   - name: The name under which the service is registered.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - decorate: Wraps the service; it may look up others.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hive itself decorates a service of which an
    ///   instance has been made already. A decorator of a service that nobody registers ends the start.
    public func decorate<Service: Sendable>(
        _ type: Service.Type,
        name: String? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        with decorate: @escaping @Sendable (Service, ServiceResolver) throws -> Service
    ) throws {
        let origin = Origin.code(fileID: fileID, line: line)
        let decorator = Decorator(owner: registrar.owner, origin: origin) { inner, resolver in
            ServiceBox(try decorate(inner.open(as: Service.self), resolver))
        }
        try registrar.manager.add(decorator, to: ServiceKey(Service.self, name: name), check: registrar.check)
    }
}

extension ServiceManager: ServiceRegistering {
    /// Registers services that belong to the hive: there before `setUp`, until after the last `tearDown`.
    public var registrar: ServiceRegistrar { ServiceRegistrar(manager: self, owner: hive) {} }
}
