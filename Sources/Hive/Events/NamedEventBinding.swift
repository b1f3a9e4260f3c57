// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a name stands for: a type of events, or one handler.
final class NamedEventBinding: Sendable {
    let owner: Owner
    let origin: Origin
    let target: String
    /// The handler, where the name stands for one; it ends with the binding.
    let subscription: Subscription?
    /// Where the deliveries to the handler are counted; those of a type are counted with the type.
    let tally: EventTally?
    /// Delivers it; the third argument says whether to stop at the first failure, the last one whether it was posted.
    let deliver: @Sendable (EventCenter, NamedEvent, Bool, Bool) async throws -> EventOutcome<any Sendable>

    init<Event: HiveEvent & Decodable>(to type: Event.Type, owner: Owner, at origin: Origin) {
        self.owner = owner
        self.origin = origin
        target = "\(type)"
        subscription = nil
        tally = nil
        deliver = { center, named, stopAtFirstFailure, isPosted in
            let event = try await center.decode(named, as: type, isPosted: isPosted)
            let outcome = try await center.deliver(event, stopAtFirstFailure: stopAtFirstFailure, isPosted: isPosted)
            return EventOutcome(
                answers: outcome.answers.map { ($0.module, $0.reply) },
                failures: outcome.failures,
                handlerCount: outcome.handlerCount
            )
        }
    }

    init(
        _ name: String,
        owner: Owner,
        at origin: Origin,
        context: ModuleContext,
        handler: @escaping @Sendable (NamedEvent, ModuleContext) async throws -> any Sendable
    ) {
        self.owner = owner
        self.origin = origin
        target = "a handler"
        // One for all deliveries, so that it ends with its module, also for one that is about to call it.
        let subscription = Subscription(
            owner: owner,
            sequence: .max,
            context: context,
            handler: EventHandler<NamedEvent>.asynchronous(handler)
        )
        self.subscription = subscription
        let tally = EventTally()
        self.tally = tally
        deliver = { center, named, stopAtFirstFailure, isPosted in
            let others = center.state.withLock { $0.subscribers(of: NamedEvent.self) }
            return try await center.deliver(
                named,
                to: SubscriberSnapshot(others + [subscription], tally: tally),
                name: name,
                stopAtFirstFailure: stopAtFirstFailure,
                isPosted: isPosted
            )
        }
    }
}

extension NamedEvent {
    fileprivate func decode<Event: HiveEvent & Decodable>(_ type: Event.Type) throws -> Event {
        try payload.decoded(as: type, failure: "The payload of \(name.quoted) is no \(type).") { "\($0)." }
    }
}

extension EventCenter {
    func bind(_ name: String, _ binding: NamedEventBinding, _ scope: HookScope) throws {
        try state.withLock { state in
            // Under the lock, as subscriptions are.
            try scope.check("binds an event's name")
            guard let existing = state.bindings[name] else {
                state.bindings[name] = binding
                return
            }
            let text = """
                The name \(name.quoted) is bound to \(existing.target) at \(existing.origin) by \
                \(existing.owner.displayName), and cannot be bound to \(binding.target) as well.
                """
            throw HiveError(.duplicateEventName, text, at: binding.origin)
        }
    }

    /// Delivers what a name is bound to.
    @usableFromInline
    func trigger(named: NamedEvent, _ stopAtFirstFailure: Bool) async throws -> EventOutcome<any Sendable> {
        try checkRunning(.name(named.name))
        return try await binding(of: named.name).deliver(self, named, stopAtFirstFailure, false)
    }

    /// Puts what a name is bound to into the queue.
    func post(named: NamedEvent) throws {
        let subject = EventSubject.name(named.name)
        let binding = try telling(of: subject) { try self.binding(of: named.name) }
        try enqueue(subject) { _ = try await binding.deliver($0, named, false, true) }
    }

    /// Decodes a payload, which is the application's code, too: for a posted event it has a task and a time.
    fileprivate func decode<Event: HiveEvent & Decodable>(
        _ named: NamedEvent,
        as type: Event.Type,
        isPosted: Bool
    ) async throws -> Event {
        guard isPosted else { return try named.decode(type) }
        let call = HandlerCall(type, .name(named.name), nil, timeout: nil, in: self)
        return try await run(call, isPosted: true) { try named.decode(type) }
    }

    func binding(of name: String) throws -> NamedEventBinding {
        let (binding, known) = state.withLock { ($0.binding(of: name), Array($0.bindings.keys)) }
        if let binding { return binding }
        let advice = nearestName(to: name, among: known.sorted()).map { " Did you mean \($0.quoted)?" } ?? ""
        let text = "No event has the name \(name.quoted).\(advice) Bind it in a module's setUp."
        throw HiveError(.unknownEventName, text)
    }
}

extension EventSubject {
    /// An event of a type, or one that came by a name.
    init(_ type: any Any.Type, _ name: String?) {
        self = name.map { .name($0) } ?? .type(type)
    }
}
