// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What is registered: which registration counts under each key, what it stands above, who owns it, and who decorates
/// it.
///
/// It knows nothing of instances, but that a ``RegistrationStack`` keeps those of what does not count for the time
/// being.
struct ServiceRegistry: ~Copyable {
    /// What is registered under each key, the registration that counts first.
    private var stacks: [ServiceKey: RegistrationStack] = [:]
    /// What is asked for services that nobody has registered.
    var fallback: ServiceFallback?
    private var decorators: [ServiceKey: [Decorator]] = [:]
    /// The further views of each service, by the service that they show.
    private var views: [ServiceKey: Set<ServiceKey>] = [:]
    /// What each owner has registered something under, each key once, in that order.
    private var owned: [ObjectIdentifier: [ServiceKey]] = [:]
    /// Services that went with their module, by its name: the last ones, for modules may come and go without an end.
    private var gone: [ServiceKey: String] = [:]
    private static let goneLimit = 10_000
    private var sequence = 0
    /// The services of modules that are down because of a failure.
    var unavailable = UnavailableServices()
    /// The modules that would provide services, and that the hive was told to leave out, by the services' types.
    var leftOut: [ObjectIdentifier: String] = [:] {
        didSet { directory = nil }
    }
    /// For each type its registrations in the order of `all`; built when first asked for.
    private var ranked: [ObjectIdentifier?: [Registration]]?
    /// What a miss is answered from; built when first asked for.
    private var directory: ServiceDirectory?
}

// MARK: - Changing

extension ServiceRegistry {
    /// The number of a new registration, which counts before those of the same rank that are numbered later.
    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// All that is registered under a key.
    func stack(_ key: ServiceKey) -> RegistrationStack { stacks[key] ?? RegistrationStack() }

    /// Puts a changed stack in the place of a key's, so that its first registration counts.
    mutating func replace(_ key: ServiceKey, with stack: RegistrationStack) {
        let (former, first) = (registration(key), stack.first)
        if former !== first {
            if let aliased = former?.aliased { views[aliased]?.remove(key) }
            if let aliased = first?.aliased { views[aliased, default: []].insert(key) }
        }
        stacks[key] = first == nil ? nil : stack
        ranked = nil
        directory = nil
    }

    /// Notes that an owner has registered something under a key.
    mutating func note(_ key: ServiceKey, of owner: Owner) {
        owned[owner.id, default: []].append(key)
        if !gone.isEmpty { gone[key] = nil }
    }

    /// Notes that owners no longer have anything under some of their keys.
    mutating func noteLosses(_ losses: [ObjectIdentifier: Set<ServiceKey>]) {
        for (owner, keys) in losses { owned[owner]?.removeAll { keys.contains($0) } }
    }

    /// Forgets an owner, and returns what it has registered something under.
    mutating func remove(_ owner: Owner) -> [ServiceKey] { owned.removeValue(forKey: owner.id) ?? [] }

    /// Remembers the module with which a service went.
    mutating func note(_ key: ServiceKey, wentWith module: String?, isRunning: Bool) {
        if isRunning, gone.count >= Self.goneLimit { gone = [:] }
        gone[key] = module
    }

    /// Files a decorator before those of modules that come later in the boot order, and behind all others.
    mutating func add(_ decorator: Decorator, to key: ServiceKey) {
        var list = decorators[key] ?? []
        list.insert(decorator, at: list.firstIndex { decorator.owner.comesBefore($0.owner) } ?? list.endIndex)
        decorators[key] = list
    }

    /// Takes out what an owner decorates with, and returns the former decorators of the services that it decorates.
    mutating func removeDecorators(of owner: Owner) -> [ServiceKey: [Decorator]] {
        let former = decorators.filter { $0.value.contains { $0.owner === owner } }
        for (key, list) in former {
            let left = list.filter { $0.owner !== owner }
            decorators[key] = left.isEmpty ? nil : left
        }
        return former
    }
}

// MARK: - Looking

extension ServiceRegistry {
    /// What counts under a key.
    func registration(_ key: ServiceKey) -> Registration? { stacks[key]?.first }

    /// What counts under every key.
    var registrations: [Registration] { stacks.values.compactMap(\.first) }

