// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// How registrations come and go, and which one counts.

extension ServiceState {
    /// Adds a registration, or returns the one that is in its way.
    mutating func add(
        _ registration: Registration,
        closable: Closable?,
        garbage: inout RetiredObjects.Garbage
    ) -> Registration? {
        let key = registration.key
        nextSequence += 1
        registration.sequence = nextSequence
        // Nearly always there is none, and then one search is enough.
        if let existing = registrations.updateValue(registration, forKey: key) {
            registrations[key] = existing
            let stack = stack(key)
            let entry = RegistrationStack.Entry(registration)
            if let other = stack.conflict(with: entry) { return other }
            insert(entry, into: stack, garbage: &garbage)
        } else {
            owned[registration.owner.id, default: OwnedKeys()].append(key)
            if !gone.isEmpty { gone[key] = nil }
            didChange()
            if let aliased = registration.aliased { dependents[aliased, default: []].insert(key) }
        }
        if let closable { _ = keep(closable) }
        return nil
    }

    /// Withdraws what an owner registered, and takes off what it decorated; its instances wait for their shutdown.
    mutating func withdrawRegistrations(_ owner: Owner, garbage: inout RetiredObjects.Garbage) {
        for key in owned.removeValue(forKey: owner.id)?.keys ?? [] {
            // The key may stand there although the owner's registration has been taken out.
            if var stack = stacks[key] {
                for entry in stack.remove(where: { $0.owner === owner }) { entry.letGo(into: &garbage) }
                settle(key, stack, garbage: &garbage)
                continue
            }
            guard let registration = registrations[key], registration.owner === owner else { continue }
            garbage.append(registration)
            settle(key, RegistrationStack(nil), garbage: &garbage)
            if gate == .open, gone.count >= Self.goneLimit { gone = [:] }
            gone[key] = owner.name
        }
        withdrawDecorators(owner, garbage: &garbage)
    }

    /// Takes out what property lists and records have registered, while the owners stay.
    mutating func takeOut(
        _ keys: Set<ServiceKey>,
        garbage: inout RetiredObjects.Garbage
    ) -> [RegistrationStack.Entry] {
        var taken: [RegistrationStack.Entry] = []
        for key in keys {
            var stack = stack(key)
            if let first = stack.first, first.origin.source != .code { stack.keep(instances(key), of: first) }
            let withdrawn = stack.remove { $0.origin.source != .code }
            for entry in withdrawn where !stack.contains(entry.registration.owner) {
                owned[entry.registration.owner.id]?.lose()
            }
            settle(key, stack, garbage: &garbage)
            taken += withdrawn
        }
        return taken
    }

    /// Puts a registration back that was taken out, with its instances.
    mutating func putBack(_ entry: RegistrationStack.Entry, garbage: inout RetiredObjects.Garbage) {
        let stack = stack(entry.registration.key)
        // Its owner may have gone meanwhile, or somebody may have registered another.
        guard owned[entry.registration.owner.id] != nil, stack.conflict(with: entry) == nil else { return }
        insert(entry, into: stack, garbage: &garbage)
    }

    private mutating func insert(
        _ entry: RegistrationStack.Entry,
        into old: RegistrationStack,
        garbage: inout RetiredObjects.Garbage
    ) {
        var stack = old
        let (key, owner) = (entry.registration.key, entry.registration.owner)
        if !stack.contains(owner) { owned[owner.id, default: OwnedKeys()].append(key) }
        // Closures that nobody needs any more are let go of without the lock: they may hold a user's objects.
        for dropped in stack.insert(entry) { dropped.letGo(into: &garbage) }
        settle(key, stack, garbage: &garbage)
    }

    private func stack(_ key: ServiceKey) -> RegistrationStack {
        stacks[key] ?? RegistrationStack(registrations[key])
    }

