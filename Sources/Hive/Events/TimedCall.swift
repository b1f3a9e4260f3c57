// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// One call of an asynchronous handler that has a timeout (C34).
///
/// The handler has a task of its own, which is cancelled at the timeout; when it has not returned after the grace, it
/// is abandoned. A call that returns in time costs that task and an entry in the hive's timer, and leaves nothing
/// behind.
///
/// It is not generic over what the handler returns: the runtime would look up the types of state, result and closures
/// anew for every call, which takes longer than the call.
final class TimedCall: DeadlineListener {
    /// What the handler returned or threw.
    typealias Outcome = Result<any Sendable, any Error>

    /// How the call ended, for whoever waits.
    enum End: Sendable {
        case returned(Outcome)
        /// It returned, after its time was up.
        case late(Outcome, elapsed: Duration)
        case abandoned(elapsed: Duration)
    }

    private struct State {
        var end: End?
        var task: Task<Void, Never>?
        /// The timeout's entry in the timer, then the grace's.
        var deadline: DeadlineTimer.Key?
        /// Whether the handler was told to return.
        var isTimedOut = false
        var waiter: CheckedContinuation<End, Never>?
    }

    private let timer: DeadlineTimer
    private let timeout: Duration
    private let grace: Duration
    private let mark: CallMark
    private let began: Duration
    private let state = Mutex(State())

    init(_ timer: DeadlineTimer, timeout: Duration, grace: Duration, mark: CallMark) {
        self.timer = timer
        self.timeout = timeout
        self.grace = grace
        self.mark = mark
        began = timer.clock.now()
    }

    /// Runs a handler and returns when it has, or when it was abandoned.
    ///
    /// - Parameters:
    ///   - handler: What has to return in time.
    ///   - returnedLate: Is told what came of a handler that returned after it was abandoned.
    /// - Returns: How the call ended.
    nonisolated(nonsending)
        func run(
            _ handler: @escaping @Sendable () async throws -> any Sendable,
            returnedLate: @escaping @Sendable (_ elapsed: Duration, (any Error)?) -> Void
        ) async -> End
    {
        // Belongs to the broadcast; cancelled with the caller's task, and at the timeout.
        let task = Task {
            let result: Outcome
            do {
                result = .success(try await handler())
            } catch {
                result = .failure(error)
            }
            let elapsed = timer.clock.now().subtracting(began)
            // It may come back before the timer has rung; its time was up all the same.
            let isFirst = end { $0 || elapsed >= timeout ? .late(result, elapsed: elapsed) : .returned(result) }
            if isFirst { return }
            guard case .failure(let error) = result else { return returnedLate(elapsed, nil) }
            returnedLate(elapsed, error)
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    guard state.end == nil else { return state.end }
                    state.waiter = continuation
                    state.task = task
                    state.deadline = timer.insert(self, at: began.adding(timeout))
                    return nil
                }
                if let end { continuation.resume(returning: end) } else { timer.arm(now: began) }
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Cancels the handler when its timeout has ended, and abandons it when its grace has.
    func timeHasCome() {
        let now = timer.clock.now()
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.end == nil, !state.isTimedOut else { return nil }
            state.isTimedOut = true
            state.deadline = timer.insert(self, at: now.adding(grace))
            return state.task
        }
        if let task {
            timer.arm(now: now)
            return task.cancel()
        }
        end { _ in
            mark.abandon()
            return .abandoned(elapsed: now.subtracting(began))
        }
    }

    /// Ends the call, unless it has ended; the end may depend on whether its time was up.
    @discardableResult
    private func end(_ make: (_ isTimedOut: Bool) -> End) -> Bool {
        let ended = state.withLock { state -> (End, State)? in
            guard state.end == nil else { return nil }
            let end = make(state.isTimedOut)
            let old = state
            state = State(end: end)
            return (end, old)
        }
        guard let (end, old) = ended else { return false }
        if let deadline = old.deadline { timer.remove(deadline) }
        old.waiter?.resume(returning: end)
        return true
    }
}

extension TimedCall.Outcome {
    /// Returns what the handler returned, which is of the type that it was declared with, or throws what it threw.
    func get<Reply>(as type: Reply.Type) throws -> Reply {
        guard let reply = try get() as? Reply else {
            preconditionFailure("A handler of \(type) returned something else.")
        }
        return reply
    }
}
