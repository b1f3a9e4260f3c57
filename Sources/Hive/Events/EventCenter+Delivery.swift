// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The way of an event through its handlers.

extension EventCenter {
    /// Delivers an event, to the subscribers of its type or to those of a name that it came by.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - given: Whom to call; nil for the subscribers of the type.
    ///   - name: The name that the event came by.
    ///   - stopAtFirstFailure: Whether no further handler is called after one has thrown.
    ///   - isPosted: Whether the event comes from the queue. Each of its handlers has a task of its own then, so that a
    ///     stop that begins meanwhile can give up one that hangs, and the queue goes on (C31).
    /// - Returns: Replies and failures in the order of the handlers.
    /// - Throws: ``HiveError`` when it cannot be delivered.
    @inlinable
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to given: SubscriberSnapshot<Event>? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool = false,
        isPosted: Bool
    ) async throws -> EventOutcome<Event.Reply> {
        let (known, context) = try lookUp(Event.self, name, isPosted)
        let snapshot = given ?? known as? SubscriberSnapshot<Event> ?? makeSnapshot(of: Event.self)
        if snapshot.subscribers.isEmpty {
            snapshot.tally.addDelivery()
            return EventOutcome()
        }
        let delivery = try begin(Event.self, name, context, snapshot.tally, isPosted)
        var progress = DeliveryProgress<Event.Reply>(stopsAtFirstFailure: stopAtFirstFailure)
        // A task-local value is bound anew for what is asynchronous: that takes longer than many synchronous handlers.
        var awaited = ActivityScope.binding.withValue(delivery.scope) {
            callSynchronousHandlers(snapshot, event, delivery, &progress)
        }
        if awaited != nil {
            await ActivityScope.binding.withValue(delivery.scope) {
                while let (subscription, handler) = awaited {
                    do {
                        let isBounded = isPosted || handler.timeout != nil
                        let reply =
                            try await isBounded
                            ? callBounded(handler, of: subscription, event, delivery)
                            : handler.call(event, subscription.context ?? delivery.context)
                        progress.add(reply, of: subscription)
                    } catch {
                        progress.add(failure(error, of: subscription, Event.self))
                    }
                    awaited = callSynchronousHandlers(snapshot, event, delivery, &progress)
                }
            }
        }
        progress.move(to: nil)
        end(delivery, snapshot.tally, failures: progress.failures.count)
        return progress.outcome
    }

    /// Calls handlers up to the next one that has to be awaited, and returns that.
    ///
    /// Those of a posted event all have to be: each has a task of its own.
    @inlinable
    func callSynchronousHandlers<Event: HiveEvent>(
        _ snapshot: SubscriberSnapshot<Event>,
        _ event: Event,
        _ delivery: EventDelivery,
        _ progress: inout DeliveryProgress<Event.Reply>
    ) -> SubscriberSnapshot<Event>.Subscriber? {
        let subscribers = snapshot.subscribers
        while progress.next < subscribers.count {
            let (subscription, handler) = subscribers[progress.next]
            progress.enter(subscription)
            guard subscription.isActive, !delivery.isPosted || !isLeftOutByStop(subscription) else { continue }
            progress.handlerCount += 1
            guard case .synchronous(let handle) = handler, !delivery.isPosted else { return (subscription, handler) }
            do {
                // Not by `??`, which would copy the context: that takes longer than many a handler.
                let reply =
                    if let context = subscription.context {
                        try handle(event, context)
                    } else {
                        try handle(event, delivery.context)
                    }
                progress.add(reply, of: subscription)
            } catch {
                progress.add(failure(error, of: subscription, Event.self))
            }
        }
        return nil
    }

    /// What deliveries of a type begin with: the subscribers that were found last, and a context of the hive's.
    @usableFromInline
    func lookUp(
        _ type: any Any.Type,
        _ name: String?,
        _ isPosted: Bool
    ) throws -> ((any AnyObject & Sendable)?, ModuleContext) {
        if !isPosted { try checkRunning(EventSubject(type, name)) }
        let (known, context) = state.withLock { ($0.snapshot(of: ObjectIdentifier(type)), $0.context) }
        guard let context else { throw Self.stopped(EventSubject(type, name)) }
        return (known, context)
    }

    /// Begins a delivery that somebody wants, and tells observers.
    @usableFromInline
    func begin(
        _ type: any Any.Type,
        _ name: String?,
        _ context: ModuleContext,
        _ tally: EventTally,
        _ isPosted: Bool
    ) throws -> EventDelivery {
        let (subject, around) = (EventSubject(type, name), ActivityScope.current)
        try checkDepth(around, subject)
        tally.addDelivery()
        observers.notify(.init(.willTrigger, subject: .event("\(subject)")))
        let mark = ActivityScope.Mark(owner.id, .broadcast(subject))
        return EventDelivery(
            context: context,
            scope: ActivityScope(mark, inside: around),
            isPosted: isPosted,
            subject: subject,
            mark: mark,
            start: observers.isEmpty ? .zero : timer.clock.now()
        )
    }

    /// Ends a delivery, and tells observers.
    @usableFromInline
    func end(_ delivery: EventDelivery, _ tally: EventTally, failures: Int) {
        delivery.mark.end()
        tally.addFailures(failures)
        guard !observers.isEmpty else { return }
        let duration = timer.clock.now() - delivery.start
        observers.notify(.init(.didTrigger, subject: .event("\(delivery.subject)"), duration: duration))
    }

    /// Calls a handler of any kind in a task of its own; one that wants every event has no reply.
    @usableFromInline
    func callBounded<Event: HiveEvent>(
        _ handler: EventHandler<Event>,
        of subscription: Subscription,
        _ event: Event,
        _ delivery: EventDelivery
    ) async throws -> Event.Reply? {
        var scope = (subscription.context ?? delivery.context).scope
        let status = CallStatus(event: Event.self, module: subscription.module)
        scope.call = status
        let own = ModuleContext(scope: scope)
        let (subject, time, isPosted) = (delivery.subject, handler.timeout, delivery.isPosted)
        return try await run(status, subject, subscription, timeout: time, isPosted: isPosted) {
            try await handler.call(event, own)
        }
    }

    /// What a handler threw; observers are told.
    @usableFromInline
    func failure(
        _ error: any Error,
        of subscription: Subscription,
        _ event: any Any.Type
    ) -> HiveError.Failure {
        let module = subscription.module
        observers.notify(.init(.handlerFailed, module: module, subject: .event("\(event)"), error: error))
        return HiveError.Failure(module: module, step: "handler of \(event)", error: error)
    }

    // MARK: What is refused

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

    private func checkDepth(_ around: ActivityScope, _ subject: EventSubject) throws {
        guard around.depth(of: owner.id) >= Self.maximumDepth else { return }
        let chain = (around.broadcasts(of: owner.id) + [subject]).map { "\($0)" }.joined(separator: " -> ")
        let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
        throw HiveError(.nestedTooDeeply, text)
    }

    private static func stopped(_ subject: EventSubject) -> HiveError {
        HiveError(.stopped, "\(subject) cannot be triggered: the hive has stopped.")
    }
}

