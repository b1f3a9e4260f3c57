// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An instance that is being made, by one thread, and what it is made of.
struct Making {
    let registration: Registration
    let creation: Creation
    let decorators: [Decorator]
    /// What there is of it without having been made here: it only has to be decorated.
    private(set) var existing: DecoratedInstance?
    /// Whether everybody gets the instance, and the hive shuts it down.
    var isShared = true
    /// Whether it is made past the cache.
    var isFresh = false
    /// How the instance is shut down, without its layers; nil where that is nothing, or seen to already.
    private(set) var shutdown: PendingShutdown?
    /// For a view of another service, what it shows.
    private(set) var source: (key: ServiceKey, instance: any ServiceInstance)?

    /// Makes the instance with all its layers, in whose place fields enrol.
    mutating func run(_ resolver: ServiceResolver, _ wiring: Autowiring) throws -> DecoratedInstance {
        var made = try existing ?? take(make(resolver))
        for decorator in decorators.dropFirst(made.layers.count) {
            wiring.begin(decorator)
            made.layers.append((decorator, try decorator.decorate(made.outermost, resolver)))
        }
        return made
    }

    /// Takes what the factory has made, which is shut down whatever becomes of its layers.
    @discardableResult
    mutating func take(_ made: any ServiceInstance) -> DecoratedInstance {
        let instance = DecoratedInstance(made)
        existing = instance
        switch registration.source {
        case .factory, .ownInstance, .asynchronousFactory:
            if isShared { shutdown = PendingShutdown(made, under: creation.key, by: registration) }
        // The shutdown is kept since the instance was registered, or is the business of what is shown.
        case .instance, .alias: break
        }
        return instance
    }

    private mutating func make(_ resolver: ServiceResolver) throws -> any ServiceInstance {
        switch registration.source {
        case .factory(let factory): return try factory(resolver)
        case .ownInstance(let instance): return try instance()
        case .instance(let instance): return instance
        case .alias(let target, let convert): return try convert(find(target, resolver))
        case .asynchronousFactory: preconditionFailure("\(creation.key) is made asynchronously.")
        }
    }

    /// Finds the service that a view shows.
    private mutating func find(_ target: ServiceKey, _ resolver: ServiceResolver) throws -> any ServiceInstance {
        let key = ServiceKey(target.type, name: target.name, instance: creation.key.instance)
        let found = try resolver.manager.box(ServiceRequest(key, isFresh: isFresh, asker: creation))
        if let client = resolver.client {
            resolver.manager.note(FoundService(client: client, key: key, origin: registration.origin))
        }
        source = (resolver.manager.effective(key), found)
        return found
    }
}
