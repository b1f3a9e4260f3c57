// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A call that has to return in time: of a hook, a handler, a shutdown, or of whatever ends a module's work.
///
/// The operation runs in a task that may be left behind, as a group cannot leave a child. At its deadline it is
/// cancelled, and when it has not returned after the grace it is abandoned: whoever waits for the call goes on without
/// it (C5). A call that returns in time costs an entry in the hive's timer, and leaves nothing behind (C61).
final class BoundedCall<Success: Sendable>: Sendable {
    /// How the call ended.
    struct Outcome: Sendable {
        /// What the operation returned or threw; nil where it was abandoned.
        let result: Result<Success, any Error>?
        /// When it ended, by the hive's clock.
        let ended: Duration
        /// How long it took.
        let elapsed: Duration
        /// The deadline that it has missed; nil where it was in time, or was told to return before.
        let missed: Deadline?
        /// Whether it was told to return, at its deadline or before.
        let isCancelled: Bool

        var isAbandoned: Bool { result == nil }

        /// What the operation threw.
        var error: (any Error)? { if case .failure(let error) = result { error } else { nil } }
    }

    /// What observers of a call are told; none is called under a lock but for ``abandoned``.
    struct Listener: Sendable {
        /// Is told that half of the time is over.
        var slow: (@Sendable (_ elapsed: Duration) -> Void)?
        /// Is told under the call's lock, before anybody else learns it, that the operation is abandoned; it calls
        /// nobody's code.
        var abandoned: (@Sendable () -> Void)?
        /// Is told, in the operation's task, that it has returned after it was abandoned.
        var returnedLate: (@Sendable (Outcome) -> Void)?
    }

    private struct State {
        var deadline: Deadline?
        var task: Task<Void, Never>?
        /// When the operation was told to return.
        var cancelled: Duration?
        /// Whether somebody was told that half of the time is over.
        var isReportedSlow = false
        var isOver = false
        /// The entry in the timer.
        var wake: DeadlineTimer.Key?
        /// Is told that the operation is abandoned, when everybody else has been.
        var left: (@Sendable (Outcome) -> Void)?
    }

    /// When the call began, by the hive's clock.
    let began: Duration
    private let timer: DeadlineTimer
    private let grace: Duration
    private let listener: Listener
    private let state: Mutex<State>

    /// Makes a call, which begins now and is to be run once.
    ///
    /// - Parameters:
    ///   - timer: The hive's timer.
    ///   - deadline: When the operation is cancelled; nil where it may take as long as it likes.
    ///   - grace: How long it may take to return when it was told to.
    ///   - began: The time, where the caller has read it.
    ///   - listener: Who is told what happens.
    init(
        _ timer: DeadlineTimer,
        deadline: Deadline?,
        grace: Duration,
        began: Duration? = nil,
        _ listener: Listener = Listener()
    ) {
        self.timer = timer
        self.grace = grace
        self.began = began ?? timer.clock.now()
        self.listener = listener
        state = Mutex(State(deadline: deadline))
    }

    /// Runs an operation, and returns when it has returned or was abandoned.
    ///
    /// - Parameters:
    ///   - followsCaller: Whether the operation's task is cancelled when the calling task is; its time stays the same.
    ///   - operation: What has to return in time; it has the task-local values of the caller.
    /// - Returns: How the call ended.
    nonisolated(nonsending)
        func run(followsCaller: Bool = true, _ operation: @escaping @Sendable () async throws -> Success) async
        -> Outcome
    {
        let end = Gate<Outcome>()
        begin { end.open($0) }
        // Ends when the operation has returned, also one that was abandoned.
        let task = Task {
            let result = await result(of: operation)
            if let outcome = see(to: timer.clock.now(), result) { end.open(outcome) }
        }
        adopt(task)
        guard followsCaller else { return await end.wait() }
        return await withTaskCancellationHandler {
            await end.wait()
        } onCancel: {
            task.cancel()
        }
    }

    /// Runs an operation in the calling task, which is cancelled when the operation is told to return.
    ///
    /// - Parameters:
    ///   - task: The calling task.
    ///   - operation: What has to return in time.
    ///   - left: Is told, under no lock, that the operation is abandoned, so that somebody goes on for the task.
    /// - Returns: How the call ended; nil where it was abandoned.
    nonisolated(nonsending)
        func run(
            in task: Task<Void, Never>,
            _ operation: @Sendable () async throws -> Success,
            left: @escaping @Sendable (Outcome) -> Void
        ) async -> Outcome?
    {
        begin(left)
        adopt(task)
        let result = await result(of: operation)
        return see(to: timer.clock.now(), result)
    }

    /// Tells the operation to return; when it has not after the grace, it is abandoned.
    ///
    /// It does nothing when the operation was told so before, or the call is over.
    func cancel() {
        let now = timer.clock.now()
        see(to: now) { if $0.cancelled == nil { $0.cancelled = now } }
    }

