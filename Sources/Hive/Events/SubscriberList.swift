// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The subscribers of one event type at one time, for code that does not know the type.
@usableFromInline
protocol SubscriberSnapshot: AnyObject, Sendable {
    var isEmpty: Bool { get }
    /// Where deliveries to them are counted.
    var tally: EventTally { get }
    /// The owner of the handler at a place.
    func owner(at place: Int) -> Owner
    /// The handlers of one owner that are called from a place on, before anything is awaited.
    func handlers(at place: Int) -> [Subscription]
}

/// The subscribers of one event type at one time, in the order in which they are called.
@usableFromInline
final class SubscriberList<Event: HiveEvent>: SubscriberSnapshot {
    @usableFromInline
    struct Subscriber: Sendable {
        @usableFromInline let subscription: Subscription
        @usableFromInline let handler: EventHandler<Event>
        /// Whether a delivery notes that it has come here: the handler is to be awaited, comes after one that is, or
        /// after those of another owner.
        @usableFromInline let isNoted: Bool
    }

    @usableFromInline let subscribers: [Subscriber]
    @usableFromInline let isEmpty: Bool
    @usableFromInline let tally: EventTally

    init(_ unsorted: [Subscription], tally: EventTally) {
        self.tally = tally
        isEmpty = unsorted.isEmpty
        var previous: (owner: Owner, isSynchronous: Bool)?
        subscribers = unsorted.sorted(by: Subscription.precedes).map { subscription in
            let handler: EventHandler<Event>
            switch subscription.handler {
            case let own as EventHandler<Event>: handler = own
            case let every as EveryHandler: handler = .every(every.receive)
            default: preconditionFailure("A subscription to \(Event.self) has a handler of something else.")
            }
            let isSynchronous = if case .synchronous = handler { true } else { false }
            defer { previous = (subscription.owner, isSynchronous) }
            let continues = isSynchronous && previous?.isSynchronous == true && previous?.owner === subscription.owner
            return Subscriber(subscription: subscription, handler: handler, isNoted: !continues)
        }
    }

    @usableFromInline
    func owner(at place: Int) -> Owner { subscribers[place].subscription.owner }

    @usableFromInline
    func handlers(at place: Int) -> [Subscription] {
        let end = subscribers[(place + 1)...].firstIndex(where: \.isNoted) ?? subscribers.endIndex
        return subscribers[place..<end].map(\.subscription)
    }
}
