// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a service manager knows, guarded by its lock; every method runs without calling anybody else's code.
struct ServiceState: ~Copyable {
    /// How far the hive has come, as far as services are concerned.
    enum Gate {
        case registering, open, stopping, stopped
    }

    /// A shared instance that wants to be shut down.
    struct Closable {
        let key: ServiceKey
        let owner: Owner
        let shutdown: @Sendable () async throws -> Void
    }

    var gate = Gate.registering
    private(set) var registrations: [ServiceKey: Registration] = [:]
    private var decorators: [ServiceKey: [Decorator]] = [:]
    private var slots: [ServiceKey: ServiceSlot] = [:]
    /// The shared services being made, each by its key.
    private var creations: [ServiceKey: Creation] = [:]
    /// What each creation is waiting for, its own part first made by itself or by another thread.
    private var blockers: [ObjectIdentifier: [Creation]] = [:]
    /// Keys whose cached instance goes when the first one goes: aliases and further named instances.
    private var dependents: [ServiceKey: Set<ServiceKey>] = [:]
    private var owned: [ObjectIdentifier: [ServiceKey]] = [:]
    private var closables: [Closable] = []
    private var sequence: [ServiceKey: Int] = [:]
    private var nextSequence = 0
    /// For each type its registrations in the order of `all`; built when first asked for.
    private var ranked: [ObjectIdentifier: [Registration]]?
    private var retired = RetiredObjects()
}

// MARK: - Registering

extension ServiceState {
    /// Adds a registration, or says which one is in its way.
    ///
    /// A property list's entry wins over one from code, key by key, in whichever order they come.
    mutating func add(
        _ registration: Registration,
        replacing: Bool,
        garbage: inout RetiredObjects.Garbage
    ) -> Registration? {
        let key = registration.key
        var effective = registration
        if let existing = registrations[key] {
            if existing.origin.source.rawValue < registration.origin.source.rawValue, !replacing {
                registrations[key] = existing.overriding(registration)
                ranked = nil
                return nil
            }
            if existing.origin.source.rawValue > registration.origin.source.rawValue {
                effective = registration.overriding(existing)
            } else if !replacing {
                return existing
            }
            clear(key, garbage: &garbage)
        }
        registrations[key] = effective
        owned[registration.owner.id, default: []].append(key)
        nextSequence += 1
        sequence[key] = nextSequence
        ranked = nil
        if let aliased = effective.aliased {
            dependents[aliased, default: []].insert(key)
        }
        return nil
    }

    /// Adds a decorator, unless an instance exists that it could not wrap any more.
    mutating func add(_ decorator: Decorator, to key: ServiceKey) -> Bool {
        if let slot = slots[key], !slot.current.isEmpty { return false }
        decorators[key, default: []].append(decorator)
        return true
    }

    /// Decorators of services that nobody has registered.
    func idleDecorators() -> [(ServiceKey, Decorator)] {
        decorators.flatMap { key, list in
            registrations[key] == nil ? list.map { (key, $0) } : []
        }
    }

    func decorators(of key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

    /// The registrations of a type, highest ranking first, ties in registration order.
    mutating func ranked(_ type: ObjectIdentifier) -> [Registration] {
        if let ranked { return ranked[type] ?? [] }
        var all: [ObjectIdentifier: [Registration]] = [:]
        for registration in registrations.values {
            all[registration.key.id, default: []].append(registration)
        }
        let sequence = sequence
        all = all.mapValues { list in
            list.sorted {
                ($1.ranking, sequence[$0.key] ?? 0) < ($0.ranking, sequence[$1.key] ?? 0)
            }
        }
        ranked = all
        return all[type] ?? []
    }

    /// Asynchronous registrations of an owner, in registration order.
    func asynchronous(of owner: Owner) -> [Registration] {
        (owned[owner.id] ?? []).compactMap { registrations[$0] }.filter { $0.isAsynchronous && $0.owner === owner }
    }
}

// MARK: - Making

extension ServiceState {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> AnyServiceBox? { slots[key]?.current.load() }

    /// Keys that have an instance, sorted by name.
    func cachedKeys() -> [ServiceKey] {
        slots.values.filter { !$0.current.isEmpty }.map(\.key).sorted { $0.description < $1.description }
    }

    func creation(of key: ServiceKey) -> Creation? { creations[key] }

