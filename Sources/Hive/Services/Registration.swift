// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a manager knows about one registered service, whatever its type.
class Registration: @unchecked Sendable {
    // Sound: all but `sequence` is immutable, in the subclass too, and its closures are `@Sendable`; `sequence` belongs
    // to the state that the registration was added to, and is guarded by its lock.

    /// What a registration says about itself; nil where it leaves the choice to an overridden registration.
    struct Traits: Sendable {
        var scope: ServiceScope?
        var ranking: Int?
        /// Whether the registration keeps its place, whoever registers the same service later.
        var isOverride = false
    }

    let key: ServiceKey
    let owner: Owner
    let origin: Origin
    let traits: Traits
    /// The place among all registrations of the manager.
    final var sequence = 0

    init(key: ServiceKey, owner: Owner, origin: Origin, traits: Traits) {
        self.key = key
        self.owner = owner
        self.origin = origin
        self.traits = traits
    }

    var scope: ServiceScope { traits.scope ?? .shared }
    var ranking: Int { traits.ranking ?? 0 }

    /// Whether the instance is there already, so that nothing can make another.
    var isInstance: Bool { false }
    /// Whether every name and every caller gets one instance.
    var hasOwnInstance: Bool { false }
    /// Whether the instance is made by asynchronous code.
    var isAsynchronous: Bool { false }
    /// The key of the service that this one is another view of.
    var aliased: ServiceKey? { nil }

    /// Makes an instance, without decorators for `shutdown` and with them for everybody else.
    ///
    /// `instance` is the caller's own name for it; `isFresh` says that nobody else gets it.
    func make(
        _ resolver: ServiceResolver,
        decorators: [Decorator],
        instance: String?,
        isFresh: Bool
    ) throws -> Made {
        fatalError("Registration is abstract.")
    }

    /// Makes an instance of an asynchronous registration.
    func makeAsynchronously(_ resolver: ServiceResolver, decorators: [Decorator]) async throws -> Made {
        fatalError("Registration is abstract.")
    }

    /// The same registration with what it left open taken from one that it overrides.
    func overriding(_ other: Registration) -> Registration {
        fatalError("Registration is abstract.")
    }

    /// A new instance and what belongs to it.
    struct Made: Sendable {
        let box: AnyServiceBox
        let shutdown: Shutdown?
        /// For an alias, the service behind it.
        var source: (key: ServiceKey, box: AnyServiceBox)?
    }

    /// An instance was made, and then something failed: nobody gets it, and it has to be shut down all the same.
    struct UnusedInstance: Error {
        let error: any Error
        let shutdown: Shutdown?
    }
}

/// How one instance is shut down.
struct Shutdown: Sendable {
    let run: @Sendable () async throws -> Void
    /// The instance, where it is an object that shuts itself down.
    let object: (any AnyObject & Sendable)?

    /// Uses the closure that was registered, or else what the service itself offers; nil when there is neither.
    init?<Service>(_ box: ServiceBox<Service>, _ custom: (@Sendable (Service) async throws -> Void)?) {
        if let custom {
            run = { try await custom(box.service) }
            object = nil
        } else if let service = box.service as? any HiveService {
            run = { try await service.shutdown() }
            object = service as? any HiveService & AnyObject
        } else {
            return nil
        }
    }
}

/// A registration whose service type is known.
final class TypedRegistration<Service>: Registration, @unchecked Sendable {
    // Sound: see Registration.

    enum Source: Sendable {
        case factory(@Sendable (ServiceResolver) throws -> Service)
        case asynchronousFactory(@Sendable (ServiceResolver) async throws -> Service)
        case instance(ServiceBox<Service>)
        case ownInstance(@Sendable () throws -> Service)
        case alias(ServiceKey, @Sendable (AnyServiceBox) throws -> Service)
    }

    let source: Source
    let shutdown: (@Sendable (Service) async throws -> Void)?

