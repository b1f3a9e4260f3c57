// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Decorators, which come and go with their modules while the instances that they wrap stay.

extension ServiceState {
    /// Adds a decorator: before those of modules that come later in the boot order, and behind all others.
    ///
    /// Layers that it belongs under are taken off instances that have been made; the next lookup decorates them anew.
    mutating func add(_ decorator: Decorator, to key: ServiceKey, garbage: inout RetiredObjects.Garbage) {
        var list = decorators[key] ?? []
        list.insert(decorator, at: list.firstIndex { decorator.owner.comesBefore($0.owner) } ?? list.endIndex)
        decorators[key] = list
        dropAllLayers(key, garbage: &garbage)
    }

    /// Takes out what an owner decorates with, and the layers that are there already.
    mutating func withdrawDecorators(_ owner: Owner, garbage: inout RetiredObjects.Garbage) {
        for (key, list) in decorators where list.contains(where: { $0.owner === owner }) {
            garbage += list as [any AnyObject & Sendable]
            let left = list.filter { $0.owner !== owner }
            decorators[key] = left.isEmpty ? nil : left
            dropAllLayers(key, garbage: &garbage)
        }
    }

    /// Whether a service has an instance, or one is being made.
    func isMade(_ key: ServiceKey) -> Bool {
        slots[key]?.isEmpty == false || undecorated.keys.contains { $0.registered == key }
            || creations.keys.contains { $0.registered == key }
    }

    func decorators(of key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

    /// Decorators of services that nobody has registered, sorted by the service's name.
    func idleDecorators() -> [(ServiceKey, Decorator)] {
        decorators
            .filter { registrations[$0.key] == nil }
            .sorted { $0.key.description < $1.key.description }
            .flatMap { key, list in list.map { (key, $0) } }
    }

    /// The slots of a service, under all names of the callers' own.
    func allSlots(_ key: ServiceKey) -> [ServiceSlot] { slots[key].map { [$0] + $0.furtherSlots } ?? [] }

    private mutating func dropAllLayers(_ key: ServiceKey, garbage: inout RetiredObjects.Garbage) {
        let waiting = undecorated.keys.filter { $0.registered == key }
        for key in Set(allSlots(key).map(\.key) + waiting) { dropLayers(key, garbage: &garbage) }
        // What is replaced or hidden keeps nothing of a module that has gone.
        let valid = decorators(of: key)
        stacks[key]?.replaceInstances { box in
            garbage.append(box)
            return box.innermost(decoratedBy: valid)
        }
    }

    /// Takes the layers off an instance that are not in their places any more, and those outside of them.
    ///
    /// When no other decorator is left to be applied, readers find the instance at once; else the next lookup decorates
    /// it. A view of another service is made anew, which makes nothing new.
    mutating func dropLayers(_ key: ServiceKey, garbage: inout RetiredObjects.Garbage) {
        let (slot, waiting) = (slot(key), undecorated[key])
        let found = slot?.current.load()
        guard let outermost = found ?? waiting else { return }
        let valid = decorators[key.registered] ?? []
        let left = outermost.innermost(decoratedBy: valid)
        let isComplete = slot != nil && left.depth == valid.count
        if left === found, isComplete { return }
        for alias in dependents[key.registered] ?? [] { clear(alias, garbage: &garbage) }
        if registrations[key.registered]?.aliased != nil {
            clear(key.registered, garbage: &garbage)
            return
        }
        if let waiting { garbage.append(waiting) }
        undecorated[key] = isComplete ? nil : left
        if let slot { garbage += slot.current.replace(with: isComplete ? left : nil, retiringInto: &retired) }
    }
}

extension AnyServiceBox {
    /// The instance with those of its layers, from the inside, that decorators have put on in this order.
    fileprivate func innermost(decoratedBy decorators: [Decorator]) -> AnyServiceBox {
        guard let wrapping else { return self }
        let inner = wrapping.inner.innermost(decoratedBy: decorators)
        guard inner === wrapping.inner else { return inner }
        let place = inner.depth
        return place < decorators.count && decorators[place] === wrapping.decorator ? self : inner
    }
}
