// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A delivery that has come to a handler which has to be awaited.
///
/// An object, because whatever is kept while a task waits would be copied from frame to frame.
@usableFromInline
final class Delivery: Sendable {
    let broadcast: Broadcast
    let list: SubscriberList
    /// When it began; zero when nobody wants to know.
    let start: Duration
    /// The marks of the task that delivers.
    @usableFromInline let scope: ActivityScope
    /// What handlers get that belong to no module.
    private let context: ModuleContext
    /// The stop that delivers the event, and gives each handler its time; nil when none does.
    @usableFromInline let stop: StopDelivery?
    /// The last of the handlers that need not be called again, where a stop goes on with a delivery.
    let last: AnySubscription?

    init(
        _ broadcast: Broadcast,
        to list: SubscriberList,
        by deliverer: Deliverer,
        start: Duration,
        scope: ActivityScope,
        context: ModuleContext
    ) {
        self.broadcast = broadcast
        self.list = list
        self.start = start
        self.scope = scope
        self.context = context
        if case .stop(let stop, let begun) = deliverer {
            self.stop = stop
            last = begun?.last
        } else {
            stop = nil
            last = nil
        }
    }

    /// Goes on to the next handler that has to be awaited; nil when the delivery is over.
    @usableFromInline
    func next(
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ progress: inout DeliveryProgress,
        _ center: EventCenter
    ) -> AwaitedHandler? {
        list.next(event, answers, context, broadcast, &progress, center)
    }

    /// What a handler is given.
    @usableFromInline
    func context(for subscription: AnySubscription) -> ModuleContext { subscription.context ?? context }
}

/// A handler that whoever delivers an event awaits.
@usableFromInline
enum AwaitedHandler: Sendable {
    /// One of the event's type.
    case asynchronous(AnySubscription)
    case every(EverySubscription)
}
