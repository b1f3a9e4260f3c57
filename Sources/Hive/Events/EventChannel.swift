// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What an event center knows of one type of events, for as long as there is the center.
struct EventChannel {
    let type: any Any.Type
    let tally = EventTally()
    /// The subscriptions, by their sequence.
    var subscriptions: [Int: Subscription] = [:]
    /// A ``SubscriberSnapshot`` of the type, for deliveries; nil until it is made anew, after a change.
    var snapshot: (any AnyObject & Sendable)?
}

/// The subscribers of one event type at one time, in the order in which they are called (C32).
@usableFromInline
final class SubscriberSnapshot<Event: HiveEvent>: Sendable {
    @usableFromInline typealias Subscriber = (subscription: Subscription, handler: EventHandler<Event>)

    @usableFromInline let subscribers: [Subscriber]
    /// Where deliveries to them are counted.
    @usableFromInline let tally: EventTally

    init(_ unsorted: [Subscription], tally: EventTally) {
        self.tally = tally
        let sorted = unsorted.sorted { ($0.owner.position, $0.sequence) < ($1.owner.position, $1.sequence) }
        subscribers = sorted.map { subscription in
            switch subscription.handler {
            case let own as EventHandler<Event>: (subscription, own)
            case let every as EveryHandler: (subscription, .every(every.receive))
            default: preconditionFailure("A subscription to \(Event.self) has a handler of something else.")
            }
        }
    }
}

/// How often events of a type, or those that came by a name, were delivered, and how many of their handlers failed.
@usableFromInline
final class EventTally: Sendable {
    private let deliveryCount = Atomic<Int>(0)
    private let failureCount = Atomic<Int>(0)

    /// How many events were delivered; one is counted when its delivery begins, whether anybody wants it or not.
    var deliveries: Int { deliveryCount.load(ordering: .relaxed) }

    /// How many calls of handlers failed, in deliveries that have ended.
    var failures: Int { failureCount.load(ordering: .relaxed) }

    /// Counts an event, once for each.
    @usableFromInline
    func addDelivery() { deliveryCount.wrappingAdd(1, ordering: .relaxed) }

    /// Counts the handlers that failed in a delivery.
    func addFailures(_ count: Int) {
        if count > 0 { failureCount.wrappingAdd(count, ordering: .relaxed) }
    }
}