/// A delivery that is under way.
@usableFromInline
struct EventDelivery: Sendable {
    /// What handlers that belong to no module are given.
    @usableFromInline let context: ModuleContext
    /// What the handlers' tasks belong to.
    @usableFromInline let scope: ActivityScope
    @usableFromInline let isPosted: Bool
    let subject: EventSubject
    let mark: ActivityScope.Mark
    let start: Duration
}

/// How far a delivery has come.
@usableFromInline
struct DeliveryProgress<Reply: Sendable> {
    @usableFromInline let stopsAtFirstFailure: Bool
    /// The place of the next handler.
    @usableFromInline var next = 0
    @usableFromInline var answers: [EventOutcome<Reply>.Answer] = []
    @usableFromInline var failures: [HiveError.Failure] = []
    @usableFromInline var handlerCount = 0
    /// Whose handlers are being called: whoever takes them down waits until the delivery has left them (C31).
    @usableFromInline var inside: Owner?

    @inlinable
    init(stopsAtFirstFailure: Bool) { self.stopsAtFirstFailure = stopsAtFirstFailure }

    /// Goes on to the handler of a subscription.
    @inlinable
    mutating func enter(_ subscription: Subscription) {
        next += 1
        if subscription.owner !== inside { move(to: subscription.owner) }
    }

    @usableFromInline
    mutating func move(to owner: Owner?) {
        inside?.calls.leave()
        owner?.calls.enter()
        inside = owner
    }

    /// Keeps what a handler has answered; nil where it gives no reply.
    @inlinable
    mutating func add(_ reply: Reply?, of subscription: Subscription) {
        if let reply, Reply.self != Void.self { answers.append((subscription.module, reply)) }
    }

    @inlinable
    mutating func add(_ failure: HiveError.Failure) {
        failures.append(failure)
        if stopsAtFirstFailure { next = .max }
    }

    @inlinable var outcome: EventOutcome<Reply> {
        EventOutcome(answers: answers, failures: failures, handlerCount: handlerCount)
    }
}

@available(*, unavailable)
extension DeliveryProgress: Sendable {}
