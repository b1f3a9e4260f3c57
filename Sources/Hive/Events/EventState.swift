// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What an event center knows, guarded by its lock; every method runs without calling anybody else's code.
struct EventState: ~Copyable, DiscardingState {
    /// What is known of one type of events, as long as there is the center.
    private struct Entry {
        let type: any Any.Type
        let tally = EventTally()
        /// The subscribers, for deliveries; nil until it is made anew, after a change.
        var list: (any SubscriberSnapshot)?
    }

    var queue: EventQueue
    /// The task that delivers the queue; nil when none does, or a stop.
    var delivery: QueueDelivery?
    private var deliveryNumber = 0
    private(set) var deliveries: [DeliveryUnderWay] = []
    /// The core of the hive, for handlers that belong to no module; nil unless events are delivered.
    ///
    /// The core keeps the event center, until a stop ends that; a hive that runs lives until it is stopped in any case.
    /// A weak reference would make every count of the core's references take three times as long.
    private var core: HiveCore?
    var bindings: [String: NamedEventBinding] = [:]
    private(set) var every: [Subscription] = []
    private var entries: [ObjectIdentifier: Entry] = [:]
    /// The subscriptions of each type, by their sequence.
    private var subscriptions: [ObjectIdentifier: [Int: Subscription]] = [:]
    /// What each module has subscribed to; the hive's own come and go, and end all at once.
    private var owned: [ObjectIdentifier: [(type: ObjectIdentifier, sequence: Int)]] = [:]
    /// Modules that join a hive that runs, and get no event before they are ready (C58).
    private var joining: Set<ObjectIdentifier> = []
    private var sequence = 0
    var discarded: [any AnyObject & Sendable] = []

    init(capacity: Int) {
        queue = EventQueue(capacity: capacity)
    }

    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// Has a task deliver the queue, unless there is nothing to deliver or it is being delivered.
    ///
    /// - Returns: The task and its number, to be begun without the lock; nil where there is nothing to do.
    mutating func beginDelivering() -> (task: PendingTask, number: Int)? {
        guard delivery == nil, !queue.isEmpty else { return nil }
        deliveryNumber += 1
        let task = PendingTask()
        delivery = QueueDelivery(number: deliveryNumber, task: task)
        return (task, deliveryNumber)
    }

    /// Does what comes with a stage of a hive's life that has this rule for events.
    mutating func follow(_ rule: LifeStage.EventRule, of core: HiveCore) {
        switch rule {
        case .queued: break
        case .delivered, .postponed, .finishing: self.core = core
        // No `deinit` runs here, because the caller has the core.
        case .over: self.core = nil
        }
    }

    /// Files a delivery, unless nothing is delivered any more, or it is one of the queue's and a stop has taken that
    /// over.
    ///
    /// - Returns: The core of the hive; nil when the delivery is not filed.
    mutating func begin(
        _ broadcast: Broadcast,
        to list: any SubscriberSnapshot,
        by deliverer: Deliverer
    ) -> HiveCore? {
        guard let core else { return nil }
        let underWay = DeliveryUnderWay(broadcast: broadcast, list: list)
        if case .queue(let number) = deliverer {
            guard delivery?.number == number else { return nil }
            delivery?.begun = underWay
        }
        deliveries.append(underWay)
        return core
    }

    /// Takes out a delivery that has ended; whoever has delivered keeps its parts until the lock is open.
    mutating func end(_ broadcast: Broadcast) {
        guard let place = deliveries.lastIndex(where: { $0.broadcast === broadcast }) else { return }
        deliveries.swapAt(place, deliveries.endIndex - 1)
        deliveries.removeLast()
    }

    /// Files a subscription; the type's list is made anew at its next delivery.
    mutating func add(_ subscription: Subscription, for type: ObjectIdentifier) {
        subscriptions[type, default: [:]][subscription.sequence] = subscription
        if subscription.owner.name != nil {
            owned[subscription.owner.id, default: []].append((type, subscription.sequence))
        }
        invalidate(type)
    }

    mutating func addEvery(_ subscription: Subscription) {
        every.append(subscription)
        for type in entries.keys { invalidate(type) }
    }

    /// Keeps events from owners whose modules are about to join.
    mutating func hold(_ owners: [Owner]) { joining.formUnion(owners.map(\.id)) }

    /// Lets owners have every event that is delivered from now on.
    mutating func admit(_ owners: [Owner]) {
        if joining.isEmpty { return }
        for owner in owners where joining.remove(owner.id) != nil {
            for (type, _) in owned[owner.id] ?? [] { invalidate(type) }
            guard every.contains(where: { $0.owner === owner }) else { continue }
            for type in entries.keys { invalidate(type) }
        }
    }

