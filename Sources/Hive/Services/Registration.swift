// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a manager knows about one registered service, whatever its type.
///
/// The type is known to the closures alone. A generic class here would make the runtime search for two generic types at
/// every registration, which takes longer than everything else about it.
final class Registration: Sendable {
    /// Where instances come from, in boxes of the type under which the service is registered.
    enum Source: Sendable {
        case factory(Factory)
        case asynchronousFactory(@Sendable (ServiceResolver) async throws -> any ServiceInstance)
        /// The instance is there already, so that nothing can make another.
        case instance(any ServiceInstance)
        /// The class keeps an instance itself, which every name and every caller gets.
        case ownInstance(@Sendable () throws -> any ServiceInstance)
        /// Another view of the service under a key.
        indirect case alias(ServiceKey, @Sendable (any ServiceInstance) throws -> any ServiceInstance)
    }

    typealias Factory = @Sendable (ServiceResolver) throws -> any ServiceInstance

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

    /// What is settled later than the rest.
    private struct Filing {
        var origin: Origin
        var sequence = 0
    }

    let key: ServiceKey
    let owner: Owner
    /// What the registration says itself; while it counts, it takes over what it leaves open from those below.
    let traits: Traits
    let source: Source
    private let rare: Rare?
    private let filing: Mutex<Filing>

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
        self.traits = traits
        self.source = source
        rare = if let shutdown { .shutdown(shutdown) } else { nil }
        filing = Mutex(Filing(origin: origin))
    }

    /// Where the service was registered; a reload that only moves lines changes it.
    var origin: Origin {
        get { filing.withLock { $0.origin } }
        set { filing.withLock { $0.origin = newValue } }
    }

    /// The place among all registrations of the manager.
    var sequence: Int {
        get { filing.withLock { $0.sequence } }
        set { filing.withLock { $0.sequence = newValue } }
    }

    /// How a shared instance is shut down, where its own way does not count.
    var shutdown: Shutdown.Body? {
        if case .shutdown(let body) = rare { body } else { nil }
    }

    /// Whether a factory makes the instances, as often as the scope says.
    var isFactory: Bool {
        if case .factory = source { true } else { false }
    }

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
        let box: any ServiceInstance
        let shutdown: Shutdown?
        /// For an alias, the service behind it.
        var source: (key: ServiceKey, box: any ServiceInstance)?
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
        existing: (any ServiceInstance)? = nil
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
    ) throws -> any ServiceInstance {
        var inner: any ServiceInstance
        switch source {
        case .factory(let factory):
            inner = try factory(resolver)
        case .alias(let target, let convert):
            let key = ServiceKey(target.type, name: target.name, instance: name)
            inner = try convert(resolver.manager.box(key, isFresh: isFresh, asker: resolver.creation, at: nil))
        case .instance, .ownInstance, .asynchronousFactory:
            throw HiveError(.notCreatable, "\(key) cannot be made anew.", at: nil)
        }
        for decorator in decorators { inner = try decorator.decorate(inner, resolver) }
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
        _ box: any ServiceInstance,
        _ resolver: ServiceResolver,
        _ decorators: [Decorator],
        ownsInstance: Bool = true
    ) throws -> Made {
        let close = ownsInstance ? Shutdown(box, shutdown) : nil
        do {
            let decorated = try decorators.reduce(box) { try $1.decorate($0, resolver) }
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
    typealias Body = @Sendable (Wrapping, ServiceResolver) throws -> any ServiceInstance
    private let body: Body

    init(owner: Owner, origin: Origin, body: @escaping Body) {
        self.owner = owner
        self.origin = origin
        self.body = body
    }

    func decorate(_ box: any ServiceInstance, _ resolver: ServiceResolver) throws -> any ServiceInstance {
        do {
            return try body(Wrapping(box, self), resolver)
        } catch {
            // Before the service's own factory would be blamed for it.
            if let creation = resolver.creation {
                creation.note(creation.failure(error, of: owner, at: origin, isDecorating: true))
            }
            throw error
        }
    }
}
