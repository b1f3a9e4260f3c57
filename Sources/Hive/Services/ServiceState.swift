// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a service manager knows, guarded by its lock; every method runs without calling anybody else's code.
///
/// Each part has its own rules. What concerns several parts stands here, such as what happens when another registration
/// of the same service becomes the one that counts.
struct ServiceState: ~Copyable, DiscardingState {
    /// How far the hive has come; under the same lock as what it allows.
    private(set) var stage = LifeStage.created
    var registry = ServiceRegistry()
    var cache: ServiceCache
    var shutdowns = ShutdownLedger()

    /// Knows nothing yet; `stripes` are where readers look.
    init(_ stripes: ServiceStripes) {
        cache = ServiceCache(stripes)
    }

    var discarded: [any Sendable] {
        get { cache.discarded }
        _modify { yield &cache.discarded }
    }

    /// Goes on to a stage, unless it has been reached.
    mutating func follow(_ next: LifeStage) { stage = max(stage, next) }
}

// MARK: - Instances

extension ServiceState {
    /// Ends a creation: readers find the instance where its registration counts; where another one does, it is kept for
    /// when that changes.
    ///
    /// - Returns: What has to be shut down in another way, for the registration has been withdrawn meanwhile.
    mutating func conclude(
        _ making: Making,
        _ made: DecoratedInstance,
        _ needs: [AutowiredNeed]
    ) -> PendingShutdown? {
        let (key, registration) = (making.creation.key, making.registration)
        let isWanted = cache.end(making.creation)
        let stack = registry.stack(key.registered)
        if stage.lookups == .over || !stack.contains(registration) { return making.shutdown }
        if let shutdown = making.shutdown, !keep(shutdown) { return shutdown }
        if !isWanted { return nil }
        let instance = RegistrationStack.Instance(key: key, instance: made, needs: needs)
        if stack.first !== registration {
            // A view of another service is made anew, which makes nothing new.
            if making.source == nil { changeKept(key.registered) { $0.keep([instance], of: registration) } }
            return nil
        }
        // What a view shows may have been evicted meanwhile, or be transient.
        if let source = making.source, cache.instance(source.key) !== source.instance { return nil }
        cache.note(making.creation.needs, for: key.registered)
        cache.file(instance, registry)
        return nil
    }

    /// Remembers an instance to be shut down with those of its owner; says no when the owner is gone.
    mutating func keep(_ instance: PendingShutdown) -> Bool {
        if shutdowns.contains(instance) { return true }
        guard stage.lookups != .over, registry.contains(instance.owner) else { return false }
        shutdowns.add(instance)
        return true
    }

    /// Asynchronous registrations of an owner that are still to be made, in registration order.
    func asynchronous(of owner: Owner) -> [Registration] {
        registry.keys(of: owner.id).compactMap { registry.registration($0) }.filter { registration in
            let key = registration.key
            return registration.isAsynchronous && registration.owner === owner && cache.decoratedInstance(key) == nil
        }
    }
}

// MARK: - Decorators, which come and go with their modules while the instances that they wrap stay

extension ServiceState {
    /// Adds a decorator.
    ///
    /// Layers that it belongs under are taken off instances that have been made; the next lookup decorates them anew.
    mutating func add(_ decorator: Decorator, to key: ServiceKey) {
        registry.add(decorator, to: key)
        registry.unavailable.returned(key, of: decorator.owner)
        dropLayers(key)
    }

    /// Takes out what an owner decorates with, and the layers that are there already.
    private mutating func withdrawDecorators(_ owner: Owner, _ withdrawn: [ServiceKey]) {
        let former = registry.removeDecorators(of: owner)
        discarded.append(former)
        registry.unavailable.withdrawn(Set(withdrawn + former.keys), of: owner)
        for key in former.keys { dropLayers(key) }
    }

    private mutating func dropLayers(_ key: ServiceKey) {
        cache.dropLayers(key, registry)
        // What is replaced or hidden keeps nothing of a module that has gone.
        let decorators = registry.decorators(of: key)
        changeKept(key) { $0.keepLayers(of: decorators) }
    }

