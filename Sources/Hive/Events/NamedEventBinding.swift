// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a name stands for: a type of events, or one handler.
final class NamedEventBinding: Sendable {
    let owner: Owner
    let origin: Origin
    let target: String
    /// The handler, where the name stands for one; it ends with the binding.
    let subscription: AnySubscription?
    let trigger: @Sendable (EventCenter, NamedEvent) async throws -> EventOutcome<any Sendable>

    init<Event: HiveEvent & Decodable>(_ name: String, to type: Event.Type, owner: Owner, at origin: Origin) {
        self.owner = owner
        self.origin = origin
        target = "\(type)"
        subscription = nil
        trigger = { center, named in
            let outcome = try await center.deliver(try named.decode(type), stopAtFirstFailure: false)
            var erased = EventOutcome<any Sendable>()
            erased.answers = outcome.answers.map { .init(module: $0.module, reply: $0.reply) }
            erased.failures = outcome.failures
            erased.handlerCount = outcome.handlerCount
            return erased
        }
    }

    init(
        _ name: String,
        owner: Owner,
        at origin: Origin,
        context: EventContext,
        handler: @escaping @Sendable (NamedEvent, EventContext) async throws -> any Sendable
    ) {
        self.owner = owner
        self.origin = origin
        target = "a handler"
        // One for all deliveries, so that it ends with its module, also for one that is about to call it.
        let subscription = AsynchronousSubscription<NamedEvent>(
            owner: owner,
            sequence: .max,
            context: context,
            budget: nil,
            handler: handler
        )
        self.subscription = subscription
        trigger = { center, named in
            let list = SubscriberList<NamedEvent>(center.state.withLock { $0.listeners } + [subscription])
            return try await center.deliver(named, to: list, name: name, stopAtFirstFailure: false)
        }
    }
}

extension NamedEvent {
    fileprivate func decode<Event: HiveEvent & Decodable>(_ type: Event.Type) throws -> Event {
        do {
            return try ConfigurationDecoder().decode(type, from: payload)
        } catch let error as ConfigurationDecodingError {
            let problems = error.problems.map { Problem(.error, .invalidValue, at: nil, "\($0.path): \($0.message)") }
            throw HiveError(.invalidValue, "The payload of \"\(name)\" is no \(type).", problems: problems)
        }
    }
}

extension EventCenter {
    func bind(_ name: String, _ binding: NamedEventBinding, _ scope: HookScope) throws {
        let (existing, isOpen) = state.withLock { state -> (NamedEventBinding?, Bool) in
            // Under the lock, as subscriptions are.
            guard scope.isOpen else { return (nil, false) }
            if let existing = state.bindings[name] { return (existing, true) }
            state.bindings[name] = binding
            return (nil, true)
        }
        if !isOpen { try scope.check("binds an event's name") }
        guard let existing else { return }
        let text = """
            The name "\(name)" is bound to \(existing.target) at \(existing.origin) by \
            \(existing.owner.displayName), and cannot be bound to \(binding.target) as well.
            """
        throw HiveError(.duplicateEventName, text, at: binding.origin)
    }

    /// A named event is triggered under its name, which leads to what the name is bound to.
    @available(*, unavailable, message: "Use trigger(named:), which leads to what the name is bound to")
    public func trigger(
        _ event: NamedEvent,
        stopAtFirstFailure: Bool = false
    ) async throws -> EventOutcome<any Sendable> {
        try await trigger(named: event)
    }

    /// A named event is posted under its name, which leads to what the name is bound to.
    @available(*, unavailable, message: "Use post(named:), which leads to what the name is bound to")
    public func post(_ event: NamedEvent) throws {
        try post(named: event)
    }

    /// Delivers the event, or calls the handler, that a name is bound to.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/unknownEventName``, which says what was probably meant; with
    ///   ``HiveError/Code/invalidValue`` when the payload does not fit the event's type; and whatever
    ///   ``trigger(_:stopAtFirstFailure:)`` throws.
    public func trigger(named event: NamedEvent) async throws -> EventOutcome<any Sendable> {
        try checkRunning(.name(event.name))
        return try await binding(of: event.name).trigger(self, event)
    }

    /// Puts the event that a name is bound to into the queue; see ``post(_:)``.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/unknownEventName``, or what ``post(_:)`` throws. A payload that does
    ///   not fit is told to observers when its turn comes.
    public func post(named event: NamedEvent) throws {
        let binding = try binding(of: event.name)
        try enqueue(.name(event.name)) { center in
            _ = try await binding.trigger(center, event)
        }
    }

    private func binding(of name: String) throws -> NamedEventBinding {
        let (binding, known) = state.withLock { ($0.binding(of: name), Array($0.bindings.keys)) }
        if let binding { return binding }
        let advice = nearestName(to: name, among: known.sorted()).map { " Did you mean \"\($0)\"?" } ?? ""
        let text = "No event has the name \"\(name)\".\(advice) Bind it in a module's setUp."
        throw HiveError(.unknownEventName, text)
    }
}
