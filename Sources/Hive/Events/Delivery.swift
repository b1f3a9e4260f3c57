// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A delivery that has begun: an object, because its copies would count many references.
@usableFromInline
final class Delivery: Sendable {
    @usableFromInline let broadcast: Broadcast
    let list: any SubscriberSnapshot
    /// When it began; zero when nobody wants to know.
    let start: Duration
    /// The marks of the task that delivers.
    @usableFromInline let scope: ActivityScope
    /// What handlers get that belong to no module.
    @usableFromInline let context: ModuleContext
    /// The stop that delivers the event, and gives each handler its time; nil when none does.
    @usableFromInline let stop: StopDelivery?
    /// The last of the handlers that need not be called again, where a stop goes on with a delivery.
    private let last: Subscription?

    init(
        _ broadcast: Broadcast,
        to list: any SubscriberSnapshot,
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

    /// What a handler is given.
    @usableFromInline
    func context(for subscription: Subscription) -> ModuleContext { subscription.context ?? context }

    /// Whether the stop that delivers has come to a handler before, or has no time for it.
    func isLeftOut(_ subscription: Subscription, by stop: StopDelivery, at now: Duration) -> Bool {
        if let last, !Subscription.precedes(last, subscription) { return true }
        if stop.leavesOut(subscription) { return true }
        guard stop.isOver(at: now) else { return false }
        stop.hasNoTime(for: subscription)
        return true
    }
}

/// How far a delivery has come, and what came of it.
@usableFromInline
struct DeliveryProgress<Reply: Sendable> {
    @usableFromInline let stopsAtFirstFailure: Bool
    /// The place of the handler that comes next.
    @usableFromInline var next = 0
    @usableFromInline var answers: [EventOutcome<Reply>.Answer] = []
    /// What handlers threw.
    @usableFromInline var failures: [HiveError.Failure] = []
    /// How many handlers were called.
    @usableFromInline var handlerCount = 0

    @inlinable
    init(stopsAtFirstFailure: Bool) {
        self.stopsAtFirstFailure = stopsAtFirstFailure
    }

    /// Keeps a failure; no further handler is called if that was asked for.
    @inlinable
    mutating func add(_ failure: HiveError.Failure) {
        failures.append(failure)
        if stopsAtFirstFailure { next = .max }
    }

    @inlinable var outcome: EventOutcome<Reply> {
        EventOutcome(answers: answers, failures: failures, handlerCount: handlerCount)
    }
}

/// Not `Sendable`: it belongs to one delivery.
@available(*, unavailable)
extension DeliveryProgress: Sendable {}

/// A delivery that is under way, and whom it calls.
struct DeliveryUnderWay: Sendable {
    let broadcast: Broadcast
    let list: any SubscriberSnapshot

    /// Whether handlers of an owner are being called.
    func isInside(_ owner: Owner) -> Bool { place(inside: owner) != nil }

    private func place(inside owner: Owner) -> Int? {
        guard case .inside(let place) = broadcast.progress else { return nil }
        return list.owner(at: place) === owner ? place : nil
    }

    /// Returns when no handler of an owner is being called; its subscriptions have ended before.
    func waitUntilOutside(_ owner: Owner) async {
        if let place = place(inside: owner) { await broadcast.waitUntilOutside(place) }
    }
}
