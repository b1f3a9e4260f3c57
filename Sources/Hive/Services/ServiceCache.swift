// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The shared instances: those that readers find, those that wait to be decorated, and those that are being made.
///
/// It asks a ``ServiceRegistry`` which decorators and views a service has, and changes nothing there.
struct ServiceCache: ~Copyable {
    private let table: InsertOnlyTable<ServiceSlot>
    /// The shared services being made, each by its key.
    private var creations: [ServiceKey: Creation] = [:]
    /// Instances whose outer layers went with the modules that had decorated them; the next lookup decorates them anew
    /// with what is left.
    private var undecorated: [ServiceKey: AnyServiceBox] = [:]
    /// What the fields of shared instances need, by the services that these were made for.
    private(set) var fieldNeeds: [ServiceKey: [AutowiredNeed]] = [:]
    private var retired = RetiredObjects()

    init(_ table: InsertOnlyTable<ServiceSlot>) {
        self.table = table
    }
}

// MARK: - Looking

extension ServiceCache {
    /// The instance that readers find under a key.
    func instance(_ key: ServiceKey) -> AnyServiceBox? { slot(key)?.current.load() }

    /// An instance that only has to be decorated before readers find it.
    func undecoratedInstance(_ key: ServiceKey) -> AnyServiceBox? { undecorated[key] }

    /// Whether a service has an instance, or one is being made.
    func isMade(_ key: ServiceKey) -> Bool {
        slot(key)?.isEmpty == false || undecorated.keys.contains { $0.registered == key }
            || creations.keys.contains { $0.registered == key }
    }

    /// The instances of a service, under all names of the callers' own.
    func instances(_ key: ServiceKey) -> [RegistrationStack.Instance] {
        let needs = fieldNeeds[key.registered] ?? []
        let found = allSlots(key).compactMap { slot in slot.current.load().map { (slot.key, $0) } }
        let waiting = undecorated.filter { $0.key.registered == key }.map { ($0.key, $0.value) }
        return (found + waiting).map { key, box in .init(key: key, box: box, needs: needs) }
    }

    /// Keys that have an instance, sorted by name.
    func cachedKeys() -> [ServiceKey] {
        table.all.flatMap(\.withFurther).filter { !$0.current.isEmpty }.map(\.key)
            .sorted { $0.description < $1.description }
    }

    private func slot(_ key: ServiceKey) -> ServiceSlot? {
        guard let slot = table.slot(key.registered)?.takeUnretainedValue() else { return nil }
        return key.instance == nil ? slot : slot.further(key)
    }

    /// The slot of a service that is registered, which for a further instance is made if need be.
    private mutating func target(_ key: ServiceKey, garbage: inout RetiredObjects.Garbage) -> ServiceSlot? {
        guard let slot = table.slot(key.registered)?.takeUnretainedValue() else { return nil }
        return key.instance == nil ? slot : slot.makeFurther(key, garbage: &garbage, retired: &retired)
    }

    /// The slots of a service, under all names of the callers' own.
    private func allSlots(_ key: ServiceKey) -> [ServiceSlot] { slot(key)?.withFurther ?? [] }
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
        _ registry: borrowing ServiceRegistry,
        garbage: inout RetiredObjects.Garbage
    ) {
        if let source = made.source, instance(source.key) !== source.box {
            return  // What it is a view of has been evicted meanwhile, or is transient.
        }
        if let old = undecorated.removeValue(forKey: key) { garbage.append(old) }
        note(made.needs, of: key)
        if let target = target(key, garbage: &garbage) {
            garbage += target.current.replace(with: made.box, retiringInto: &retired)
        }
        // A decorator may have come or gone meanwhile.
        dropLayers(key, registry, garbage: &garbage)
    }

    /// Puts an instance back whose registration counts again.
    mutating func restore(
        _ instance: RegistrationStack.Instance,
        _ registry: borrowing ServiceRegistry,
        garbage: inout RetiredObjects.Garbage
    ) {
        let (key, box) = (instance.key, instance.box)
        note(instance.needs, of: key)
        if let target = target(key, garbage: &garbage) {
            garbage += target.current.replace(with: box, retiringInto: &retired)
        }
        // Decorators may have come and gone meanwhile.
        dropLayers(key, registry, garbage: &garbage)
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
        _ registry: borrowing ServiceRegistry,
        garbage: inout RetiredObjects.Garbage
    ) -> Bool {
        var hadInstance = false
        // Aliases may stand in a circle, which only a lookup complains of.
        var seen: Set<ServiceKey> = [key]
        var pending = [key]
        while let next = pending.popLast() {
            if !fieldNeeds.isEmpty { fieldNeeds[next] = nil }
            if let slot = slot(next), !slot.isEmpty {
                garbage += slot.current.replace(with: nil, retiringInto: &retired)
                garbage += slot.instances.replace(with: nil, retiringInto: &retired)
                hadInstance = true
            }
            for key in undecorated.keys where key.registered == next {
                if let old = undecorated.removeValue(forKey: key) { garbage.append(old) }
                hadInstance = true
            }
            for view in registry.views(of: next) where seen.insert(view).inserted { pending.append(view) }
        }
        return hadInstance
    }

    /// Takes the layers off all instances of a service that are no longer in their places; see ``dropLayers``.
    mutating func dropAllLayers(
        _ key: ServiceKey,
        _ registry: borrowing ServiceRegistry,
        garbage: inout RetiredObjects.Garbage
    ) {
        let waiting = undecorated.keys.filter { $0.registered == key }
        for key in Set(allSlots(key).map(\.key) + waiting) { dropLayers(key, registry, garbage: &garbage) }
    }

    /// Takes the layers off an instance that are no longer in their places, and those outside of them.
    ///
    /// When no other decorator is left to be applied, readers find the instance at once; else the next lookup decorates
    /// it. A view of another service is made anew, which makes nothing new.
    private mutating func dropLayers(
        _ key: ServiceKey,
        _ registry: borrowing ServiceRegistry,
        garbage: inout RetiredObjects.Garbage
    ) {
        let (slot, waiting) = (slot(key), undecorated[key])
        let found = slot?.current.load()
        guard let outermost = found ?? waiting else { return }
        let valid = registry.decorators(of: key.registered)
        let left = outermost.innermost(decoratedBy: valid)
        let isComplete = slot != nil && left.depth == valid.count
        if left === found, isComplete { return }
        for view in registry.views(of: key.registered) { clear(view, registry, garbage: &garbage) }
        if registry.registration(key.registered)?.aliased != nil {
            clear(key.registered, registry, garbage: &garbage)
            return
        }
        if let waiting { garbage.append(waiting) }
        undecorated[key] = isComplete ? nil : left
        if let slot { garbage += slot.current.replace(with: isComplete ? left : nil, retiringInto: &retired) }
    }

    /// What was taken out while somebody read it, and is free by now; and whether that was all.
    mutating func sweep() -> (garbage: RetiredObjects.Garbage, isEmpty: Bool) {
        let garbage = retired.retire(0)
        return (garbage, retired.isEmpty)
    }
}

extension AnyServiceBox {
    /// The instance with those of its layers, from the inside, that decorators have put on in this order.
    func innermost(decoratedBy decorators: [Decorator]) -> AnyServiceBox {
        guard let wrapping else { return self }
        let inner = wrapping.inner.innermost(decoratedBy: decorators)
        guard inner === wrapping.inner else { return inner }
        let place = inner.depth
        return place < decorators.count && decorators[place] === wrapping.decorator ? self : inner
    }
}
