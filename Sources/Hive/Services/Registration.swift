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
    /// What the registration says itself; while it counts, it takes over what it leaves open from those below.
    let traits: Traits
    let source: Source
    /// How a shared instance is shut down, where its own way does not count.
    let shutdown: PendingShutdown.Body?
    private let place: Mutex<Origin>

    init(
        key: ServiceKey,
        owner: Owner,
        origin: Origin,
        traits: Traits,
        source: Source,
        shutdown: PendingShutdown.Body? = nil
    ) {
        self.key = key
        self.owner = owner
        self.traits = traits
        self.source = source
        self.shutdown = shutdown
        place = Mutex(origin)
    }

    /// Where the service was registered; a reload that only moves lines changes it.
    var origin: Origin {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// Whether a factory makes the instances, as often as the scope says.
    var isFactory: Bool { if case .factory = source { true } else { false } }

    /// Whether the instance is there already.
    var isInstance: Bool { if case .instance = source { true } else { false } }

    /// Whether every name and every caller gets one instance.
    var isSingle: Bool {
        switch source {
        case .instance, .ownInstance, .asynchronousFactory: true
        case .factory, .alias: false
        }
    }

    /// Whether the instance is made by asynchronous code.
    var isAsynchronous: Bool { if case .asynchronousFactory = source { true } else { false } }

    /// The key of the service that this one is another view of.
    var aliased: ServiceKey? { if case .alias(let key, _) = source { key } else { nil } }
}

/// Something that wraps every instance of a service.
final class Decorator: Sendable {
    let owner: Owner
    let origin: Origin
    /// Wraps what is in a box of the decorated type, in another box of that type.
    typealias Body = @Sendable (any ServiceInstance, ServiceResolver) throws -> any ServiceInstance
    private let body: Body

    init(owner: Owner, origin: Origin, body: @escaping Body) {
        self.owner = owner
        self.origin = origin
        self.body = body
    }

    func decorate(_ box: any ServiceInstance, _ resolver: ServiceResolver) throws -> any ServiceInstance {
        do {
            let own = ServiceResolver(manager: resolver.manager, creation: resolver.creation, client: owner.module)
            return try body(box, own)
        } catch {
            // Before the service's own factory would be blamed for it.
            if let creation = resolver.creation {
                creation.note(creation.failure(error, of: owner, at: origin, isDecorating: true))
            }
            throw error
        }
    }
}
