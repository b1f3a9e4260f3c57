// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What an event center knows, guarded by its lock; every method runs without calling anybody else's code.
struct EventState: ~Copyable, DiscardingState {
    /// Stands for the channel of those who want every event.
    private enum EveryEvent {}

    var queue: EventQueue
    /// What handlers get that belong to no module; nil unless events are delivered.
    ///
    /// It keeps the engine, which keeps the event center, until a stop ends that; a hive that runs lives
    /// until it is stopped in any case.
    var context: ModuleContext?
    var bindings: [String: NamedEventBinding] = [:]
    private var channels: [ObjectIdentifier: EventChannel] = [:]
    /// The channels in which an owner has, or had, subscriptions.
    private var subscribed: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    /// Modules that join a hive that runs, and get no event before they are ready (C58).
    private var joining: Set<ObjectIdentifier> = []
    private var sequence = 0
    var discarded: [any Sendable] = []

    init(capacity: Int) {
        queue = EventQueue(capacity: capacity)
    }

    // MARK: Subscriptions

    /// Files a subscription to a type, or with nil to every event.
    mutating func subscribe(
        _ owner: Owner,
        _ context: ModuleContext?,
        to type: (any Any.Type)?,
        _ handler: any Sendable
    ) -> Subscription {
        sequence += 1
        let subscription = Subscription(owner: owner, sequence: sequence, context: context, handler: handler)
        let type = type ?? EveryEvent.self
        let id = ObjectIdentifier(type)
        channels[id, default: EventChannel(type: type)].subscriptions[sequence] = subscription
        subscribed[owner.id, default: []].insert(id)
        invalidate(id)
        return subscription
    }

    /// Ends a subscription, unless it has ended.
    mutating func remove(_ sequence: Int, for type: ObjectIdentifier) {
        guard let subscription = channels[type]?.subscriptions.removeValue(forKey: sequence) else { return }
        discard(subscription)
        invalidate(type)
    }

    /// Ends every subscription and binding of an owner; who stands for it refuses the events in its place (C64).
    mutating func end(_ owner: Owner) {
        joining.remove(owner.id)
        let standIn = owner.standIn
        for type in subscribed.removeValue(forKey: owner.id) ?? [] {
            for (sequence, subscription) in channels[type]?.subscriptions ?? [:] where subscription.owner === owner {
                channels[type]?.subscriptions[sequence] = nil
                discard(subscription)
            }
            invalidate(type)
            if let standIn { fill(type, with: standIn) }
        }
        for (name, binding) in bindings where binding.owner === owner {
            if case .handler(let subscription, _) = binding.target { discard(subscription) }
            bindings[name] = nil
        }
    }

    /// Subscribes somebody to a type who refuses every event, unless he does already.
    private mutating func fill(_ type: ObjectIdentifier, with standIn: StandIn) {
        guard let channel = channels[type], subscribed[standIn.owner.id]?.contains(type) != true else { return }
        let isEvery = channel.type == EveryEvent.self
        let refusal = EveryHandler { _, _ in throw standIn.refusal() }
        _ = subscribe(standIn.owner, nil, to: isEvery ? nil : channel.type, refusal)
    }

    private mutating func discard(_ subscription: Subscription) {
        subscription.deactivate()
        discarded.append(subscription)
    }

    /// How many subscriptions a module has, or anybody.
    func subscriptionCount(of module: String?) -> Int {
        let owners = channels.values.flatMap { $0.subscriptions.values.map(\.owner) }
        return owners.count { module == nil || $0.name == module }
    }

    // MARK: Modules that join

    /// Keeps events from owners whose modules are about to join.
    mutating func hold(_ owners: [Owner]) { joining.formUnion(owners.map(\.id)) }

    /// Lets owners have every event that is delivered from now on.
    mutating func admit(_ owners: [Owner]) {
        for owner in owners where joining.remove(owner.id) != nil {
            for type in subscribed[owner.id] ?? [] { invalidate(type) }
        }
    }

    /// What a name is bound to.
    func binding(of name: String) -> NamedEventBinding? {
        bindings[name].flatMap { joining.contains($0.owner.id) ? nil : $0 }
    }

    // MARK: Snapshots

    /// The snapshot of a type for a delivery; nil until it is made anew, after a change.
    func snapshot(of type: ObjectIdentifier) -> (any AnyObject & Sendable)? { channels[type]?.snapshot }

    /// Makes the snapshot of a type from the subscriptions there are.
    mutating func makeSnapshot<Event: HiveEvent>(of type: Event.Type) -> SubscriberSnapshot<Event> {
        let id = ObjectIdentifier(type)
        let channel = channels[id] ?? EventChannel(type: type)
        // A named event is delivered as what its name is bound to; nobody is found under its type.
        let all = type == NamedEvent.self ? [] : subscribers(of: type)
        let snapshot = SubscriberSnapshot<Event>(all, tally: channel.tally)
        channels[id] = channel
        channels[id]?.snapshot = snapshot
        return snapshot
    }

    /// Who subscribes to a type, and who wants every event, if this is one of the application's.
    func subscribers(of type: any Any.Type) -> [Subscription] {
        let isOwn = type == SystemEvent.self || type == HiveReadiness.self
        return (isOwn ? [type] : [type, EveryEvent.self])
            .flatMap { channels[ObjectIdentifier($0)]?.subscriptions.values.map { $0 } ?? [] }
            .filter { !joining.contains($0.owner.id) }
    }

    /// Whether anybody subscribes to a type that is the hive's own, of which those who want every event do not hear.
    func hasSubscriptions<Event: HiveEvent>(toOwn type: Event.Type) -> Bool {
        channels[ObjectIdentifier(type)]?.subscriptions.isEmpty == false
    }

    /// Has the snapshot of a type made anew, or all of them after a change of those who want every event.
    private mutating func invalidate(_ type: ObjectIdentifier) {
        for id in type == ObjectIdentifier(EveryEvent.self) ? Array(channels.keys) : [type] {
            guard let snapshot = channels[id]?.snapshot else { continue }
            discarded.append(snapshot)
            channels[id]?.snapshot = nil
        }
    }

    // MARK: Descriptions

    /// The types of events that somebody subscribes to, and those that were delivered to nobody or to whom has left;
    /// each with whose its subscriptions are, and how often it was delivered.
    var types: [(type: any Any.Type, owners: [Owner], tally: EventTally)] {
        channels.values
            .filter { $0.type != EveryEvent.self && (!$0.subscriptions.isEmpty || $0.tally.deliveries > 0) }
            .map { ($0.type, $0.subscriptions.values.map(\.owner), $0.tally) }
    }

    /// Whose the subscriptions to every event are.
    var every: [Owner] { channels[ObjectIdentifier(EveryEvent.self)]?.subscriptions.values.map(\.owner) ?? [] }
}
