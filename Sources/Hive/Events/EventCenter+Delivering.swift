// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The way of an event through its handlers: what depends on its type is inlined, so that the compiler knows the type
// wherever an event is triggered; all else is not.

extension EventCenter {
    /// Delivers an event, to the subscribers of its type or to those of a name that it came by.
    @inlinable
    @inline(__always)
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to given: SubscriberList<Event>? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer
    ) async throws -> EventOutcome<Event.Reply> {
        if case .trigger = deliverer { try checkRunning(Event.self, name) }
        let list = given ?? subscribers(Event.self)
        guard let delivery = try begin(Event.self, name, to: list, by: deliverer) else { return EventOutcome() }
        var progress = DeliveryProgress<Event.Reply>(stopsAtFirstFailure: stopAtFirstFailure)
        let isOver = ActivityScope.binding.withValue(delivery.scope) {
            callSynchronousHandlers(of: list, delivery, event, &progress)
        }
        if !isOver {
            await ActivityScope.binding.withValue(delivery.scope) {
                await callHandlers(of: list, delivery, event, &progress)
            }
        }
        end(delivery, failures: progress.failures.count)
        return progress.outcome
    }

    /// Calls the synchronous handlers that come first; returns whether the delivery is over with them.
    @inlinable
    func callSynchronousHandlers<Event: HiveEvent>(
        of list: SubscriberList<Event>,
        _ delivery: Delivery,
        _ event: Event,
        _ progress: inout DeliveryProgress<Event.Reply>
    ) -> Bool {
        if delivery.stop != nil { return false }
        // Read once: every copy of them counts references.
        let (subscribers, context) = (list.subscribers, delivery.context)
        while progress.next < subscribers.count {
            let subscriber = subscribers[progress.next]
            guard case .synchronous(let handler) = subscriber.handler else { return false }
            if subscriber.isNoted, !delivery.broadcast.enter(progress.next) { return true }
            progress.next += 1
            let subscription = subscriber.subscription
            guard subscription.isActive else { continue }
            progress.handlerCount += 1
            do {
                let reply = try handler(event, context)
                if Event.Reply.self != Void.self { progress.answers.append((subscription.module, reply)) }
            } catch {
                progress.add(failure(error, of: subscription, Event.self))
            }
        }
        return true
    }

    /// Calls the handlers that are left, in the time of a stop where one delivers.
    @inlinable
    func callHandlers<Event: HiveEvent>(
        of list: SubscriberList<Event>,
        _ delivery: Delivery,
        _ event: Event,
        _ progress: inout DeliveryProgress<Event.Reply>
    ) async {
        while progress.next < list.subscribers.count {
            let subscriber = list.subscribers[progress.next]
            // A stop waits for each handler alone.
            if subscriber.isNoted || delivery.stop != nil, !delivery.broadcast.enter(progress.next) { return }
            progress.next += 1
            let subscription = subscriber.subscription
            guard subscription.isActive, !isLeftOut(subscription, of: delivery) else { continue }
            progress.handlerCount += 1
            do {
                let reply = try await call(subscriber, event, delivery)
                if let reply, Event.Reply.self != Void.self { progress.answers.append((subscription.module, reply)) }
            } catch {
                progress.add(failure(error, of: subscription, Event.self))
            }
        }
    }

    /// Calls a handler of any kind; one that wants every event has no reply.
    @inlinable
    @inline(__always)
    func call<Event: HiveEvent>(
        _ subscriber: SubscriberList<Event>.Subscriber,
        _ event: Event,
        _ delivery: Delivery
    ) async throws -> Event.Reply? {
        let subscription = subscriber.subscription
        if let stop = delivery.stop {
            return try await call(subscription, subscriber.handler, event, delivery, stop)
        }
        let context = delivery.context(for: subscription)
        switch subscriber.handler {
        case .synchronous(let handler):
            return try handler(event, context)
        case .asynchronous(let handler, nil):
            return try await handler(event, context)
        case .asynchronous(let handler, let timeout?):
            return try await call(handler, in: subscription.module, timeout: timeout, event, context)
        case .every(let receive):
            try await receive(event, context)
            return nil
        }
    }

    @usableFromInline
    func isLeftOut(_ subscription: Subscription, of delivery: Delivery) -> Bool {
        guard let stop = delivery.stop else { return false }
        return delivery.isLeftOut(subscription, by: stop, at: timer.clock.now())
    }

    /// What a handler threw; observers are told.
    @usableFromInline
    func failure(_ error: any Error, of subscription: Subscription, _ event: any Any.Type) -> HiveError.Failure {
        let module = subscription.module
        observers.notify(.init(.handlerFailed, module: module, subject: "\(event)", error: error))
        return HiveError.Failure(module: module, step: "handler of \(event)", error: error)
    }

    /// Begins a delivery; nil when there is none, because nobody subscribes or a stop delivers the event.
    @usableFromInline
    func begin(
        _ type: any Any.Type,
        _ name: String?,
        to list: any SubscriberSnapshot,
        by deliverer: Deliverer
    ) throws -> Delivery? {
        if list.isEmpty {
            countUnheard(list.tally, by: deliverer)
            return nil
        }
        let subject = EventSubject(type, name)
        let around = ActivityScope.current
        if around.depth(of: hive) >= Self.maximumDepth {
            let chain = (around.broadcasts(of: hive) + [subject]).map { "\($0)" }.joined(separator: " -> ")
            let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
            throw HiveError(.nestedTooDeeply, text)
        }
        let broadcast = Broadcast(subject, of: hive)
        guard let core = state.withLock({ $0.begin(broadcast, to: list, by: deliverer) }) else {
            // When a stop has taken the queue over meanwhile, it delivers this one too.
            if case .queue = deliverer { return nil }
            throw Self.stopped(subject)
        }
        if !deliverer.isContinued {
            list.tally.addDelivery()
            observers.notify(.init(.willTrigger, subject: "\(subject)"))
        }
        return Delivery(
            broadcast,
            to: list,
            by: deliverer,
            start: observers.isEmpty ? .zero : timer.clock.now(),
            scope: ActivityScope(broadcast, inside: around),
            context: ModuleContext(scope: HookScope(runtime: nil, hive: core, ticket: 0))
        )
    }

    @usableFromInline
    func end(_ delivery: Delivery, failures: Int) {
        let broadcast = delivery.broadcast
        delivery.list.tally.addFailures(failures)
        broadcast.end()
        let isContinued = broadcast.endCalls()
        state.withLock { $0.end(broadcast) }
        if !observers.isEmpty, !isContinued {
            let duration = timer.clock.now() - delivery.start
            observers.notify(.init(.didTrigger, subject: "\(broadcast.subject)", duration: duration))
        }
    }

    /// Counts an event to which nobody subscribes.
    private func countUnheard(_ tally: EventTally, by deliverer: Deliverer) {
        switch deliverer {
        case .trigger, .stop(_, nil): tally.addDelivery()
        case .stop: break
        case .queue(let number):
            let ended = state.withLock { state -> QueueDelivery? in
                guard let delivery = state.delivery, delivery.number == number else { return nil }
                // A stop that takes the queue over from here on has nothing left to do for the event. The whole value
                // is replaced: with nil assigned to its event alone, the compiler releases that never.
                state.delivery = QueueDelivery(number: number, task: delivery.task)
                return delivery
            }
            if ended != nil { tally.addDelivery() }
            // Released here, because an event is user code.
            withExtendedLifetime(ended) {}
        }
    }

    @usableFromInline
    func checkRunning(_ type: any Any.Type, _ name: String?) throws { try checkRunning(EventSubject(type, name)) }

    func checkRunning(_ subject: @autoclosure () -> EventSubject) throws {
        switch stage.current.events {
        case .queued:
            let text = "\(subject()) cannot be triggered before the hive runs; post it, and it is delivered then."
            throw HiveError(.invalidState, text)
        case .over:
            throw Self.stopped(subject())
        case .delivered, .postponed, .finishing:
            break
        }
    }

    private static func stopped(_ subject: EventSubject) -> HiveError {
        HiveError(.stopped, "\(subject) cannot be triggered: the hive has stopped.")
    }
}