    /// Lets the first of a changed stack count: what counted before is kept with its instances where it is still in the
    /// stack, and what counts now gets back those that it had.
    private mutating func settle(
        _ key: ServiceKey,
        _ changed: RegistrationStack,
        garbage: inout RetiredObjects.Garbage
    ) {
        var stack = changed
        let (former, first) = (registrations[key], stack.first)
        let formerScope = first?.scope
        if let traits = stack.traits { first?.traits = traits }
        if former !== first {
            if let former {
                // A view of another service is made anew, which makes nothing new.
                if former.aliased == nil, stack.contains(former) { stack.keep(instances(key), of: former) }
                clear(key, garbage: &garbage)
                if let aliased = former.aliased { dependents[aliased]?.remove(key) }
            }
            registrations[key] = first
            if let aliased = first?.aliased { dependents[aliased, default: []].insert(key) }
            for instance in stack.takeInstances() { restore(instance, garbage: &garbage) }
        } else if first?.scope != formerScope {
            clear(key, garbage: &garbage)
        }
        stacks[key] = stack.isStack ? stack : nil
        didChange()
    }

    /// The instances of a service, under all names of the callers' own.
    private func instances(_ key: ServiceKey) -> [RegistrationStack.Instance] {
        let found = allSlots(key).compactMap { slot in slot.current.load().map { (slot.key, $0) } }
        let waiting = undecorated.filter { $0.key.registered == key }.map { ($0.key, $0.value) }
        return (found + waiting).map { key, box in .init(key: key, box: box, needs: fieldNeeds[key.registered] ?? []) }
    }

    private mutating func restore(
        _ instance: RegistrationStack.Instance,
        garbage: inout RetiredObjects.Garbage
    ) {
        let (key, box) = (instance.key, instance.box)
        note(instance.needs, of: key)
        if let slot = slots[key.registered] {
            let target = key.instance == nil ? slot : slot.makeFurther(key, garbage: &garbage, retired: &retired)
            garbage += target.current.replace(with: box, retiringInto: &retired)
        } else {
            // The next lookup makes the slot.
            undecorated[key] = box
        }
        // Decorators may have come and gone meanwhile.
        dropLayers(key, garbage: &garbage)
    }
}

// MARK: - Looking

extension ServiceState {
    /// Every registration, also what is replaced or hidden.
    private var all: [Registration] {
        registrations.values + stacks.values.flatMap { $0.entries.dropFirst().map(\.registration) }
    }

    /// Every registration that counts, described with the places that declare it, the one that wins first.
    var descriptions: [ServiceDescription] {
        registrations.values.map { ServiceDescription($0, stacks[$0.key]?.origins ?? [$0.origin]) }
    }

    /// Where code registers a service, whether it wins or not.
    func codeOrigin(of key: ServiceKey) -> Origin? {
        stack(key).entries.first { $0.registration.origin.source == .code }?.registration.origin
    }

    /// The registration of a property list or a record, whether it wins or not.
    func declared(_ key: ServiceKey) -> Registration? {
        stack(key).entries.first { $0.registration.origin.source != .code }?.registration
    }

    /// What a property list's entry hides that code registers; nil when there is nothing of the kind.
    func hidden(_ key: ServiceKey) -> Problem? {
        guard let list = registrations[key]?.origin, list.source == .propertyList else { return nil }
        return codeOrigin(of: key).map { Problem(hiding: key, at: list, code: $0) }
    }

    /// The module with which a service went.
    func formerOwner(of key: ServiceKey) -> String? { gone[key] }

    /// The services that code registers, whether it wins or not, but for owners that do not count.
    func registeredInCode(except isLeaving: (Owner) -> Bool) -> Set<ServiceKey> {
        Set(all.filter { $0.origin.source == .code && !isLeaving($0.owner) }.map(\.key))
    }

    /// The types of the services that an owner has registered.
    func types(of owner: Owner) -> Set<ObjectIdentifier> {
        Set(all.filter { $0.owner === owner }.map(\.key.id))
    }

    /// Asynchronous registrations of an owner that are still to be made, in registration order.
    func asynchronous(of owner: Owner) -> [Registration] {
        // A key stands there twice when its owner has replaced what it registered.
        var seen: Set<ServiceKey> = []
        return (owned[owner.id]?.keys ?? []).compactMap { registrations[$0] }.filter { registration in
            registration.isAsynchronous && registration.owner === owner && seen.insert(registration.key).inserted
                && instance(registration.key) == nil && undecorated[registration.key] == nil
        }
    }
}
