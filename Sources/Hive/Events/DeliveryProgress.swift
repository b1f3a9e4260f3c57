// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How far a delivery has come, and what came of it; the answers its caller keeps, who knows their type.
@usableFromInline
struct DeliveryProgress {
    private let stopsAtFirstFailure: Bool
    /// The run that comes next.
    private(set) var nextRun = 0
    /// What handlers threw.
    @usableFromInline private(set) var failures: [HiveError.Failure] = []
    /// How many handlers were called.
    @usableFromInline var handlerCount = 0

    @usableFromInline
    init(stopsAtFirstFailure: Bool) {
        self.stopsAtFirstFailure = stopsAtFirstFailure
    }

    /// Goes on to the next run.
    mutating func advance() { nextRun += 1 }

    /// Has no further handler called.
    mutating func end() { nextRun = .max }

    /// Keeps a failure, and returns whether the delivery ends.
    fileprivate mutating func add(_ failure: HiveError.Failure) -> Bool {
        failures.append(failure)
        if stopsAtFirstFailure { end() }
        return stopsAtFirstFailure
    }
}

/// Not `Sendable`: it belongs to one delivery.
@available(*, unavailable)
extension DeliveryProgress: Sendable {}

extension EventCenter {
    /// Notes what a handler threw, and tells observers; returns whether the delivery ends.
    @usableFromInline
    @discardableResult
    func add(
        _ error: any Error,
        from subscription: AnySubscription,
        of event: any Any.Type,
        to progress: inout DeliveryProgress
    ) -> Bool {
        let module = subscription.owner.name
        observers.notify(.init(.handlerFailed, module: module, subject: "\(event)", error: error))
        return progress.add(.init(module: module, step: "handler of \(event)", error: error))
    }
}
