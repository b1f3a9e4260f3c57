// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// One delivery of an event, on its way from handler to handler.
///
/// It does not know the event's type, because code that is the same for every type has to look types up while it runs.
/// What synchronous handlers need of the type is in their ``SynchronousCalls``; whoever delivers the event awaits the others.
struct Delivery {
    let begun: DeliveryUnderWay
    /// What the center knows it by.
    let number: Int
    /// What handlers get that belong to no module.
    let context: ModuleContext
    /// When it began; zero when nobody wants to know.
    let start: Duration
    var collector: OutcomeCollector
    private var nextRun = 0

    init(_ begun: DeliveryUnderWay, number: Int, context: ModuleContext, start: Duration, collector: OutcomeCollector) {
        self.begun = begun
        self.number = number
        self.context = context
        self.start = start
        self.collector = collector
    }

    /// Calls synchronous handlers until there is one to be awaited.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - answers: An array of the answers to an event of that type.
    /// - Returns: The handler to be awaited; nil when the delivery is over.
    mutating func advance(_ event: UnsafeRawPointer, _ answers: UnsafeMutableRawPointer) -> AwaitedHandler? {
        while nextRun < begun.list.runs.count {
            guard begun.broadcast.enter(run: nextRun) else { break }
            defer { nextRun += 1 }
            switch begun.list.runs[nextRun] {
            case .synchronous(let block, let calls):
                if calls.run(block, event, context, begun.broadcast, answers, &collector) { end() }
            case .asynchronous(let subscription) where subscription.isActive:
                collector.handlerCount += 1
                return .asynchronous(subscription)
            case .every(let subscription) where subscription.isActive:
                collector.handlerCount += 1
                return .every(subscription)
            case .asynchronous, .every:
                break
            }
        }
        return nil
    }

    /// Keeps what a handler threw that was awaited.
    mutating func add(_ error: any Error, from subscription: AnySubscription) {
        if collector.add(error, from: subscription) { end() }
    }

    /// Calls no further handler.
    private mutating func end() { nextRun = begun.list.runs.count }
}

/// Not `Sendable`: it belongs to one task.
@available(*, unavailable)
extension Delivery: Sendable {}

/// A handler that whoever delivers an event awaits.
@usableFromInline
enum AwaitedHandler: Sendable {
    /// One of the event's type.
    case asynchronous(AnySubscription)
    case every(EverySubscription)
}

/// What is known of a delivery when the synchronous handlers at its beginning have been called.
@usableFromInline
struct DeliveryResult {
    @usableFromInline var failures: [HiveError.Failure] = []
    @usableFromInline var handlerCount = 0
    /// What is left of it; nil when it is over.
    @usableFromInline var rest: RestOfDelivery?
}

/// Not `Sendable`: it belongs to one task.
@available(*, unavailable)
extension DeliveryResult: Sendable {}

/// The rest of a delivery, from the first handler on that has to be awaited.
@usableFromInline
final class RestOfDelivery {
    @usableFromInline let scope: ActivityScope
    /// The stop that delivers the event, and gives each handler its time; nil when none does.
    @usableFromInline let stop: StopDelivery?
    /// The last of the handlers that need not be called again.
    let last: AnySubscription?
    var delivery: Delivery
    /// The handler that comes first, if it is known.
    private var first: AwaitedHandler?

    init(_ delivery: Delivery, in scope: ActivityScope, first: AwaitedHandler? = nil) {
        self.delivery = delivery
        self.scope = scope
        self.first = first
        stop = nil
        last = nil
    }

    /// The rest of a delivery by a stop, which may go on with one that has begun.
    init(_ delivery: Delivery, in scope: ActivityScope, by stop: StopDelivery, after begun: BegunDelivery?) {
        self.delivery = delivery
        self.scope = scope
        self.stop = stop
        last = begun?.last
    }

    /// Goes on to the next handler that has to be awaited; see ``Delivery/advance(_:_:)``.
    @usableFromInline
    func advance(_ event: UnsafeRawPointer, _ answers: UnsafeMutableRawPointer) -> AwaitedHandler? {
        first.take() ?? delivery.advance(event, answers)
    }

    /// What a handler is given.
    @usableFromInline
    func context(for subscription: AnySubscription) -> ModuleContext { subscription.context ?? delivery.context }

    /// Keeps what a handler threw that was awaited.
    @usableFromInline
    func add(_ error: any Error, from subscription: AnySubscription) { delivery.add(error, from: subscription) }
}

/// Not `Sendable`: it belongs to one task.
@available(*, unavailable)
extension RestOfDelivery: Sendable {}
