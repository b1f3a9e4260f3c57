// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a manager knows about one registered service, whatever its type.
///
/// The type is known to the closures alone. A generic class here would make the runtime search for two generic types at
/// every registration, which takes longer than everything else about it.
// Sound: all but `origin`, `traits` and `sequence` is immutable, and its closures are `@Sendable`; those three belong
// to the state that the registration is added to, and are guarded by its lock from then on. RegistrationStormTests
// exercises it under the thread sanitizer.
final class Registration: @unchecked Sendable {
    /// Where instances come from, in boxes of the type under which the service is registered.
    enum Source: Sendable {
        case factory(Factory)
        case asynchronousFactory(@Sendable (ServiceResolver) async throws -> AnyServiceBox)
        /// The instance is there already, so that nothing can make another.
        case instance(AnyServiceBox)
        /// The class keeps an instance itself, which every name and every caller gets.
        case ownInstance(@Sendable () throws -> AnyServiceBox)
        /// Another view of the service under a key.
        indirect case alias(ServiceKey, @Sendable (AnyServiceBox) throws -> AnyServiceBox)
    }

    typealias Factory = @Sendable (ServiceResolver) throws -> AnyServiceBox

    /// What few registrations have, so that the others keep no room for it.
    private indirect enum Rare: Sendable {
        case shutdown(Shutdown.Body)
    }

    /// What is said about a service; nil where it is left open.
    struct Traits: Sendable {
        var ranking: Int?
        var scope: ServiceScope?
        /// Whether the registration keeps its place, whoever registers the same service later.
        var isOverride = false
        /// Whether the registration takes the place of those that were there before.
        var isReplacing = false
    }

    let key: ServiceKey
    let owner: Owner
    /// Where the service was registered; a reload that only moves lines changes it.
    var origin: Origin
    /// What counts for the service: what the registration says itself, completed by those that it overrides.
    var traits: Traits
    let source: Source
    private let rare: Rare?
    /// The place among all registrations of the manager.
    var sequence = 0

    init(
        key: ServiceKey,
        owner: Owner,
        origin: Origin,
        traits: Traits,
        source: Source,
        shutdown: Shutdown.Body? = nil
    ) {
        self.key = key
        self.owner = owner
        self.origin = origin
        self.traits = traits
        self.source = source
        rare = if let shutdown { .shutdown(shutdown) } else { nil }
    }

    /// How a shared instance is shut down, where its own way does not count.
    var shutdown: Shutdown.Body? {
        if case .shutdown(let body) = rare { body } else { nil }
    }

    var scope: ServiceScope {
        if case .factory = source { traits.scope ?? .shared } else { .shared }
    }

    var ranking: Int { traits.ranking ?? 0 }

    /// Whether the instance is there already.
    var isInstance: Bool {
        if case .instance = source { true } else { false }
    }

    /// Whether every name and every caller gets one instance.
    var hasOwnInstance: Bool {
        switch source {
        case .instance, .ownInstance: true
        default: false
        }
    }

    /// Whether the instance is made by asynchronous code.
    var isAsynchronous: Bool {
        if case .asynchronousFactory = source { true } else { false }
    }

    /// The key of the service that this one is another view of.
    var aliased: ServiceKey? {
        if case .alias(let key, _) = source { key } else { nil }
    }
}

// MARK: - Making

extension Registration {
    /// A new shared instance and what belongs to it.
    struct Made: Sendable {
        let box: AnyServiceBox
        let shutdown: Shutdown?
        /// For an alias, the service behind it.
        var source: (key: ServiceKey, box: AnyServiceBox)?
        /// The fields of a shared instance, and of what decorates it.
        var wiring: Autowiring?

        /// What those fields need.
        var needs: [AutowiredNeed] { wiring?.needs ?? [] }
    }

    /// An instance was made, and then something failed: nobody gets it, and it has to be shut down all the same.
    struct UnusedInstance: Error {
        let error: any Error
        let shutdown: Shutdown?
    }