    /// Those who want every event.
    private var listeners: [Subscription] {
        joining.isEmpty ? every : every.filter { !joining.contains($0.owner.id) }
    }

    /// What a name is bound to.
    func binding(of name: String) -> NamedEventBinding? {
        bindings[name].flatMap { joining.contains($0.owner.id) ? nil : $0 }
    }

    /// Ends a subscription, unless it has ended.
    mutating func remove(_ sequence: Int, for type: ObjectIdentifier) {
        guard let subscription = subscriptions[type]?.removeValue(forKey: sequence) else { return }
        subscription.deactivate()
        discarded.append(subscription)
        invalidate(type)
    }

    /// Ends every subscription and binding of an owner.
    mutating func end(_ owner: Owner) {
        if !joining.isEmpty { joining.remove(owner.id) }
        var ending = owned.isEmpty ? [] : owned.removeValue(forKey: owner.id) ?? []
        if owner.name == nil {
            for (type, list) in subscriptions {
                ending += list.values.filter { $0.owner === owner }.map { (type, $0.sequence) }
            }
        }
        for (type, sequence) in ending {
            guard let subscription = subscriptions[type]?.removeValue(forKey: sequence) else { continue }
            subscription.deactivate()
            discarded.append(subscription)
            invalidate(type)
        }
        if every.contains(where: { $0.owner === owner }) {
            for subscription in every where subscription.owner === owner { subscription.deactivate() }
            discarded += every
            every.removeAll { $0.owner === owner }
            for type in entries.keys { invalidate(type) }
        }
        if bindings.isEmpty { return }
        for (name, binding) in bindings where binding.owner === owner {
            binding.subscription?.deactivate()
            discarded.append(binding)
            bindings[name] = nil
        }
    }

    /// Whether a module has nothing that is to be ended, and nobody calls what has ended.
    func hasNothing(of owner: Owner) -> Bool {
        deliveries.isEmpty && owned[owner.id] == nil && !every.contains { $0.owner === owner }
            && !bindings.values.contains { $0.owner === owner }
    }

    /// How many subscriptions a module has, or anybody.
    func subscriptionCount(of module: String?) -> Int {
        let owners = subscriptions.values.flatMap { $0.values.map(\.owner) } + every.map(\.owner)
        return owners.count { module == nil || $0.name == module }
    }

    /// The list of a type for a delivery; nil until it is made anew, after a change.
    func list(_ type: ObjectIdentifier) -> (any SubscriberSnapshot)? { entries[type]?.list }

    /// Makes the list of a type from the subscriptions there are; it never changes.
    mutating func makeList<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event> {
        let id = ObjectIdentifier(type)
        let entry = entries[id] ?? Entry(type: type)
        // A named event is delivered as what its name is bound to; nobody is found under its type.
        let subscribers = type == NamedEvent.self ? [] : subscriptions(to: type)
        let list = SubscriberList<Event>(subscribers, tally: entry.tally)
        entries[id] = entry
        entries[id]?.list = list
        return list
    }

    /// The types of events that somebody subscribes to, and those that were delivered to nobody or to whom has left;
    /// each with whose its subscriptions are, and how often it was delivered.
    var types: [(type: any Any.Type, owners: [Owner], tally: EventTally?)] {
        let subscribed = subscriptions.compactMap { id, list in
            list.values.first?.eventType.map { type in
                (type: type, owners: list.values.map(\.owner), tally: entries[id]?.tally)
            }
        }
        let others = entries.compactMap { id, entry -> (type: any Any.Type, owners: [Owner], tally: EventTally?)? in
            guard subscriptions[id]?.isEmpty != false, entry.tally.deliveries > 0 else { return nil }
            return (entry.type, [], entry.tally)
        }
        return subscribed + others
    }

    /// Who subscribes to a type, and who wants every event, if this is one of the application's.
    func subscriptions(to type: any Any.Type) -> [Subscription] {
        var own = Array((subscriptions[ObjectIdentifier(type)] ?? [:]).values)
        if !joining.isEmpty { own.removeAll { joining.contains($0.owner.id) } }
        return type == SystemEvent.self || type == HiveReadiness.self ? own : own + listeners
    }

    /// Whether anybody subscribes to a type that is the hive's own, of which those who want every event do not hear.
    func hasSubscriptions<Event: HiveEvent>(toOwn type: Event.Type) -> Bool {
        subscriptions[ObjectIdentifier(type)]?.isEmpty == false
    }

    private mutating func invalidate(_ type: ObjectIdentifier) {
        guard let list = entries[type]?.list else { return }
        discarded.append(list)
        entries[type]?.list = nil
    }
}
