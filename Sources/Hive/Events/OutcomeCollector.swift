// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What handlers threw so far, and how many were called; what they answered, their callers keep, who know its type.
@usableFromInline
struct OutcomeCollector {
    private let observers: Observers
    private let stopsAtFirstFailure: Bool
    private let event: any Any.Type
    private(set) var failures: [HiveError.Failure] = []
    /// How many handlers were called.
    @usableFromInline var handlerCount = 0

    init(_ event: any Any.Type, observers: Observers, stopsAtFirstFailure: Bool) {
        self.event = event
        self.observers = observers
        self.stopsAtFirstFailure = stopsAtFirstFailure
    }

    /// Keeps a failure, and returns whether the delivery ends.
    @usableFromInline
    mutating func add(_ error: any Error, from subscription: AnySubscription) -> Bool {
        let module = subscription.owner.name
        failures.append(.init(module: module, step: "handler of \(event)", error: error))
        observers.notify(.init(.handlerFailed, module: module, subject: "\(event)", error: error))
        return stopsAtFirstFailure
    }
}

/// Not `Sendable`: it belongs to one delivery.
@available(*, unavailable)
extension OutcomeCollector: Sendable {}