    mutating func begin(_ creation: Creation, isShared: Bool) {
        if isShared { creations[creation.key] = creation }
        if let parent = creation.parent { block(parent, on: creation) }
    }

    mutating func end(_ creation: Creation) {
        if creations[creation.key] === creation { creations[creation.key] = nil }
        blockers[ObjectIdentifier(creation)] = nil
        if let parent = creation.parent { unblock(parent, from: creation) }
    }

    mutating func block(_ creation: Creation, on other: Creation) {
        blockers[ObjectIdentifier(creation), default: []].append(other)
    }

    mutating func unblock(_ creation: Creation, from other: Creation) {
        let id = ObjectIdentifier(creation)
        guard let index = blockers[id]?.firstIndex(where: { $0 === other }) else { return }
        blockers[id]?.remove(at: index)
        if blockers[id]?.isEmpty == true { blockers[id] = nil }
    }

    /// The path of a cycle that would close if `waiter` waited for `target`; nil when it may wait.
    func cycle(waiter: Creation?, target: Creation) -> [ServiceKey]? {
        guard let waiter else { return nil }
        var seen: Set<ObjectIdentifier> = []
        var stack: [(creation: Creation, path: [ServiceKey])] = [(target, [target.key])]
        while let (creation, path) = stack.popLast() {
            if let ancestor = waiter.chain.first(where: { $0 === creation }) {
                return waiter.path(from: ancestor) + path
            }
            guard seen.insert(ObjectIdentifier(creation)).inserted else { continue }
            for blocker in blockers[ObjectIdentifier(creation)] ?? [] {
                stack.append((blocker, path + [blocker.key]))
            }
        }
        return nil
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
            closables.append(Closable(key: key, owner: registration.owner, shutdown: shutdown))
        }
        if let aliased = registration.aliased, instance(aliased) !== made.aliased {
            return nil  // What it is a view of has been evicted meanwhile.
        }
        if key.instance != nil { dependents[key.registered, default: []].insert(key) }
        if let slot = slots[key] {
            garbage += slot.current.replace(with: made.box, retiringInto: &retired)
            return nil
        }
        let slot = ServiceSlot(key)
        garbage += slot.current.replace(with: made.box, retiringInto: &retired)
        slots[key] = slot
        return slot
    }

    /// Remembers an instance that nobody can find, so that it is shut down with the rest.
    mutating func keep(_ closable: Closable) { closables.append(closable) }
}

// MARK: - Letting go

extension ServiceState {
    /// Empties the cache for a key and everything that shows the same instance; says whether there was one.
    @discardableResult
    mutating func clear(_ key: ServiceKey, garbage: inout RetiredObjects.Garbage) -> Bool {
        var hadInstance = false
        if let slot = slots[key], !slot.current.isEmpty {
            garbage += slot.current.replace(with: nil, retiringInto: &retired)
            hadInstance = true
        }
        for dependent in dependents[key] ?? [] where clear(dependent, garbage: &garbage) {
            hadInstance = true
        }
        return hadInstance
    }

    /// Withdraws what an owner registered and returns what has to be shut down, the newest first.
    mutating func withdraw(_ owner: Owner, garbage: inout RetiredObjects.Garbage) -> [Closable] {
        withdrawRegistrations(owner, garbage: &garbage)
        let mine = closables.filter { $0.owner === owner }
        if !mine.isEmpty { closables.removeAll { $0.owner === owner } }
        return mine.reversed()
    }

    func hasClosables(of owner: Owner) -> Bool { closables.contains { $0.owner === owner } }

    /// Withdraws what an owner registered; its instances wait for their shutdown.
    mutating func withdrawRegistrations(_ owner: Owner, garbage: inout RetiredObjects.Garbage) {
        for key in owned.removeValue(forKey: owner.id) ?? [] {
            guard let registration = registrations[key], registration.owner === owner else { continue }
            clear(key, garbage: &garbage)
            registrations[key] = nil
            sequence[key] = nil
            dependents[key] = nil
            if let aliased = registration.aliased { dependents[aliased]?.remove(key) }
            ranked = nil
        }
        for (key, list) in decorators where list.contains(where: { $0.owner === owner }) {
            decorators[key] = list.filter { $0.owner !== owner }
        }
    }
}