    init(
        key: ServiceKey,
        owner: Owner,
        origin: Origin,
        traits: Traits,
        source: Source,
        shutdown: (@Sendable (Service) async throws -> Void)?
    ) {
        self.source = source
        self.shutdown = shutdown
        super.init(key: key, owner: owner, origin: origin, traits: traits)
    }

    override var scope: ServiceScope {
        if case .factory = source { super.scope } else { .shared }
    }

    override var isInstance: Bool {
        if case .instance = source { true } else { false }
    }

    override var hasOwnInstance: Bool {
        switch source {
        case .instance, .ownInstance: true
        default: false
        }
    }

    override var isAsynchronous: Bool {
        if case .asynchronousFactory = source { true } else { false }
    }

    override var aliased: ServiceKey? {
        if case .alias(let key, _) = source { key } else { nil }
    }

    override func make(
        _ resolver: ServiceResolver,
        decorators: [Decorator],
        instance name: String?,
        isFresh: Bool
    ) throws -> Made {
        switch source {
        case .factory(let factory):
            return try finish(factory(resolver), resolver, decorators, ownsInstance: !isFresh)
        case .ownInstance(let instance):
            return try finish(instance(), resolver, decorators)
        case .instance(let box):
            // Its shutdown is kept since it was registered.
            return try finish(box.service, resolver, decorators, ownsInstance: false)
        case .alias(let target, let convert):
            let key = ServiceKey(target.type, name: target.name, instance: name)
            let (effective, box) = try resolver.box(key, isFresh: isFresh)
            var made = try finish(convert(box), resolver, decorators, ownsInstance: false)
            made.source = (effective, box)
            return made
        case .asynchronousFactory:
            throw HiveError(.serviceNotMade, "\(key) is made asynchronously.", at: origin)
        }
    }

    override func makeAsynchronously(_ resolver: ServiceResolver, decorators: [Decorator]) async throws -> Made {
        guard case .asynchronousFactory(let factory) = source else {
            return try make(resolver, decorators: decorators, instance: nil, isFresh: false)
        }
        return try finish(await factory(resolver), resolver, decorators)
    }

    override func overriding(_ other: Registration) -> Registration {
        // The instance of the overridden one was its own; what it said about scope and ranking stays.
        var merged = traits
        merged.scope = traits.scope ?? other.traits.scope
        merged.ranking = traits.ranking ?? other.traits.ranking
        let registration = TypedRegistration(
            key: key,
            owner: owner,
            origin: origin,
            traits: merged,
            source: source,
            shutdown: shutdown
        )
        registration.sequence = sequence
        return registration
    }

    private func finish(
        _ service: Service,
        _ resolver: ServiceResolver,
        _ decorators: [Decorator],
        ownsInstance: Bool = true
    ) throws -> Made {
        let close = ownsInstance && scope == .shared ? Shutdown(ServiceBox(service), shutdown) : nil
        do {
            let decorated = try decorators.reduce(service) { inner, decorator in
                // The decorator was registered under the same key, so it is one of this type.
                try unsafeDowncast(decorator, to: TypedDecorator<Service>.self).decorate(inner, resolver)
            }
            return Made(box: ServiceBox(decorated), shutdown: close)
        } catch {
            throw UnusedInstance(error: error, shutdown: close)
        }
    }
}

/// Something that wraps every instance of a service.
class Decorator: @unchecked Sendable {
    // Sound: all is immutable, in the subclass too.
    let owner: Owner
    let origin: Origin

    init(owner: Owner, origin: Origin) {
        self.owner = owner
        self.origin = origin
    }
}

// Sound: see Decorator.
final class TypedDecorator<Service>: Decorator, @unchecked Sendable {
    let decorate: @Sendable (Service, ServiceResolver) throws -> Service

    init(
        owner: Owner,
        origin: Origin,
        decorate: @escaping @Sendable (Service, ServiceResolver) throws -> Service
    ) {
        self.decorate = decorate
        super.init(owner: owner, origin: origin)
    }
}
