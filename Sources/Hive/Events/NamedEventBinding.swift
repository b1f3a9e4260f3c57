// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a name stands for, and who has said so.
struct NamedEventBinding: Sendable {
    enum Target: Sendable, CustomStringConvertible {
        case type(any (HiveEvent & Decodable).Type)
        /// One subscription for all deliveries, so that it ends with its module, also for one that is about to call it;
        /// these are counted here, where those of a type are counted with the type.
        case handler(Subscription, EventTally)

        var description: String { if case .type(let type) = self { "\(type)" } else { "a handler" } }
    }

    let owner: Owner
    let origin: Origin
    let target: Target

    /// Where deliveries to a handler are counted.
    var tally: EventTally? { if case .handler(_, let tally) = target { tally } else { nil } }
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
        return try await deliver(named, boundTo: binding(of: named.name).target, stopAtFirstFailure, isPosted: false)
    }

    /// Puts what a name is bound to into the queue.
    func post(named: NamedEvent) throws {
        let subject = EventSubject.name(named.name)
        let target = try telling(of: subject) { try binding(of: named.name).target }
        try enqueue(subject) { _ = try await $0.deliver(named, boundTo: target, false, isPosted: true) }
    }

    private func deliver(
        _ named: NamedEvent,
        boundTo target: NamedEventBinding.Target,
        _ stopAtFirstFailure: Bool,
        isPosted: Bool
    ) async throws -> EventOutcome<any Sendable> {
        func delivered<Event: HiveEvent & Decodable>(_ type: Event.Type) async throws -> EventOutcome<any Sendable> {
            // The payload's decoding is the application's code, too: for a posted event it has a task and a time.
            let decode = { @Sendable in
                try named.payload.decoded(as: type, failure: "The payload of \(named.name.quoted) is no \(type).") {
                    "\($0)."
                }
            }
            let (subject, status) = (EventSubject.name(named.name), CallStatus(event: type, module: nil))
            let event = try await isPosted ? run(status, subject, nil, timeout: nil, isPosted: true, decode) : decode()
            let outcome = try await deliver(event, stopAtFirstFailure: stopAtFirstFailure, isPosted: isPosted)
            return EventOutcome(
                answers: outcome.answers.map { ($0.module, $0.reply) },
                failures: outcome.failures,
                handlerCount: outcome.handlerCount
            )
        }
        switch target {
        case .type(let type): return try await delivered(type)
        case .handler(let subscription, let tally):
            let others = state.withLock { $0.subscribers(of: NamedEvent.self) }
            return try await deliver(
                named,
                to: SubscriberSnapshot(others + [subscription], tally: tally),
                name: named.name,
                stopAtFirstFailure: stopAtFirstFailure,
                isPosted: isPosted
            )
        }
    }

    func binding(of name: String) throws -> NamedEventBinding {
        let (binding, known) = state.withLock { ($0.binding(of: name), Array($0.bindings.keys)) }
        if let binding { return binding }
        let advice = nearestName(to: name, among: known.sorted()).map { " Did you mean \($0.quoted)?" } ?? ""
        let text = "No event has the name \(name.quoted).\(advice) Bind it in a module's setUp."
        throw HiveError(.unknownEventName, text)
    }
}
