// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A delivery that has come to a handler which has to be awaited.
///
/// It cannot be copied: each copy would retain everything that it refers to.
@usableFromInline
struct Delivery: ~Copyable {
    let broadcast: Broadcast
    let list: SubscriberList
    /// What the center knows it by.
    let number: Int
    /// When it began; zero when nobody wants to know.
    let start: Duration
    /// The marks of the task that delivers.
    @usableFromInline let scope: ActivityScope
    /// What handlers get that belong to no module.
    let context: ModuleContext
    /// What handlers threw.
    var collector: OutcomeCollector
    /// The run that comes next.
    var nextRun: Int
    /// The handler that comes next, if it is known.
    var awaited: AwaitedHandler?
    /// The stop that delivers the event, and gives each handler its time; nil when none does.
    @usableFromInline var stop: StopDelivery?
    /// The last of the handlers that need not be called again, where a stop goes on with a delivery.
    var last: AnySubscription?

    /// Goes on to the next handler that has to be awaited; nil when the delivery is over.
    @usableFromInline
    mutating func next(_ event: UnsafeRawPointer, _ answers: UnsafeMutableRawPointer) -> AwaitedHandler? {
        let next =
            awaited.take() ?? list.callSynchronously(&nextRun, event, answers, context, broadcast, &collector)
        if next != nil { collector.handlerCount += 1 }
        return next
    }

    /// What a handler is given.
    @usableFromInline
    func context(for subscription: AnySubscription) -> ModuleContext { subscription.context ?? context }

    /// Keeps what a handler threw that was awaited.
    @usableFromInline
    mutating func add(_ error: any Error, from subscription: AnySubscription) {
        if collector.add(error, from: subscription) { nextRun = list.runs.count }
    }

    /// Holds a delivery, so that one without it is no larger than a reference.
    @usableFromInline
    final class Box {
        private var delivery: Delivery?

        init(_ delivery: consuming Delivery) {
            self.delivery = .some(delivery)
        }

        /// Takes the delivery out, once.
        @usableFromInline
        func take() -> Delivery {
            guard let delivery = delivery.take() else { preconditionFailure("A delivery goes on once.") }
            return delivery
        }
    }
}

// Not `Sendable`: they belong to one task.

@available(*, unavailable)
extension Delivery: Sendable {}

@available(*, unavailable)
extension Delivery.Box: Sendable {}

/// A handler that whoever delivers an event awaits.
@usableFromInline
enum AwaitedHandler: Sendable {
    /// One of the event's type.
    case asynchronous(AnySubscription)
    case every(EverySubscription)
}

/// What came of a delivery, but for the answers.
@usableFromInline
struct DeliveryResult: Sendable {
    @usableFromInline var failures: [HiveError.Failure] = []
    @usableFromInline var handlerCount = 0
}
