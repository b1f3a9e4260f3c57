// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A call of the application's code in a task of its own: of a handler that has a timeout (C34), or of anything that is
/// called for a posted event, which has to return in time once the hive stops (C31).
///
/// The task is cancelled at the deadline; when the code has not returned after the grace, it is abandoned. A call that
/// returns in time costs that task and an entry in the hive's timer, and leaves nothing behind.
///
/// It is not generic over what the code returns: the runtime would look up the types of state, result and closures anew
/// for every call, which takes longer than the call.
final class HandlerCall: DeadlineListener {
    private typealias Outcome = Result<any Sendable, any Error>

    private enum End {
        case returned(Outcome)
        /// It returned, after its time was up.
        case late(Outcome)
        case abandoned
    }

    private struct State {
        var deadline: Deadline?
        /// The stop that has given the call its deadline.
        var stop: StopDelivery?
        /// When the code is abandoned; nil until it is cancelled at the deadline.
        var graceEnd: Duration?
        /// The entry in the timer of the deadline, or then of the grace's end.
        var alarm: DeadlineTimer.Key?
        var task: Task<Void, Never>?
        var waiter: CheckedContinuation<End, Never>?
        var end: End?

        /// Whether the code has had its time.
        func isOver(at now: Duration) -> Bool { graceEnd != nil || deadline.map { $0.time <= now } ?? false }
    }

    private let mark: CallMark
    private let subject: EventSubject
    /// Whose handler it is; nil for the decoding of a payload.
    private let handler: Subscription?
    private let timer: DeadlineTimer
    private let grace: Duration
    private let began: Duration
    private let state: Mutex<State>

    init(
        _ mark: CallMark,
        _ subject: EventSubject,
        _ handler: Subscription?,
        timeout: Duration?,
        _ timer: DeadlineTimer,
        grace: Duration
    ) {
        self.mark = mark
        self.subject = subject
        self.handler = handler
        self.timer = timer
        self.grace = grace
        let began = timer.clock.now()
        self.began = began
        let own = timeout.map { Deadline(time: began.adding($0), timeout: $0, name: "its timeout") }
        state = Mutex(State(deadline: own))
    }

    /// Runs the code and returns when it has, or when it was abandoned.
    ///
    /// - Throws: What the code throws, or ``HiveError`` with ``HiveErrorCode/timedOut``.
    func run<Reply: Sendable>(
        _ body: @escaping @Sendable () async throws -> Reply,
        _ observers: Observers
    ) async throws -> Reply {
        switch await run({ try await body() }, observers) {
        case .returned(let outcome):
            guard let reply = try outcome.get() as? Reply else {
                preconditionFailure("A handler of \(subject) returned something else.")
            }
            return reply
        case .late(.failure(let error)) where !(error is CancellationError):
            throw timedOut(failures: [HiveError.Failure(module: handler?.module, step: step, error: error)])
        case .late:
            throw timedOut()
        case .abandoned:
            throw timedOut(HiveError.abandonment(after: grace))
        }
    }

    private func run(_ body: @escaping @Sendable () async throws -> any Sendable, _ observers: Observers) async -> End {
        // Belongs to the broadcast; cancelled with the caller's task, and at the deadline.
        let task = Task {
            let outcome: Outcome
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            let now = timer.clock.now()
            // It may come back before the timer has rung; its time was up all the same.
            if end({ $0.isOver(at: now) ? .late(outcome) : .returned(outcome) }) { return }
            let elapsed = now.subtracting(began)
            let error: (any Error)? = if case .failure(let error) = outcome { error } else { nil }
            observers.notify(
                .init(
                    .handlerReturnedLate,
                    module: handler?.module,
                    subject: "\(subject)",
                    duration: elapsed,
                    error: error
                )
            )
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state -> End? in
                    if let end = state.end { return end }
                    state.waiter = continuation
                    state.task = task
                    state.alarm = state.deadline.map { timer.insert(self, at: $0.time) }
                    return nil
                }
                if let end { continuation.resume(returning: end) } else { timer.arm(now: began) }
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Gives the call the time that a stop has for it, from a moment on; it may be under way.
    func limit(by stop: StopDelivery, from now: Duration) {
        let old = state.withLock { state -> DeadlineTimer.Key? in
            guard state.end == nil, state.graceEnd == nil else { return nil }
            state.stop = stop
            state.deadline = stop.deadline(own: state.deadline, from: now)
            // One that has not begun sets the timer when it does.
            guard state.task != nil, let deadline = state.deadline else { return nil }
            defer { state.alarm = timer.insert(self, at: deadline.time) }
            return state.alarm
        }
        if let old { timer.remove(old) }
        timer.arm(now: timer.clock.now())
    }

    /// Cancels the code when its time is up, and abandons it when its grace is.
    func timeHasCome() {
        let now = timer.clock.now()
        let (task, isGraceOver) = state.withLock { state -> (Task<Void, Never>?, Bool) in
            // A deadline that a sooner one has replaced may come too late to be withdrawn.
            if let graceEnd = state.graceEnd { return (nil, graceEnd <= now) }
            guard state.end == nil, state.isOver(at: now) else { return (nil, false) }
            let graceEnd = now.adding(grace)
            state.graceEnd = graceEnd
            state.alarm = timer.insert(self, at: graceEnd)
            return (state.task, false)
        }
        if let task {
            timer.arm(now: now)
            task.cancel()
        } else if isGraceOver {
            end { _ in
                mark.abandon()
                return .abandoned
            }
        }
    }

    /// Ends the call, unless it has ended; the end may depend on whether its time was up.
    @discardableResult
    private func end(_ make: (State) -> End) -> Bool {
        let ended = state.withLock { state -> (State, End)? in
            guard state.end == nil else { return nil }
            let old = state
            let end = make(old)
            state.end = end
            (state.alarm, state.task, state.waiter) = (nil, nil, nil)
            return (old, end)
        }
        guard let (old, end) = ended else { return false }
        if let alarm = old.alarm { timer.remove(alarm) }
        old.waiter?.resume(returning: end)
        return true
    }

    // MARK: Errors

    private var step: String { "handler of \(subject)" }

    /// Why the call has failed, which did not return in time; a stop keeps it, and calls the handler no more.
    private func timedOut(_ addition: String = "", failures: [HiveError.Failure] = []) -> HiveError {
        let (deadline, stop) = state.withLock { ($0.deadline, $0.stop) }
        guard let deadline else { preconditionFailure("A call without a deadline has run out of time.") }
        let elapsed = timer.clock.now().subtracting(deadline.time.subtracting(deadline.timeout)).short
        let time = "\(elapsed) of \(deadline.timeout.short)."
        guard let stop else {
            let text = "\(mark.name) took longer than \(deadline.name): \(time)"
            return HiveError(.timedOut, text + addition, failures: failures)
        }
        let name = handler.map { "handler of \(subject) in \($0.module ?? "hive")" } ?? "decoding of \(subject)"
        let text = "The \(name) took longer than \(deadline.name) allows: \(time)"
        let error = HiveError(.timedOut, text + addition, failures: failures)
        stop.add(.init(module: handler?.module, step: step, error: error), leavingOut: handler)
        return error
    }
}
