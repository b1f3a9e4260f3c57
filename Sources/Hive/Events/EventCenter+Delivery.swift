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
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to given: SubscriberSnapshot<Event>? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool = false,
        isPosted: Bool
    ) async throws -> EventOutcome<Event.Reply> {
        let subject = EventSubject(Event.self, name)
        if !isPosted { try checkRunning(subject) }
        let (known, context) = state.withLock { ($0.snapshot(of: ObjectIdentifier(Event.self)), $0.context) }
        guard let context else { throw Self.stopped(subject) }
        let snapshot = given ?? known as? SubscriberSnapshot<Event> ?? makeSnapshot(of: Event.self)
        if snapshot.subscribers.isEmpty {
            snapshot.tally.addDelivery()
            return EventOutcome()
        }
        let around = ActivityScope.current
        try checkDepth(around, subject)
        snapshot.tally.addDelivery()
        observers.notify(.init(.willTrigger, subject: "\(subject)"))
        let start = observers.isEmpty ? .zero : timer.clock.now()
        let broadcast = ActivityScope.Mark(hive, .broadcast(subject))
        let outcome = await ActivityScope.$current.withValue(ActivityScope(broadcast, inside: around)) {
            await callHandlers(snapshot, event, subject, context, stopAtFirstFailure, isPosted)
        }
        broadcast.end()
        snapshot.tally.addFailures(outcome.failures.count)
        if !observers.isEmpty {
            let duration = timer.clock.now() - start
            observers.notify(.init(.didTrigger, subject: "\(subject)", duration: duration))
        }
        return outcome
    }

    private func callHandlers<Event: HiveEvent>(
        _ snapshot: SubscriberSnapshot<Event>,
        _ event: Event,
        _ subject: EventSubject,
        _ context: ModuleContext,
        _ stopAtFirstFailure: Bool,
        _ isPosted: Bool
    ) async -> EventOutcome<Event.Reply> {
        var answers: [EventOutcome<Event.Reply>.Answer] = []
        var failures: [HiveError.Failure] = []
        var handlerCount = 0
        // Whose handlers are being called: whoever takes them down waits until the delivery has left them (C31).
        var inside: Owner?
        defer { inside?.calls.leave() }
        for (subscription, handler) in snapshot.subscribers {
            if subscription.owner !== inside {
                inside?.calls.leave()
                subscription.owner.calls.enter()
                inside = subscription.owner
            }
            guard subscription.isActive, !isPosted || !isLeftOutByStop(subscription) else { continue }
            handlerCount += 1
            let context = subscription.context ?? context
            do {
                let reply: Event.Reply
                switch handler {
                case .synchronous(let handler) where !isPosted:
                    reply = try handler(event, context)
                case .asynchronous(let handler, nil) where !isPosted:
                    reply = try await handler(event, context)
                case .every(let receive) where !isPosted:
                    try await receive(event, context)
                    continue
                default:
                    let own = try await call(handler, of: subscription, event, subject, context, isPosted)
                    guard let own else { continue }
                    reply = own
                }
                if Event.Reply.self != Void.self { answers.append((subscription.module, reply)) }
            } catch {
                failures.append(failure(error, of: subscription, Event.self))
                if stopAtFirstFailure { break }
            }
        }
        return EventOutcome(answers: answers, failures: failures, handlerCount: handlerCount)
    }

    /// Calls a handler of any kind in a task of its own; one that wants every event has no reply.
    private func call<Event: HiveEvent>(
        _ handler: EventHandler<Event>,
        of subscription: Subscription,
        _ event: Event,
        _ subject: EventSubject,
        _ context: ModuleContext,
        _ isPosted: Bool
    ) async throws -> Event.Reply? {
        let mark = CallMark(event: Event.self, module: subscription.module)
        var scope = context.scope
        scope.call = mark
        let own = ModuleContext(scope: scope)
        var timeout: Duration?
        if case .asynchronous(_, let given) = handler { timeout = given }
        let call = HandlerCall(mark, subject, subscription, timeout: timeout, timer, grace: grace)
        return try await run(call, isPosted: isPosted) {
            switch handler {
            case .synchronous(let handler): return try handler(event, own)
            case .asynchronous(let handler, _): return try await handler(event, own)
            case .every(let receive):
                try await receive(event, own)
                return nil
            }
        }
    }

    /// What a handler threw; observers are told.
    private func failure(
        _ error: any Error,
        of subscription: Subscription,
        _ event: any Any.Type
    ) -> HiveError.Failure {
        let module = subscription.module
        observers.notify(.init(.handlerFailed, module: module, subject: "\(event)", error: error))
        return HiveError.Failure(module: module, step: "handler of \(event)", error: error)
    }

    // MARK: What is refused

    func checkRunning(_ subject: EventSubject) throws {
        switch stage.current.events {
        case .queued:
            let text = "\(subject) cannot be triggered before the hive runs; post it, and it is delivered then."
            throw HiveError(.invalidState, text)
        case .over:
            throw Self.stopped(subject)
        case .delivered, .postponed, .finishing:
            break
        }
    }

    private func checkDepth(_ around: ActivityScope, _ subject: EventSubject) throws {
        guard around.depth(of: hive) >= Self.maximumDepth else { return }
        let chain = (around.broadcasts(of: hive) + [subject]).map { "\($0)" }.joined(separator: " -> ")
        let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
        throw HiveError(.nestedTooDeeply, text)
    }

    private static func stopped(_ subject: EventSubject) -> HiveError {
        HiveError(.stopped, "\(subject) cannot be triggered: the hive has stopped.")
    }
}
