// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a service manager knows, guarded by its lock; every method runs without calling anybody else's code.
struct ServiceState: ~Copyable {
    /// How far the hive has come, as far as services are concerned.
    enum Gate: Int {
        case registering, open
        /// Nothing is registered any more.
        case stopping
        /// Nor is a shared service made that is not there.
        case tearingDown
        case stopped
    }

    /// Where a service was registered, and by whom.
    struct Site {
        let origin: Origin
        let owner: Owner

        init(_ registration: Registration) {
            origin = registration.origin
            owner = registration.owner
        }
    }

    /// A shared instance that wants to be shut down.
    struct Closable {
        let key: ServiceKey
        let owner: Owner
        let shutdown: Shutdown
    }

    var gate = Gate.registering
    /// What is asked for services that nobody has registered, and where that was said.
    var fallback: (any ServiceFallback, origin: Origin)?
    private(set) var registrations: [ServiceKey: Registration] = [:]
    private var decorators: [ServiceKey: [Decorator]] = [:]
    private var slots: [ServiceKey: ServiceSlot] = [:]
    /// The shared services being made, each by its key.
    private var creations: [ServiceKey: Creation] = [:]
    /// What the fields of shared instances need, by the services that these were made for.
    var fieldNeeds: [ServiceKey: [AutowiredNeed]] = [:]
    /// Instances whose outer layers went with the modules that had decorated them; the next lookup decorates them anew
    /// with what is left.
    private var undecorated: [ServiceKey: AnyServiceBox] = [:]
    /// Aliases, whose cached instance goes when that of the first one goes.
    private(set) var dependents: [ServiceKey: Set<ServiceKey>] = [:]
    private(set) var owned: [ObjectIdentifier: OwnedKeys] = [:]
    /// Services that went with their module, by its name: the last ones, for modules may come and go without an end.
    private var gone: [ServiceKey: String] = [:]
    private static let goneLimit = 10_000
    /// What has to be shut down, by its owner, in the order in which it was made.
    private var closables: [ObjectIdentifier: [Closable]] = [:]
    /// The objects among the closables, which keep them alive.
    private var closing: Set<ObjectIdentifier> = []
    /// The places whose registrations another source overrides.
    private(set) var overridden: [ServiceKey: [Site]] = [:]
    private var nextSequence = 0
    /// For each type its registrations in the order of `all`; built when first asked for.
    private var ranked: [ObjectIdentifier: [Registration]]?
    /// What a miss is answered from; built when first asked for.
    private var directory: ServiceDirectory?
    private var retired = RetiredObjects()
}

// MARK: - Registering

extension ServiceState {
    /// Adds a registration, or says which place is in its way.
    ///
    /// A property list's entry wins over one from code, and a later property list over an earlier one, key by key, in
    /// whichever order they come.
    mutating func add(
        _ registration: Registration,
        replacing: Bool,
        closable: Closable?,
        garbage: inout RetiredObjects.Garbage
    ) -> Site? {
        let key = registration.key
        var effective = registration
        let site = Site(registration)
        // Nearly always there is none, and then one search is enough.
        if let existing = registrations.updateValue(registration, forKey: key) {
            let keepsItsPlace = existing.traits.isOverride && !registration.traits.isOverride
            let sites = (keepsItsPlace ? [] : [Site(existing)]) + (overridden[key] ?? [])
            if !replacing, let other = sites.first(where: { $0.origin.isSameSource(as: site.origin) }) {
                registrations[key] = existing
                return other
            }
            // Closures that nobody needs any more are let go of without the lock: they may hold a user's objects.
            garbage.append(existing)
            let isWeaker = existing.origin.source.rawValue < registration.origin.source.rawValue
            if keepsItsPlace || isWeaker && !replacing {
                registrations[key] = existing.overriding(registration)
                overridden[key, default: []].append(site)
                owned[site.owner.id, default: OwnedKeys()].append(key)
                didChange()
                if let closable { _ = keep(closable) }
                return nil
            }
            overridden[key] = replacing ? nil : sites
            if !replacing {
                effective = registration.overriding(existing)
                registrations[key] = effective
            }
            clear(key, garbage: &garbage)
            if let aliased = existing.aliased { dependents[aliased]?.remove(key) }
            if existing.owner !== site.owner {
                owned[existing.owner.id]?.lose()
                owned[site.owner.id, default: OwnedKeys()].append(key)
            }
        } else {
            owned[site.owner.id, default: OwnedKeys()].append(key)
        }
        if !gone.isEmpty { gone[key] = nil }
        nextSequence += 1
        effective.sequence = nextSequence
        didChange()
        if let aliased = effective.aliased {
            dependents[aliased, default: []].insert(key)
        }
        if let closable { _ = keep(closable) }
        return nil
    }

