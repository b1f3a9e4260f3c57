// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What handlers answered and threw so far.
@usableFromInline
struct OutcomeCollector<Event: HiveEvent> {
    private let observers: Observers
    private let stopsAtFirstFailure: Bool
    private var answers: [(module: String?, reply: Event.Reply)] = []
    private var failures: [HiveError.Failure] = []
    /// How many handlers were called.
    @usableFromInline var handlerCount = 0

    init(observers: Observers, stopsAtFirstFailure: Bool) {
        self.observers = observers
        self.stopsAtFirstFailure = stopsAtFirstFailure
    }

    var outcome: EventOutcome<Event.Reply> {
        EventOutcome(answers: answers, failures: failures, handlerCount: handlerCount)
    }

    /// Keeps an answer, unless the event has none.
    @usableFromInline
    mutating func add(_ reply: Event.Reply, from subscription: AnySubscription) {
        if Event.Reply.self != Void.self { answers.append((subscription.module, reply)) }
    }

    /// Keeps a failure, and returns whether the delivery ends.
    @usableFromInline
    mutating func add(_ error: any Error, from subscription: AnySubscription) -> Bool {
        let module = subscription.module
        failures.append(.init(module: module, step: "handler of \(Event.self)", error: error))
        observers.notify(.init(.handlerFailed, module: module, subject: "\(Event.self)", error: error))
        return stopsAtFirstFailure
    }
}

/// Not `Sendable`: it belongs to one delivery.
@available(*, unavailable)
extension OutcomeCollector: Sendable {}