    /// Makes a shared instance, without decorators for `shutdown` and with them for everybody else.
    ///
    /// `instance` is the caller's own name for it; `existing` is an instance that is there already and only has to be
    /// decorated.
    func make(
        _ resolver: ServiceResolver,
        decorators: [Decorator],
        instance name: String?,
        existing: AnyServiceBox? = nil
    ) throws -> Made {
        if let existing { return try finish(existing, resolver, decorators, ownsInstance: false) }
        switch source {
        case .factory(let factory):
            return try finish(factory(resolver), resolver, decorators)
        case .ownInstance(let instance):
            return try finish(instance(), resolver, decorators)
        case .instance(let box):
            // Its shutdown is kept since it was registered.
            return try finish(box, resolver, decorators, ownsInstance: false)
        case .alias(let target, let convert):
            let key = ServiceKey(target.type, name: target.name, instance: name)
            let (effective, box) = try resolver.box(key)
            var made = try finish(convert(box), resolver, decorators, ownsInstance: false)
            made.source = (effective, box)
            return made
        case .asynchronousFactory:
            throw HiveError(.serviceNotMade, "\(key) is made asynchronously.", at: nil)
        }
    }

    /// Makes an instance that one caller gets.
    ///
    /// `isFresh` says that it is made past the cache.
    func makeOwn(
        _ resolver: ServiceResolver,
        decorators: [Decorator],
        instance name: String?,
        isFresh: Bool
    ) throws -> AnyServiceBox {
        var inner: AnyServiceBox
        switch source {
        case .factory(let factory):
            inner = try factory(resolver)
        case .alias(let target, let convert):
            let key = ServiceKey(target.type, name: target.name, instance: name)
            inner = try convert(resolver.manager.box(key, isFresh: isFresh, asker: resolver.creation, at: nil))
        case .instance, .ownInstance, .asynchronousFactory:
            throw HiveError(.notCreatable, "\(key) cannot be made anew.", at: nil)
        }
        for decorator in decorators { inner = try decorator.decorate(inner, of: key, resolver) }
        // Those of what decorators have made, too.
        try resolver.creation?.connectFields()
        return inner
    }

    /// Makes an instance of an asynchronous registration.
    func makeAsynchronously(_ resolver: ServiceResolver, decorators: [Decorator]) async throws -> Made {
        guard case .asynchronousFactory(let factory) = source else {
            return try make(resolver, decorators: decorators, instance: nil)
        }
        return try finish(await factory(resolver), resolver, decorators)
    }

    private func finish(
        _ box: AnyServiceBox,
        _ resolver: ServiceResolver,
        _ decorators: [Decorator],
        ownsInstance: Bool = true
    ) throws -> Made {
        let close = ownsInstance ? Shutdown(box, shutdown) : nil
        do {
            let decorated = try decorators.reduce(box) { try $1.decorate($0, of: key, resolver) }
            return Made(box: decorated, shutdown: close)
        } catch {
            throw UnusedInstance(error: error, shutdown: close)
        }
    }
}

/// Something that wraps every instance of a service.
final class Decorator: Sendable {
    let owner: Owner
    let origin: Origin
    /// Wraps what is in a box of the decorated type, in another box of that type.
    typealias Body = @Sendable (Wrapping, ServiceResolver) throws -> AnyServiceBox
    private let body: Body

    init(owner: Owner, origin: Origin, body: @escaping Body) {
        self.owner = owner
        self.origin = origin
        self.body = body
    }

    func decorate(_ box: AnyServiceBox, of key: ServiceKey, _ resolver: ServiceResolver) throws -> AnyServiceBox {
        do {
            return try body(Wrapping(box, self), resolver)
        } catch {
            // Before the service's own factory would be blamed for it.
            resolver.manager.note(.init(error: error, key: key, owner: owner, origin: origin, isDecorating: true))
            throw error
        }
    }
}
