// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The way of an event through its handlers: what depends on its type is a thin shell, in which the compiler knows the type
// wherever an event is triggered; all else does not.

extension EventCenter {
    /// Delivers an event, to the subscribers of its type or to those of a name that it came by.
    @inlinable
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to list: SubscriberList? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer
    ) async throws -> EventOutcome<Event.Reply> {
        var answers: [EventOutcome<Event.Reply>.Answer] = []
        var result = try withUnsafePointer(to: event) { event in
            try withUnsafeMutablePointer(to: &answers) { answers in
                try begin(Event.self, event, answers, list, name, stopAtFirstFailure, deliverer)
            }
        }
        if let rest = result.rest { result = await finish(rest, event, &answers) }
        return EventOutcome(answers: answers, failures: result.failures, handlerCount: result.handlerCount)
    }

    /// Begins a delivery, and calls the synchronous handlers that come before the first one that has to be awaited.
    @usableFromInline
    func begin(
        _ type: any Any.Type,
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ given: SubscriberList?,
        _ name: String?,
        _ stopAtFirstFailure: Bool,
        _ deliverer: Deliverer
    ) throws -> DeliveryResult {
        if case .trigger = deliverer { try checkRunning(.init(type, name)) }
        guard let list = given ?? subscribers(type) else { return DeliveryResult() }
        let around = ActivityScope.current
        let subject = EventSubject(type, name)
        if let around, around.depth(of: hive) >= Self.maximumDepth {
            let chain = (around.broadcasts(of: hive) + [subject]).map { "\($0)" }.joined(separator: " -> ")
            let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
            throw HiveError(.nestedTooDeeply, text)
        }
        guard let context = makeContext() else { throw HiveError(.stopped, "The hive is gone.") }
        let begun = DeliveryUnderWay(broadcast: Broadcast(subject, of: hive), list: list)
        // When a stop has taken the queue over meanwhile, it delivers this one too.
        guard let number = state.withLock({ $0.begin(begun, by: deliverer) }) else { return DeliveryResult() }
        if !deliverer.isContinued { observers.notify(.init(.willTrigger, subject: "\(subject)")) }
        let start = observers.isEmpty ? .zero : timer.clock.now()
        let collector = OutcomeCollector(type, observers: observers, stopsAtFirstFailure: stopAtFirstFailure)
        var delivery = Delivery(begun, number: number, context: context, start: start, collector: collector)
        let scope = ActivityScope(begun.broadcast, inside: around)
        if case .stop(let stop, let begun) = deliverer {
            return DeliveryResult(rest: RestOfDelivery(delivery, in: scope, by: stop, after: begun))
        }
        guard list.beginsSynchronously else { return DeliveryResult(rest: RestOfDelivery(delivery, in: scope)) }
        let first = ActivityScope.$current.withValue(scope) { delivery.advance(event, answers) }
        guard let first else { return end(delivery) }
        return DeliveryResult(rest: RestOfDelivery(delivery, in: scope, first: first))
    }

    func checkRunning(_ subject: @autoclosure () -> EventSubject) throws {
        switch stage.current.events {
        case .queued:
            let text = "\(subject()) cannot be triggered before the hive runs; post it, and it is delivered then."
            throw HiveError(.invalidState, text)
        case .over:
            throw HiveError(.stopped, "\(subject()) cannot be triggered: the hive has stopped.")
        case .delivered, .postponed, .finishing:
            break
        }
    }

    /// Calls the handlers that are left.
    @inlinable
    func finish<Event: HiveEvent>(
        _ rest: RestOfDelivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer]
    ) async -> DeliveryResult {
        await ActivityScope.binding.withValue(rest.scope) {
            if let stop = rest.stop {
                await callInTime(rest, event, &answers, stop)
            } else {
                await call(rest, event, &answers)
            }
        }
        return end(rest)
    }

    @inlinable
    func call<Event: HiveEvent>(
        _ rest: RestOfDelivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer]
    ) async {
        func next() -> AwaitedHandler? {
            withUnsafePointer(to: event) { event in
                withUnsafeMutablePointer(to: &answers) { rest.advance(event, $0) }
            }
        }
        while let handler = next() {
            switch handler {
            case .asynchronous(let subscription):
                // Sound: subscriptions are filed under their event's type, and called for events of that type only.
                let own = unsafeDowncast(subscription, to: AsynchronousSubscription<Event>.self)
                do {
                    let reply =
                        if let timeout = own.timeout {
                            try await call(own, timeout: timeout, event, rest.context(for: own))
                        } else {
                            try await own.handler(event, rest.context(for: own))
                        }
                    if Event.Reply.self != Void.self { answers.append((own.owner.name, reply)) }
                } catch {
                    rest.add(error, from: own)
                }
            case .every(let subscription):
                do {
                    try await subscription.receive(event, rest.context(for: subscription))
                } catch {
                    rest.add(error, from: subscription)
                }
            }
        }
    }

    @usableFromInline
    func end(_ rest: RestOfDelivery) -> DeliveryResult { end(rest.delivery) }

    private func end(_ delivery: Delivery) -> DeliveryResult {
        let broadcast = delivery.begun.broadcast
        broadcast.end()
        let isContinued = broadcast.endCalls()
        let ended = state.withLock { $0.deliveries.remove(delivery.number) }
        // Released here, because handlers are user code.
        withExtendedLifetime(ended) {}
        if !observers.isEmpty, !isContinued {
            let subject = "\(broadcast.subject)"
            observers.notify(.init(.didTrigger, subject: subject, duration: timer.clock.now() - delivery.start))
        }
        return DeliveryResult(failures: delivery.collector.failures, handlerCount: delivery.collector.handlerCount)
    }
}