    /// Adds a decorator, unless there is an instance, or one being made, that it could not wrap any more.
    mutating func add(_ decorator: Decorator, to key: ServiceKey) -> Bool {
        if slots[key]?.isEmpty == false { return false }
        if undecorated.keys.contains(where: { $0.registered == key }) { return false }
        if creations.keys.contains(where: { $0.registered == key }) { return false }
        decorators[key, default: []].append(decorator)
        return true
    }

    /// Decorators of services that nobody has registered, sorted by the service's name.
    func idleDecorators() -> [(ServiceKey, Decorator)] {
        decorators
            .filter { registrations[$0.key] == nil }
            .sorted { $0.key.description < $1.key.description }
            .flatMap { key, list in list.map { (key, $0) } }
    }

    /// Every registration with the places that declare it, the one that wins first.
    var declared: [(registration: Registration, origins: [Origin])] {
        registrations.values.map { ($0, [$0.origin] + (overridden[$0.key] ?? []).map(\.origin)) }
    }

    /// Where code registers a service, whether it wins or not.
    func codeOrigin(of key: ServiceKey) -> Origin? {
        if let origin = registrations[key]?.origin, origin.source == .code { return origin }
        return overridden[key]?.first { $0.origin.source == .code }?.origin
    }

    /// What a property list's entry hides that code registers; nil when there is nothing of the kind.
    func hidden(_ key: ServiceKey) -> Problem? {
        guard let list = registrations[key]?.origin, list.source == .propertyList else { return nil }
        return codeOrigin(of: key).map { Problem(hiding: key, at: list, code: $0) }
    }

    /// The module with which a service went.
    func formerOwner(of key: ServiceKey) -> String? { gone[key] }

    func decorators(of key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

    /// The registrations of a type, highest ranking first, ties in registration order.
    mutating func ranked(_ type: ObjectIdentifier) -> [Registration] {
        if let ranked { return ranked[type] ?? [] }
        var all: [ObjectIdentifier: [Registration]] = [:]
        for registration in registrations.values {
            all[registration.key.id, default: []].append(registration)
        }
        all = all.mapValues { list in
            list.sorted {
                ($1.ranking, $0.sequence) < ($0.ranking, $1.sequence)
            }
        }
        ranked = all
        return all[type] ?? []
    }

    /// What may help somebody who asked for a service that is not there.
    mutating func knownServices() -> ServiceDirectory {
        let known = directory ?? ServiceDirectory(registrations.keys)
        directory = known
        return known
    }

    /// Forgets what was built from the registrations.
    private mutating func didChange() {
        ranked = nil
        directory = nil
    }

    /// Asynchronous registrations of an owner, in registration order.
    func asynchronous(of owner: Owner) -> [Registration] {
        // A key stands there twice when its owner has replaced what it registered.
        var seen: Set<ServiceKey> = []
        return (owned[owner.id]?.keys ?? []).compactMap { registrations[$0] }.filter { registration in
            registration.isAsynchronous && registration.owner === owner && seen.insert(registration.key).inserted
        }
    }
}

// MARK: - Making

extension ServiceState {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> AnyServiceBox? { slot(key)?.current.load() }

    /// An instance that only has to be decorated before readers find it.
    func undecoratedInstance(_ key: ServiceKey) -> AnyServiceBox? { undecorated[key] }

    private func slot(_ key: ServiceKey) -> ServiceSlot? {
        guard let slot = slots[key.registered] else { return nil }
        return key.instance == nil ? slot : slot.further(key)
    }

