// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The shared instances: those that readers find, those that wait to be decorated, and those that are being made.
///
/// It asks a ``ServiceRegistry`` which decorators and views a service has, and changes nothing there.
struct ServiceCache: ~Copyable {
    private let stripes: ServiceStripes
    /// The further instances of each service, by their keys.
    private(set) var further: [ServiceKey: Set<ServiceKey>] = [:]
    /// The shared services being made, each by its key.
    private var creations: [ServiceKey: Creation] = [:]
    /// Instances whose outer layers went with the modules that had decorated them; the next lookup decorates them anew
    /// with what is left.
    private var undecorated: [ServiceKey: any ServiceInstance] = [:]
    /// What the fields of shared instances need, by the services that these were made for.
    private(set) var fieldNeeds: [ServiceKey: [AutowiredNeed]] = [:]
    /// What has been taken out, to be let go of without a lock.
    var discarded: [any AnyObject & Sendable] = []

    init(_ stripes: ServiceStripes) {
        self.stripes = stripes
    }
}

// MARK: - Looking

extension ServiceCache {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> (any ServiceInstance)? { stripes.find(key) }

    /// An instance that only has to be decorated before readers find it.
    func undecoratedInstance(_ key: ServiceKey) -> (any ServiceInstance)? { undecorated[key] }

    /// Whether a service has an instance, or one is being made.
    func isMade(_ key: ServiceKey) -> Bool {
        instance(key) != nil || further[key] != nil || undecorated.keys.contains { $0.registered == key }
            || creations.keys.contains { $0.registered == key }
    }

    /// The instances of a service, under all names of the callers' own.
    func instances(_ key: ServiceKey) -> [RegistrationStack.Instance] {
        let needs = fieldNeeds[key.registered] ?? []
        let found = ([key] + (further[key] ?? [])).compactMap { key in instance(key).map { (key, $0) } }
        let waiting = undecorated.filter { $0.key.registered == key }.map { ($0.key, $0.value) }
        return (found + waiting).map { key, box in .init(key: key, box: box, needs: needs) }
    }

    /// Keys that have an instance, sorted by name.
    func cachedKeys() -> [ServiceKey] { stripes.keys.sorted { $0.description < $1.description } }

    /// Puts an instance where readers find it, or takes it out; says whether there was one.
    @discardableResult
    private mutating func put(_ box: (any ServiceInstance)?, under key: ServiceKey) -> Bool {
        if box != nil, key.instance != nil { further[key.registered, default: []].insert(key) }
        guard let old = stripes.replace(key, with: box) else { return false }
        discarded.append(old)
        return true
    }
}

// MARK: - Making

extension ServiceCache {
    func creation(of key: ServiceKey) -> Creation? { creations[key] }

    mutating func begin(_ creation: Creation) { creations[creation.key] = creation }

    mutating func end(_ creation: Creation) {
        if creations[creation.key] === creation { creations[creation.key] = nil }
    }

    /// Lets readers find an instance.
    mutating func publish(
        _ made: Registration.Made,
        under key: ServiceKey,
        _ registry: borrowing ServiceRegistry
    ) {
        if let source = made.source, instance(source.key) !== source.box {
            return  // What it is a view of has been evicted meanwhile, or is transient.
        }
        if let old = undecorated.removeValue(forKey: key) { discarded.append(old) }
        note(made.needs, of: key)
        put(made.box, under: key)
        // A decorator may have come or gone meanwhile.
        dropLayers(key, registry)
    }

    /// Puts an instance back whose registration counts again.
    mutating func restore(
        _ instance: RegistrationStack.Instance,
        _ registry: borrowing ServiceRegistry
    ) {
        let (key, box) = (instance.key, instance.box)
        note(instance.needs, of: key)
        put(box, under: key)
        // Decorators may have come and gone meanwhile.
        dropLayers(key, registry)
    }

    /// Remembers what the fields of a shared instance need, until the instance is let go of.
    private mutating func note(_ needs: [AutowiredNeed], of key: ServiceKey) {
        guard !needs.isEmpty else { return }
        // Further instances of a service mostly have the same fields.
        let known = fieldNeeds[key.registered] ?? []
        fieldNeeds[key.registered] = known + needs.filter { !known.contains($0) }
    }
}

// MARK: - Letting go

extension ServiceCache {
    /// Lets go of the instances of a service and of everything that shows them; says whether there was one.
    @discardableResult
    mutating func clear(
        _ key: ServiceKey,
        _ registry: borrowing ServiceRegistry
    ) -> Bool {
        var hadInstance = false
        // Aliases may stand in a circle, which only a lookup complains of.
        var seen: Set<ServiceKey> = [key]
        var pending = [key]
        while let next = pending.popLast() {
            if !fieldNeeds.isEmpty { fieldNeeds[next] = nil }
            for key in [next] + (further.removeValue(forKey: next) ?? []) where put(nil, under: key) {
                hadInstance = true
            }
            for key in undecorated.keys where key.registered == next {
                if let old = undecorated.removeValue(forKey: key) { discarded.append(old) }
                hadInstance = true
            }
            for view in registry.views(of: next) where seen.insert(view).inserted { pending.append(view) }
        }
        return hadInstance
    }

    /// Takes the layers off all instances of a service that are no longer in their places; see ``dropLayers``.
    mutating func dropAllLayers(
        _ key: ServiceKey,
        _ registry: borrowing ServiceRegistry
    ) {
        let waiting = undecorated.keys.filter { $0.registered == key }
        for key in Set([key] + waiting).union(further[key] ?? []) { dropLayers(key, registry) }
    }

    /// Takes the layers off an instance that are no longer in their places, and those outside of them.
    ///
    /// When no other decorator is left to be applied, readers find the instance at once; else the next lookup decorates
    /// it. A view of another service is made anew, which makes nothing new.
    private mutating func dropLayers(
        _ key: ServiceKey,
        _ registry: borrowing ServiceRegistry
    ) {
        let (found, waiting) = (instance(key), undecorated[key])
        guard let outermost = found ?? waiting else { return }
        let valid = registry.decorators(of: key.registered)
        let left = outermost.innermost(decoratedBy: valid)
        let isComplete = left.depth == valid.count
        if left === found, isComplete { return }
        for view in registry.views(of: key.registered) { clear(view, registry) }
        if registry.registration(key.registered)?.aliased != nil {
            clear(key.registered, registry)
            return
        }
        if let waiting { discarded.append(waiting) }
        undecorated[key] = isComplete ? nil : left
        put(isComplete ? left : nil, under: key)
    }
}

extension ServiceInstance {
    /// The instance with those of its layers, from the inside, that decorators have put on in this order.
    func innermost(decoratedBy decorators: [Decorator]) -> any ServiceInstance {
        guard let wrapping else { return self }
        let inner = wrapping.inner.innermost(decoratedBy: decorators)
        guard inner === wrapping.inner else { return inner }
        let place = inner.depth
        return place < decorators.count && decorators[place] === wrapping.decorator ? self : inner
    }
}
