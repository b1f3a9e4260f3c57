// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a stop knows of its delivery of the queue: how long each call may take, and what could not be delivered (C31,
/// C52).
final class StopDelivery: Sendable {
    private struct State {
        var failures: [HiveError.Failure] = []
        /// Whom the event that is being delivered does not reach, and what stands in the way.
        var missed: [(module: String?, reason: String)] = []

        /// Notes each thing once; a module may have many handlers.
        mutating func note(_ module: String?, _ reason: String) {
            if !missed.contains(where: { $0 == (module, reason) }) { missed.append((module, reason)) }
        }
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

    /// Gives a call, which may be under way, the time that the stop has for it from a moment on, unless its own is
    /// sooner, or up.
    func limit(_ call: EventCall, from now: Duration) {
        let hives = timeout.map { Deadline(time: now.adding($0), timeout: $0, name: "the hive's timeout") }
        let whole = whole.map { Deadline(time: $0.time, timeout: max($0.time.subtracting(now), .zero), name: $0.name) }
        call.bound { own in
            let own = own.map { Deadline(time: $0.time, timeout: $0.timeout, name: "its own timeout") }
            return [own, hives, whole].reduce(nil, Deadline.sooner)
        }
    }

    /// Whether an event passes a handler, because it took too long once or the whole stop has no time left.
    func leavesOut(_ subscription: Subscription, at now: Duration) -> Bool {
        let (module, isOver) = (subscription.module, isOver(at: now))
        return state.withLock { state in
            let isKnown = subscription.tookTooLong
            let reason = isKnown ? " again, because it took too long for an event before" : ", because \(outOfTime)"
            if isKnown || isOver { state.note(module, "a handler in \(module ?? "hive") is not called\(reason)") }
            return isKnown || isOver
        }
    }

    /// Notes that an event is not delivered, because the whole stop has no time left.
    func hasNoTime() { state.withLock { $0.note(nil, outOfTime) } }

    private var outOfTime: String {
        whole.map { "\($0.name), \($0.timeout.short), has ended" } ?? "the stop has no time left"
    }

    /// Keeps what went wrong, and has the handler called no more, because the queue may be long.
    func add(_ failure: HiveError.Failure, leavingOut handler: Subscription?) {
        handler?.leaveOut()
        state.withLock { $0.failures.append(failure) }
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
        state.withLock { $0.failures.takeAll() }
    }
}