    /// The registrations of a type, highest ranking first, ties in registration order.
    mutating func ranked(_ type: ObjectIdentifier) -> [Registration] {
        let all =
            ranked
            ?? Dictionary(grouping: stacks.values) { $0.first?.key.id }.mapValues { stacks in
                stacks.sorted { ($1.ranking, $0.sequence) < ($0.ranking, $1.sequence) }.compactMap(\.first)
            }
        ranked = all
        return all[type] ?? []
    }

    /// What may help somebody who asked for a service that is not there.
    mutating func knownServices() -> ServiceDirectory {
        let known = directory ?? ServiceDirectory(registrations, leftOut: leftOut)
        directory = known
        return known
    }

    func decorators(of key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

    /// Decorators of services that nobody has registered, sorted by the service's name.
    func idleDecorators() -> [(ServiceKey, Decorator)] {
        // A closure cannot borrow what is not copied.
        let stacks = stacks
        return
            decorators
            .filter { stacks[$0.key] == nil }
            .sorted { $0.key.description < $1.key.description }
            .flatMap { key, list in list.map { (key, $0) } }
    }

    /// The further views of a service.
    func views(of key: ServiceKey) -> Set<ServiceKey> { views[key] ?? [] }

    /// The service whose instance a key shows, behind all aliases; nil when there is none.
    func target(of key: ServiceKey) -> ServiceKey? {
        var target = key
        var seen: Set<ServiceKey> = []
        while seen.insert(target).inserted {
            guard let registration = registration(target) else { return nil }
            guard let aliased = registration.aliased else { return target }
            target = aliased
        }
        return nil
    }

    /// Whether an owner has registered anything, and its end is still to come.
    func contains(_ owner: Owner) -> Bool { owned[owner.id] != nil }

    /// What an owner has registered something under, in that order.
    func keys(of owner: ObjectIdentifier) -> [ServiceKey] { owned[owner] ?? [] }

    /// The module with which a service went.
    func formerOwner(of key: ServiceKey) -> String? { gone[key] }

    /// Every registration, also what is replaced or hidden.
    private var all: [Registration] { stacks.values.flatMap { $0.entries.map(\.registration) } }

    /// Every registration that counts, described with the places that declare it, the one that wins first.
    var descriptions: [ServiceDescription] { stacks.values.compactMap { ServiceDescription($0) } }

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
        guard let list = registration(key)?.origin, list.source == .propertyList else { return nil }
        return codeOrigin(of: key).map { Problem(hiding: key, at: list, code: $0) }
    }

    /// The services that code registers, whether it wins or not, but for owners that do not count.
    func registeredInCode(except isLeaving: (Owner) -> Bool) -> Set<ServiceKey> {
        Set(all.filter { $0.origin.source == .code && !isLeaving($0.owner) }.map(\.key))
    }

    /// The types of the services, without a name, that tests have put in the place of every other one.
    var overriddenTypes: Set<ObjectIdentifier> {
        Set(registrations.filter { $0.traits.isOverride && $0.key.name == nil }.map(\.key.id))
    }

    /// The types of the services that an owner has registered.
    func types(of owner: Owner) -> Set<ObjectIdentifier> {
        Set(all.filter { $0.owner === owner }.map(\.key.id))
    }

    /// What is found that some owners have registered, or decorate, with every further view of it.
    func keys(foundOf owners: Set<ObjectIdentifier>) -> Set<ServiceKey> {
        let registered = owners.flatMap { keys(of: $0) }.filter { key in
            registration(key).map { owners.contains($0.owner.id) } ?? false
        }
        let decorated = decorators.filter { $0.value.contains { owners.contains($0.owner.id) } }.map(\.key)
        return withViews(registered + decorated)
    }

    /// Some services with every further view of them, but for some others and their views.
    func withViews(_ keys: [ServiceKey], except others: Set<ServiceKey> = []) -> Set<ServiceKey> {
        var open = keys
        var all: Set<ServiceKey> = []
        // Aliases may stand in a circle, which only a lookup complains of.
        while let key = open.popLast() {
            if !others.contains(key), all.insert(key).inserted { open += views(of: key) }
        }
        return all
    }
}