    /// Gives the operation another deadline, unless it was told to return, or the call is over.
    ///
    /// - Parameter change: Says which; called under the call's lock, at most once, and calls nobody's code.
    func bound(_ change: (Deadline?) -> Deadline?) {
        see(to: timer.clock.now()) { if $0.cancelled == nil { $0.deadline = change($0.deadline) } }
    }

    /// Whether the operation is within its time, or within its grace; one without a deadline may hang for good.
    var hasTimeLeft: Bool {
        let now = timer.clock.now()
        return state.withLock { state in
            if state.isOver { return true }
            let end = state.cancelled.map { $0.adding(grace) } ?? state.deadline?.time
            return end.map { now < $0 } ?? false
        }
    }

    /// Whether the operation has returned, or was abandoned.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Makes a change, and does what is due by now.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - result: What the operation has returned or thrown; nil while it runs.
    ///   - change: Is made under the call's lock, unless the call is over.
    /// - Returns: How the call has ended, if it has by this.
    @discardableResult
    private func see(
        to now: Duration,
        _ result: Result<Success, any Error>? = nil,
        _ change: (inout State) -> Void = { _ in }
    ) -> Outcome? {
        var (isSlow, isArmed) = (false, false)
        var (task, wake): (Task<Void, Never>?, DeadlineTimer.Key?) = (nil, nil)
        var (outcome, late): (Outcome?, Outcome?) = (nil, nil)
        var left: (@Sendable (Outcome) -> Void)?
        state.withLock { state in
            if state.isOver {
                late = result.map { end(&state, $0, at: now) }
                return
            }
            let wasCancelled = state.cancelled != nil
            change(&state)
            isSlow = takeSlow(&state, at: now)
            wake = state.wake
            if let result {
                outcome = end(&state, result, at: now)
                return
            }
            if state.cancelled == nil, let deadline = state.deadline, deadline.time <= now { state.cancelled = now }
            if !wasCancelled, state.cancelled != nil { task = state.task }
            if let cancelled = state.cancelled, cancelled.adding(grace) <= now {
                listener.abandoned?()
                left = state.left
                outcome = end(&state, nil, at: now)
            } else {
                isArmed = setWake(&state)
            }
        }
        if let late { listener.returnedLate?(late) }
        if isSlow { listener.slow?(now.subtracting(began)) }
        if let wake { timer.remove(wake) }
        if isArmed { timer.arm(now: now) }
        task?.cancel()
        if let outcome { left?(outcome) }
        return outcome
    }

    /// Begins, before the operation does, so that whoever it tells so can rely on it.
    private func begin(_ left: @escaping @Sendable (Outcome) -> Void) {
        state.withLock { $0.left = left }
        see(to: began)
    }

    nonisolated(nonsending)
        private func result(of operation: @Sendable () async throws -> Success) async -> Result<Success, any Error>
    {
        do { return .success(try await operation()) } catch { return .failure(error) }
    }

    /// Gives the call the task that runs its operation.
    private func adopt(_ task: Task<Void, Never>) {
        let mustCancel = state.withLock { state in
            if !state.isOver { state.task = task }
            return state.cancelled != nil
        }
        if mustCancel { task.cancel() }
    }
}

// MARK: - Under the lock

extension BoundedCall {
    /// Ends the call, and says how.
    private func end(_ state: inout State, _ result: Result<Success, any Error>?, at now: Duration) -> Outcome {
        (state.isOver, state.task, state.wake) = (true, nil, nil)
        // It may come back before the timer has rung; its time was up all the same.
        let told = state.cancelled ?? now
        let missed = state.deadline.flatMap { $0.time <= told ? $0 : nil }
        let elapsed = now.subtracting(began)
        let isCancelled = state.cancelled != nil
        return Outcome(result: result, ended: now, elapsed: elapsed, missed: missed, isCancelled: isCancelled)
    }

    /// Whether somebody is to be told that half of the time is over, which is said once.
    private func takeSlow(_ state: inout State, at now: Duration) -> Bool {
        guard let half = halfTime(state), half <= now else { return false }
        state.isReportedSlow = true
        return true
    }

    /// When somebody is to be told that half of the time is over.
    private func halfTime(_ state: State) -> Duration? {
        guard listener.slow != nil, !state.isReportedSlow, let deadline = state.deadline else { return nil }
        return began.adding(deadline.time.subtracting(began) / 2)
    }

    /// Has the timer ring when there is something to do, if there will be.
    private func setWake(_ state: inout State) -> Bool {
        let time = state.cancelled.map { $0.adding(grace) } ?? halfTime(state) ?? state.deadline?.time
        state.wake = time.map { timer.insert(at: $0) { self.see(to: self.timer.clock.now()) } }
        return time != nil
    }
}
