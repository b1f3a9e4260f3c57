// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Whether somebody still waits for a handler that has a time budget; its contexts ask (C34).
final class CallMark: Sendable {
    /// The handler, for errors.
    let name: String
    private let abandoned = Atomic<Bool>(false)

    init(_ name: String) {
        self.name = name
    }

    var isAbandoned: Bool { abandoned.load(ordering: .sequentiallyConsistent) }

    func abandon() { abandoned.store(true, ordering: .sequentiallyConsistent) }
}

/// One call of an asynchronous handler that has a time budget (C34).
///
/// The handler has a task of its own, which is cancelled at the budget; when it has not returned after the grace, nobody
/// waits for it.
final class BudgetedCall<Reply: Sendable>: Sendable {
    /// How the call ended, for whoever waits.
    enum End: Sendable {
        case returned(Result<Reply, any Error>)
        /// It returned, after its time was up.
        case late(Result<Reply, any Error>, elapsed: Duration)
        case abandoned(elapsed: Duration)
    }

    private struct State {
        var end: End?
        /// Whether the handler was told to return.
        var isTimedOut = false
        var waiter: CheckedContinuation<End, Never>?
    }

    private let clock: HiveClock
    private let budget: Duration
    private let grace: Duration
    private let mark: CallMark
    private let state = Mutex(State())

    init(_ clock: HiveClock, budget: Duration, grace: Duration, mark: CallMark) {
        self.clock = clock
        self.budget = budget
        self.grace = grace
        self.mark = mark
    }

    /// Runs a handler and returns when it has, or when nobody is to wait any longer.
    ///
    /// - Parameters:
    ///   - handler: What has to return in time.
    ///   - returnedLate: Is told what came of a handler that returned when nobody waited any more.
    /// - Returns: How the call ended.
    func run(
        _ handler: @escaping @Sendable () async throws -> Reply,
        returnedLate: @escaping @Sendable (_ elapsed: Duration, (any Error)?) -> Void
    ) async -> End {
        let began = clock.now()
        // Belongs to the broadcast; cancelled with the caller's task, and at the budget.
        let task = Task {
            let result: Result<Reply, any Error>
            do {
                result = .success(try await handler())
            } catch {
                result = .failure(error)
            }
            let elapsed = clock.now() - began
            guard !end({ $0 ? .late(result, elapsed: elapsed) : .returned(result) }) else { return }
            guard case .failure(let error) = result else { return returnedLate(elapsed, nil) }
            returnedLate(elapsed, error)
        }
        // Cancelled when the call ends.
        let watchdog = Inside.detach {
            Task {
                do {
                    try await clock.sleep(began + budget)
                    let cancelled = clock.now()
                    guard timeOut() else { return }
                    task.cancel()
                    try await clock.sleep(cancelled + grace)
                } catch {
                    return
                }
                let elapsed = clock.now() - began
                end { _ in
                    mark.abandon()
                    return .abandoned(elapsed: elapsed)
                }
            }
        }
        defer { watchdog.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    if state.end == nil { state.waiter = continuation }
                    return state.end
                }
                if let end { continuation.resume(returning: end) }
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// Notes that the time is up, unless the call has ended.
    private func timeOut() -> Bool {
        state.withLock { state in
            if state.end == nil { state.isTimedOut = true }
            return state.isTimedOut
        }
    }

    /// Ends the call, unless it has ended; the end may depend on whether its time was up.
    @discardableResult
    private func end(_ make: (_ isTimedOut: Bool) -> End) -> Bool {
        let (isFirst, waiter, end) = state.withLock { state in
            guard state.end == nil else { return (false, nil as CheckedContinuation<End, Never>?, nil as End?) }
            let end = make(state.isTimedOut)
            state.end = end
            defer { state.waiter = nil }
            return (true, state.waiter, end)
        }
        if let end { waiter?.resume(returning: end) }
        return isFirst
    }
}
