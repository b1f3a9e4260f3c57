// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The way of an event through its handlers: what depends on its type is a thin shell, in which the compiler knows the
// type wherever an event is triggered; all else does not.

extension EventCenter {
    /// Delivers an event, to the subscribers of its type or to those of a name that it came by.
    @inlinable
    @inline(__always)
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to list: SubscriberList? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer
    ) async throws -> EventOutcome<Event.Reply> {
        var answers: [EventOutcome<Event.Reply>.Answer] = []
        var rest: Delivery.Box?
        var result = try withUnsafePointer(to: event) { event in
            try withUnsafeMutablePointer(to: &answers) { answers in
                try begin(Event.self, event, answers, list, name, stopAtFirstFailure, deliverer, &rest)
            }
        }
        if let rest { result = await finish(rest.take(), event, &answers) }
        return EventOutcome(answers: answers, failures: result.failures, handlerCount: result.handlerCount)
    }

    /// Begins a delivery, and calls the synchronous handlers that come before the first one that has to be awaited.
    ///
    /// What is left of the delivery then stands in `rest`; nothing does when it is over, and what came of it is
    /// returned. The pointers are to the event, and to an array of the answers to an event of its type.
    @usableFromInline
    func begin(
        _ type: any Any.Type,
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ given: SubscriberList?,
        _ name: String?,
        _ stopAtFirstFailure: Bool,
        _ deliverer: Deliverer,
        _ rest: inout Delivery.Box?
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
        let broadcast = Broadcast(subject, of: hive)
        // When a stop has taken the queue over meanwhile, it delivers this one too.
        guard let number = state.withLock({ $0.begin(broadcast, to: list, by: deliverer) }) else {
            return DeliveryResult()
        }
        if !deliverer.isContinued { observers.notify(.init(.willTrigger, subject: "\(subject)")) }
        let start = observers.isEmpty ? .zero : timer.clock.now()
        let scope = ActivityScope(broadcast, inside: around)
        var collector = OutcomeCollector(type, self, stopsAtFirstFailure: stopAtFirstFailure)
        var nextRun = 0
        var awaited: AwaitedHandler?
        if list.beginsSynchronously, !deliverer.isStop {
            awaited = ActivityScope.$current.withValue(scope) {
                list.callSynchronously(&nextRun, event, answers, context, broadcast, &collector)
            }
            if awaited == nil {
                end(broadcast, to: list, number, start)
                return DeliveryResult(failures: collector.failures, handlerCount: collector.handlerCount)
            }
        }
        var delivery = Delivery(
            broadcast: broadcast,
            list: list,
            number: number,
            start: start,
            scope: consume scope,
            context: consume context,
            collector: consume collector,
            nextRun: nextRun,
            awaited: consume awaited
        )
        if case .stop(let stop, let begun) = deliverer {
            delivery.stop = stop
            delivery.last = begun?.last
        }
        rest = Delivery.Box(delivery)
        return DeliveryResult()
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
        _ delivery: consuming Delivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer]
    ) async -> DeliveryResult {
        await ActivityScope.binding.withValue(delivery.scope) {
            if let stop = delivery.stop {
                await callInTime(&delivery, event, &answers, stop)
            } else {
                await call(&delivery, event, &answers)
            }
        }
        return end(delivery)
    }

    @inlinable
    func call<Event: HiveEvent>(
        _ delivery: inout Delivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer]
    ) async {
        func next() -> AwaitedHandler? {
            withUnsafePointer(to: event) { event in
                withUnsafeMutablePointer(to: &answers) { delivery.next(event, $0) }
            }
        }
        while let handler = next() {
            switch handler {
            case .asynchronous(let subscription):
                // Sound: subscriptions are filed under their event's type, and called for events of that type only.
                let own = unsafeDowncast(subscription, to: AsynchronousSubscription<Event>.self)
                do {
                    let context = delivery.context(for: own)
                    let reply =
                        if let timeout = own.timeout {
                            try await call(own, timeout: timeout, event, context)
                        } else {
                            try await own.handler(event, context)
                        }
                    if Event.Reply.self != Void.self { answers.append((own.owner.name, reply)) }
                } catch {
                    delivery.add(error, from: own)
                }
            case .every(let subscription):
                do {
                    try await subscription.receive(event, delivery.context(for: subscription))
                } catch {
                    delivery.add(error, from: subscription)
                }
            }
        }
    }

    @usableFromInline
    func end(_ delivery: consuming Delivery) -> DeliveryResult {
        end(delivery.broadcast, to: delivery.list, delivery.number, delivery.start)
        return DeliveryResult(failures: delivery.collector.failures, handlerCount: delivery.collector.handlerCount)
    }

    private func end(_ broadcast: Broadcast, to list: SubscriberList, _ number: Int, _ start: Duration) {
        broadcast.end()
        let isContinued = broadcast.endCalls()
        state.withLock { $0.deliveries.remove(number) }
        // Kept until here, because the deliveries under way retain nothing.
        withExtendedLifetime(list) {}
        withExtendedLifetime(broadcast) {}
        if !observers.isEmpty, !isContinued {
            let duration = timer.clock.now() - start
            observers.notify(.init(.didTrigger, subject: "\(broadcast.subject)", duration: duration))
        }
    }
}