    /// Changes the instances of what does not count under a key.
    private mutating func changeKept(_ key: ServiceKey, _ change: (inout RegistrationStack) -> Void) {
        var stack = registry.stack(key)
        discarded.append(stack)
        change(&stack)
        registry.replace(key, with: stack)
    }
}

// MARK: - Registrations, and which of them counts

extension ServiceState {
    /// Adds a registration, or returns the one that is in its way.
    mutating func add(_ registration: Registration, shutdown: PendingShutdown?) -> Registration? {
        let entry = RegistrationStack.Entry(registration: registration, sequence: registry.nextSequence())
        if let other = registry.stack(registration.key).conflict(with: entry) { return other }
        insert(entry)
        if let shutdown { _ = keep(shutdown) }
        return nil
    }

    /// Withdraws what an owner registered, and takes off what it decorated; its instances wait for their shutdown.
    mutating func withdrawRegistrations(_ owner: Owner) {
        let keys = registry.remove(owner)
        // Before anything else comes to count in its place.
        registry.unavailable.withdrawn(Set(keys), of: owner)
        for key in keys {
            var stack = registry.stack(key)
            let leaving = stack.remove { $0.owner === owner }
            settle(key, stack)
            if leaving.isEmpty || stack.first != nil { continue }
            registry.note(key, wentWith: owner.name, isRunning: stage.registers && stage.lookups == .everything)
        }
        withdrawDecorators(owner, keys)
        // The fallback is the hive's.
        if owner.name == nil, let fallback = registry.fallback.take() { discarded.append(fallback) }
    }

    /// Takes out what property lists and records have registered, while the owners stay.
    mutating func takeOut(_ keys: Set<ServiceKey>) -> [RegistrationStack.Entry] {
        var taken: [RegistrationStack.Entry] = []
        var losses: [ObjectIdentifier: Set<ServiceKey>] = [:]
        for key in keys {
            var stack = registry.stack(key)
            if let first = stack.first, first.origin.source != .code { stack.keep(cache.instances(key), of: first) }
            let withdrawn = stack.remove { $0.origin.source != .code }
            for entry in withdrawn where !stack.contains(entry.registration.owner) {
                losses[entry.registration.owner.id, default: []].insert(key)
            }
            settle(key, stack)
            taken += withdrawn
        }
        registry.noteLosses(losses)
        return taken
    }

    /// Puts a registration back that was taken out, with its instances.
    mutating func putBack(_ entry: RegistrationStack.Entry) {
        // Its owner may have gone meanwhile, or somebody may have registered another.
        let registration = entry.registration
        let isInTheWay = registry.stack(registration.key).conflict(with: entry) != nil
        if registry.contains(registration.owner), !isInTheWay { insert(entry) }
    }

    private mutating func insert(_ entry: RegistrationStack.Entry) {
        let (key, owner) = (entry.registration.key, entry.registration.owner)
        var stack = registry.stack(key)
        if !stack.contains(owner) { registry.note(key, of: owner) }
        registry.unavailable.returned(key, of: owner)
        stack.insert(entry)
        settle(key, stack)
    }

    /// Lets the first of a changed stack count: what counted before is kept with its instances where it is still in the
    /// stack, and what counts now gets back those that it had.
    private mutating func settle(_ key: ServiceKey, _ changed: RegistrationStack) {
        var stack = changed
        let former = registry.stack(key)
        // Closures that are no longer needed may hold a user's objects.
        if former.first != nil { discarded.append(former) }
        let isOther = former.first !== stack.first
        // A view of another service is made anew, which makes nothing new.
        if let counted = former.first, isOther, counted.aliased == nil, stack.contains(counted) {
            stack.keep(cache.instances(key), of: counted)
        }
        if isOther ? former.first != nil : former.scope != stack.scope {
            cache.clear(key, registry, outdates: !isOther)
        }
        let instances = isOther ? stack.takeInstances() : []
        registry.replace(key, with: stack)
        for instance in instances { cache.file(instance, registry) }
    }
}
