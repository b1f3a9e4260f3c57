// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a stop knows of its delivery of the queue: how long each call may take, and what could not be delivered (C31,
/// C52).
@usableFromInline
final class StopDelivery: Sendable {
    /// How long a call may take, and who says so.
    struct Allowance: Sendable {
        let timeout: Duration
        let name: StaticString
    }

    private struct State {
        var failures: [HiveError.Failure] = []
        /// Handlers that took too long once; they are not called again, because the queue may be long.
        var leftOut: [ObjectIdentifier: Subscription] = [:]
        /// Whom the event that is being delivered does not reach.
        var missed: [Missed] = []

        /// Notes each thing once; a module may have many handlers.
        mutating func note(_ miss: Missed) {
            if !missed.contains(miss) { missed.append(miss) }
        }
    }

    /// A handler that an event does not reach, and what stands in the way.
    private struct Missed: Equatable {
        let module: String?
        let reason: String
    }

    /// When the stop began: the call that was under way then has its time from there.
    let began: Duration
    private let timeout: Duration?
    private let whole: Deadline?
    private let state = Mutex(State())

    init(began: Duration, timeout: Duration?, whole: Deadline?) {
        self.began = began
        self.timeout = timeout
        self.whole = whole
    }

    /// Whether the whole stop has no time left for a call.
    func isOver(at now: Duration) -> Bool { whole.map { $0.time <= now } ?? false }

    /// How long a call may take that begins at a time; nil for as long as it likes.
    ///
    /// The handler may have a timeout of its own.
    func allowance(own: Duration?, at now: Duration) -> Allowance? {
        let allowances: [Allowance?] = [
            own.map { Allowance(timeout: $0, name: "its own timeout") },
            timeout.map { Allowance(timeout: $0, name: "the hive's timeout") },
            whole.map { Allowance(timeout: max($0.time.subtracting(now), .zero), name: $0.name) },
        ]
        return allowances.compactMap { $0 }.min { $0.timeout < $1.timeout }
    }

    /// Lets an event pass a handler that took too long once.
    ///
    /// - Returns: Whether it did.
    func leavesOut(_ subscription: Subscription) -> Bool {
        state.withLock { state in
            guard state.leftOut[ObjectIdentifier(subscription)] != nil else { return false }
            let name = subscription.module ?? "hive"
            let reason = "a handler in \(name) is not called again, because it took too long for an event before"
            state.note(Missed(module: subscription.module, reason: reason))
            return true
        }
    }

    /// Notes that a handler is not called, because the whole stop has no time left.
    func hasNoTime(for subscription: Subscription) {
        let reason = "a handler in \(subscription.module ?? "hive") is not called, because \(outOfTime)"
        state.withLock { $0.note(Missed(module: subscription.module, reason: reason)) }
    }

    /// Notes that an event is not delivered, because the whole stop has no time left.
    func hasNoTime() { state.withLock { $0.note(Missed(module: nil, reason: outOfTime)) } }

    private var outOfTime: String {
        whole.map { "\($0.name), \($0.timeout.short), has ended" } ?? "the stop has no time left"
    }

    /// Keeps what went wrong, and calls no further handler.
    func add(_ failure: HiveError.Failure, leavingOut handlers: [Subscription]) {
        state.withLock { state in
            state.failures.append(failure)
            for handler in handlers { state.leftOut[ObjectIdentifier(handler)] = handler }
        }
    }

    /// Notes that the delivery of an event has ended, and returns what it did not reach.
    func end(_ subject: EventSubject) -> HiveError.Failure? {
        state.withLock { state in
            guard let first = state.missed.first else { return nil }
            let reasons = state.missed.map(\.reason).joined(separator: "; ")
            // The module, where it is the only one.
            let module = state.missed.allSatisfy { $0.module == first.module } ? first.module : nil
            let error = HiveError(.timedOut, "\(subject) was posted and not delivered everywhere: \(reasons).")
            let failure = HiveError.Failure(module: module, step: "delivery of \(subject)", error: error)
            state.failures.append(failure)
            state.missed = []
            return failure
        }
    }

    /// What went wrong since this was asked last.
    func takeFailures() -> [HiveError.Failure] {
        state.withLock { state in
            defer { state.failures = [] }
            return state.failures
        }
    }
}