    /// Keys that have an instance, sorted by name.
    func cachedKeys() -> [ServiceKey] {
        slots.values.flatMap { [$0] + $0.furtherSlots }.filter { !$0.current.isEmpty }.map(\.key)
            .sorted { $0.description < $1.description }
    }

    func creation(of key: ServiceKey) -> Creation? { creations[key] }

    mutating func begin(_ creation: Creation) { creations[creation.key] = creation }

    mutating func end(_ creation: Creation) {
        if creations[creation.key] === creation { creations[creation.key] = nil }
    }

    /// Lets readers find an instance, and remembers what has to be shut down.
    ///
    /// - Returns: A slot that the lookup table does not have yet.
    mutating func publish(
        _ made: Registration.Made,
        under key: ServiceKey,
        of registration: Registration,
        garbage: inout RetiredObjects.Garbage
    ) -> ServiceSlot? {
        if let shutdown = made.shutdown {
            _ = keep(Closable(key: key, owner: registration.owner, shutdown: shutdown))
        }
        if let source = made.source, instance(source.key) !== source.box {
            return nil  // What it is a view of has been evicted meanwhile, or is transient.
        }
        if let old = undecorated.removeValue(forKey: key) { garbage.append(old) }
        note(made.needs, of: key)
        let registered = slots[key.registered]
        let slot = registered ?? ServiceSlot(key.registered)
        if registered == nil { slots[key.registered] = slot }
        let target = key.instance == nil ? slot : slot.makeFurther(key, garbage: &garbage, retired: &retired)
        garbage += target.current.replace(with: made.box, retiringInto: &retired)
        // A decorator may have gone while it was at work.
        dropLayers(target, garbage: &garbage)
        return registered == nil ? slot : nil
    }

    /// Remembers an instance to be shut down with those of its owner; says no when the owner is gone.
    mutating func keep(_ closable: Closable) -> Bool {
        if let object = closable.shutdown.object {
            // One object is shut down once, also when its class hands it out again.
            if closing.contains(ObjectIdentifier(object)) { return true }
            guard isThere(closable.owner) else { return false }
            closing.insert(ObjectIdentifier(object))
        }
        guard isThere(closable.owner) else { return false }
        closables[closable.owner.id, default: []].append(closable)
        return true
    }

    /// Whether an owner's end is still to come, and with it the shutdown of its instances.
    private func isThere(_ owner: Owner) -> Bool { gate != .stopped && owned[owner.id] != nil }
}

// MARK: - Letting go

extension ServiceState {
    /// Empties the cache for a key and everything that shows the same instance; says whether there was one.
    @discardableResult
    mutating func clear(_ key: ServiceKey, garbage: inout RetiredObjects.Garbage) -> Bool {
        var hadInstance = false
        // Aliases may stand in a circle, which only a lookup complains of.
        var seen: Set<ServiceKey> = [key]
        var pending = [key]
        while let next = pending.popLast() {
            if !fieldNeeds.isEmpty { fieldNeeds[next] = nil }
            if let slot = slots[next], !slot.isEmpty {
                garbage += slot.current.replace(with: nil, retiringInto: &retired)
                garbage += slot.instances.replace(with: nil, retiringInto: &retired)
                hadInstance = true
            }
            for key in undecorated.keys where key.registered == next {
                if let old = undecorated.removeValue(forKey: key) { garbage.append(old) }
                hadInstance = true
            }
            for dependent in dependents[next] ?? [] where seen.insert(dependent).inserted {
                pending.append(dependent)
            }
        }
        return hadInstance
    }

    /// What was taken out while somebody read it, and is free by now; and whether that was all.
    mutating func sweep() -> (garbage: RetiredObjects.Garbage, isEmpty: Bool) {
        let garbage = retired.retire(0)
        return (garbage, retired.isEmpty)
    }

    /// Takes the newest of an owner's instances that have to be shut down; nil when there is none.
    mutating func takeClosable(of owner: Owner) -> Closable? {
        guard let closable = closables[owner.id]?.popLast() else { return nil }
        if closables[owner.id]?.isEmpty == true { closables[owner.id] = nil }
        if let object = closable.shutdown.object { closing.remove(ObjectIdentifier(object)) }
        return closable
    }

