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

    /// A shared instance that wants to be shut down.
    struct Closable {
        let key: ServiceKey
        let owner: Owner
        let shutdown: Shutdown
    }

    var gate = Gate.registering
    /// What is asked for services that nobody has registered, and where that was said.
    var fallback: (any ServiceFallback, origin: Origin)?
    /// What counts under each key.
    var registrations: [ServiceKey: Registration] = [:]
    /// All that is registered under keys that are registered more than once.
    var stacks: [ServiceKey: RegistrationStack] = [:]
    var decorators: [ServiceKey: [Decorator]] = [:]
    private(set) var slots: [ServiceKey: ServiceSlot] = [:]
    /// The shared services being made, each by its key.
    private(set) var creations: [ServiceKey: Creation] = [:]
    /// What the fields of shared instances need, by the services that these were made for.
    var fieldNeeds: [ServiceKey: [AutowiredNeed]] = [:]
    /// Instances whose outer layers went with the modules that had decorated them; the next lookup decorates them anew
    /// with what is left.
    var undecorated: [ServiceKey: AnyServiceBox] = [:]
    /// Aliases, whose cached instance goes when that of the first one goes.
    var dependents: [ServiceKey: Set<ServiceKey>] = [:]
    var owned: [ObjectIdentifier: OwnedKeys] = [:]
    /// Services that went with their module, by its name: the last ones, for modules may come and go without an end.
    var gone: [ServiceKey: String] = [:]
    static let goneLimit = 10_000
    /// What has to be shut down, by its owner, in the order in which it was made.
    private var closables: [ObjectIdentifier: [Closable]] = [:]
    /// The objects among the closables, which keep them alive.
    private var closing: Set<ObjectIdentifier> = []
    var nextSequence = 0
    /// For each type its registrations in the order of `all`; built when first asked for.
    private var ranked: [ObjectIdentifier: [Registration]]?
    /// What a miss is answered from; built when first asked for.
    private var directory: ServiceDirectory?
    var retired = RetiredObjects()
}

// MARK: - Looking

extension ServiceState {
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
    mutating func didChange() {
        ranked = nil
        directory = nil
    }
}

// MARK: - Making

extension ServiceState {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> AnyServiceBox? { slot(key)?.current.load() }

    /// An instance that only has to be decorated before readers find it.
    func undecoratedInstance(_ key: ServiceKey) -> AnyServiceBox? { undecorated[key] }

    func slot(_ key: ServiceKey) -> ServiceSlot? {
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
        // A decorator may have come or gone meanwhile.
        dropLayers(key, garbage: &garbage)
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

    /// Keeps an instance whose registration is not the one that counts any more, for when it counts again.
    ///
    /// - Returns: Whether the registration is still there, and so whether the instance is seen to.
    mutating func keep(_ made: Registration.Made, under key: ServiceKey, of hidden: Registration) -> Bool {
        guard stacks[key.registered]?.contains(hidden) == true else { return false }
        if let shutdown = made.shutdown, !keep(Closable(key: key, owner: hidden.owner, shutdown: shutdown)) {
            return false
        }
        if made.source == nil {
            stacks[key.registered]?.keep([.init(key: key, box: made.box, needs: made.needs)], of: hidden)
        }
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
}
