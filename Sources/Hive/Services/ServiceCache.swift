// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The shared instances: those that readers find, those that wait to be decorated, and those that are being made.
///
/// It asks a ``ServiceRegistry`` which decorators and views a service has, and changes nothing there.
struct ServiceCache: ~Copyable {
    private let stripes: ServiceStripes
    /// The further instances of each service, by their keys.
    private(set) var further: [ServiceKey: Set<ServiceKey>] = [:]
    /// The shared instances being made, by their services.
    private var creations: [ServiceKey: [UnderWay]] = [:]
    /// The instances of services that have decorators; what readers do not find, the next lookup decorates.
    private var decorated: [ServiceKey: DecoratedInstance] = [:]
    /// What the fields of shared instances need, by the services that these were made for.
    private(set) var fieldNeeds: [ServiceKey: [AutowiredNeed]] = [:]
    /// What shared instances were made of, by the services that these were made for.
    private var sources: [ServiceKey: Set<ServiceKey>] = [:]
    /// What has been taken out, to be let go of without a lock.
    var discarded: [any Sendable] = []

    /// A shared instance being made.
    struct UnderWay {
        let creation: Creation
        let registration: Registration
        /// Whether the cache was emptied meanwhile, so that those who waited get the instance, and nobody after them.
        fileprivate(set) var isOutdated = false
    }

    init(_ stripes: ServiceStripes) {
        self.stripes = stripes
    }
}

// MARK: - Looking

extension ServiceCache {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> (any ServiceInstance)? { stripes[key.type].find(key) }

    /// The instance under a key with its layers, also one that readers do not find before it is decorated.
    func decoratedInstance(_ key: ServiceKey) -> DecoratedInstance? {
        decorated[key] ?? stripes[key.type].find(key).map { DecoratedInstance($0) }
    }

    /// Whether a service has an instance, or one is being made.
    func isMade(_ key: ServiceKey) -> Bool {
        !instances(key).isEmpty || creations[key]?.allSatisfy(\.isOutdated) == false
    }

    /// The services whose shared instances were made of some services, or have one of them in a field, directly or not.
    func made(of services: Set<ServiceKey>) -> Set<ServiceKey> {
        var (found, isGrowing): (Set<ServiceKey>, Bool) = ([], true)
        while isGrowing {
            let all = services.union(found)
            let more =
                sources.filter { !$0.value.isDisjoint(with: all) }.map(\.key)
                + fieldNeeds.filter { $0.value.contains { all.contains($0.key) } }.map(\.key)
            let new = Set(more).subtracting(all)
            isGrowing = !new.isEmpty
            found.formUnion(new)
        }
        return found
    }

    /// The instances of a service, under all names of the callers' own.
    func instances(_ key: ServiceKey) -> [RegistrationStack.Instance] {
        let needs = fieldNeeds[key] ?? []
        return ([key] + (further[key] ?? [])).compactMap { key in
            decoratedInstance(key).map { .init(key: key, instance: $0, needs: needs) }
        }
    }
}

// MARK: - Making

extension ServiceCache {
    /// What a registration makes under a key; another registration has its own.
    func underWay(_ key: ServiceKey, by registration: Registration) -> UnderWay? {
        creations[key.registered]?.first { $0.creation.key == key && $0.registration === registration }
    }

    mutating func begin(_ creation: Creation, by registration: Registration) {
        creations[creation.key.registered, default: []].append(.init(creation: creation, registration: registration))
    }

    /// Ends a creation; says whether what it has made may be found.
    mutating func end(_ creation: Creation) -> Bool {
        let service = creation.key.registered
        var underWay = creations[service] ?? []
        guard let place = underWay.firstIndex(where: { $0.creation === creation }) else { return false }
        let ended = underWay.remove(at: place)
        creations[service] = underWay.isEmpty ? nil : underWay
        return !ended.isOutdated
    }

    /// Notes what the instances of a service were made of.
    mutating func note(_ needs: Set<ServiceKey>, for service: ServiceKey) {
        if !needs.isEmpty { sources[service, default: []].formUnion(needs) }
    }

    /// Lets readers find an instance, with the decorators that there are now; where it has not all of them, the next
    /// lookup puts them on.
    mutating func file(_ filed: RegistrationStack.Instance, _ registry: borrowing ServiceRegistry) {
        let (key, service) = (filed.key, filed.key.registered)
        if key.instance != nil { further[service, default: []].insert(key) }
        let decorators = registry.decorators(of: service)
        var instance = filed.instance
        instance.keepLayers(of: decorators)
        // Nobody finds what a module that is to come back has replaced or decorated.
        let isBlocked = registry.unavailable.blocker(of: service) != nil
        let isComplete = instance.layers.count == decorators.count && !isBlocked
        // A view of another service is made anew, which makes nothing new.
        let isLeft = isComplete || registry.registration(service)?.aliased == nil
        // Further instances of a service mostly have the same fields.
        for need in filed.needs where isLeft && instance.has(need) && fieldNeeds[service]?.contains(need) != true {
            fieldNeeds[service, default: []].append(need)
        }
        let layered = isLeft && (!decorators.isEmpty || isBlocked) ? instance : nil
        replace(key, with: isComplete ? instance.outermost : nil, layered)
    }

    /// Puts an instance where readers find it, or takes it out; says whether there was one.
    @discardableResult
    private mutating func replace(
        _ key: ServiceKey,
        with found: (any ServiceInstance)?,
        _ layered: DecoratedInstance?
    ) -> Bool {
        let former = decoratedInstance(key)
        if let former { discarded.append(former) }
        decorated[key] = layered
        if let old = stripes[key.type].replace(key, with: found) { discarded.append(old) }
        return former != nil
    }
}

// MARK: - Letting go

extension ServiceCache {
    /// Lets go of the instances of a service and of everything that shows them; says whether there was one.
    ///
    /// What is being made is outdated by that. Where another registration counts from now on, it does not outdate the
    /// service's own: they are kept for when that changes.
    @discardableResult
    mutating func clear(_ key: ServiceKey, _ registry: borrowing ServiceRegistry, outdates: Bool = true) -> Bool {
        var hadInstance = false
        for service in registry.withViews([key]) {
            fieldNeeds[service] = nil
            sources[service] = nil
            if outdates || service != key {
                for place in creations[service]?.indices ?? 0..<0 { creations[service]?[place].isOutdated = true }
            }
            for key in [service] + (further.removeValue(forKey: service) ?? []) where replace(key, with: nil, nil) {
                hadInstance = true
            }
        }
        return hadInstance
    }

    /// Takes off the layers of decorators that have gone, or that another one has come under.
    mutating func dropLayers(_ key: ServiceKey, _ registry: borrowing ServiceRegistry) {
        for view in registry.views(of: key) { clear(view, registry) }
        let instances = instances(key)
        // Those of the layers that stay are noted anew.
        fieldNeeds[key] = nil
        for instance in instances { file(instance, registry) }
    }
}