    func hasClosables(of owner: Owner) -> Bool { closables[owner.id] != nil }

    /// Withdraws what an owner registered, and takes off what it decorated; its instances wait for their shutdown.
    mutating func withdrawRegistrations(_ owner: Owner, garbage: inout RetiredObjects.Garbage) {
        for key in owned.removeValue(forKey: owner.id)?.keys ?? [] {
            overridden[key]?.removeAll { $0.owner === owner }
            guard let registration = registrations[key], registration.owner === owner else { continue }
            overridden[key] = nil
            clear(key, garbage: &garbage)
            garbage.append(registration)
            registrations[key] = nil
            if gate == .open, gone.count >= Self.goneLimit { gone = [:] }
            gone[key] = owner.name
            if let aliased = registration.aliased { dependents[aliased]?.remove(key) }
            didChange()
        }
        for (key, list) in decorators where list.contains(where: { $0.owner === owner }) {
            garbage += list as [any AnyObject & Sendable]
            let left = list.filter { $0.owner !== owner }
            decorators[key] = left.isEmpty ? nil : left
            guard let slot = slots[key] else { continue }
            for slot in [slot] + slot.furtherSlots { dropLayers(slot, garbage: &garbage) }
        }
    }

    /// Takes the layers off an instance whose decorators are gone, and those outside of them.
    ///
    /// When no other decorator is left to be applied, readers find the instance at once; else the next lookup decorates
    /// it. A view of another service is made anew, which makes nothing new.
    private mutating func dropLayers(_ slot: ServiceSlot, garbage: inout RetiredObjects.Garbage) {
        let (found, waiting) = (slot.current.load(), undecorated[slot.key])
        guard let outermost = found ?? waiting else { return }
        let valid = decorators[slot.key.registered] ?? []
        let layers = sequence(first: outermost) { $0.wrapping?.inner }
        let gone = layers.reversed().first { layer in
            layer.wrapping.map { wrapping in !valid.contains { $0 === wrapping.decorator } } ?? false
        }
        let left = gone?.wrapping?.inner ?? outermost
        let isComplete = left.depth == valid.count
        if left === found, isComplete { return }
        for alias in dependents[slot.key.registered] ?? [] { clear(alias, garbage: &garbage) }
        if registrations[slot.key.registered]?.aliased != nil {
            clear(slot.key.registered, garbage: &garbage)
            return
        }
        if let waiting { garbage.append(waiting) }
        undecorated[slot.key] = isComplete ? nil : left
        garbage += slot.current.replace(with: isComplete ? left : nil, retiringInto: &retired)
    }

    /// Takes out registrations whose owners stay.
    mutating func takeOut(_ keys: Set<ServiceKey>, garbage: inout RetiredObjects.Garbage) -> [Withdrawn] {
        let withdrawn = keys.compactMap { key -> Withdrawn? in
            guard let registration = registrations.removeValue(forKey: key) else { return nil }
            let instance = instance(key) ?? undecorated[key]
            let needs = fieldNeeds[key] ?? []
            clear(key, garbage: &garbage)
            owned[registration.owner.id]?.lose()
            if let aliased = registration.aliased { dependents[aliased]?.remove(key) }
            return Withdrawn(registration: registration, instance: instance, needs: needs)
        }
        didChange()
        return withdrawn
    }

    /// Puts a registration back that was taken out, with its instance.
    mutating func putBack(_ withdrawn: Withdrawn, garbage: inout RetiredObjects.Garbage) {
        let registration = withdrawn.registration
        let key = registration.key
        // Its owner may have gone meanwhile, or somebody may have registered another.
        guard owned[registration.owner.id] != nil, registrations[key] == nil else { return }
        registrations[key] = registration
        owned[registration.owner.id]?.append(key)
        didChange()
        if let aliased = registration.aliased { dependents[aliased, default: []].insert(key) }
        if let slot = slots[key] {
            note(withdrawn.needs, of: key)
            garbage += slot.current.replace(with: withdrawn.instance, retiringInto: &retired)
            // Decorators may have gone meanwhile.
            dropLayers(slot, garbage: &garbage)
        }
    }
}
