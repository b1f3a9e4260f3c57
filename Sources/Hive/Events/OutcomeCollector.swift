// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What handlers threw so far, and how many were called; what they answered, their callers keep, who know its type.
@usableFromInline
struct OutcomeCollector {
    private let center: EventCenter
    private let stopsAtFirstFailure: Bool
    private let event: any Any.Type
    private(set) var failures: [HiveError.Failure] = []
    /// How many handlers were called.
    @usableFromInline var handlerCount = 0

    init(_ event: any Any.Type, _ center: EventCenter, stopsAtFirstFailure: Bool) {
        self.event = event
        self.center = center
        self.stopsAtFirstFailure = stopsAtFirstFailure
    }

    /// Keeps a failure, and returns whether the delivery ends.
    @usableFromInline
    mutating func add(_ error: any Error, from subscription: AnySubscription) -> Bool {
        let module = subscription.owner.name
        failures.append(.init(module: module, step: "handler of \(event)", error: error))
        center.observers.notify(.init(.handlerFailed, module: module, subject: "\(event)", error: error))
        return stopsAtFirstFailure
    }
}

/// Not `Sendable`: it belongs to one delivery.
@available(*, unavailable)
extension OutcomeCollector: Sendable {}
