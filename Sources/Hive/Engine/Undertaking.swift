// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A start, a stop or an operation, which one task runs, and for whose end others wait.
///
/// It needs no task of its own, because a change of tasks takes longer than most hooks.
final class Undertaking: Sendable {
    private struct State {
        var isOver = false
        var error: (any Error)?
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs it, once, in the calling task, and lets those go on who wait for its end.
    func run(_ body: () async throws -> Void) async throws {
        var failure: (any Error)?
        do {
            try await body()
        } catch {
            failure = error
        }
        let waiters = state.withLock { state in
            state.isOver = true
            state.error = failure
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        if let failure { throw failure }
    }

    /// Returns when it is over, however it has ended; to be cancelled changes nothing.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if !state.isOver { state.waiters.append(continuation) }
                return state.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// What it has thrown, once it is over.
    var error: (any Error)? { state.withLock { $0.error } }

    /// Returns when it is over, or throws what it has thrown.
    func waitForSuccess() async throws {
        await wait()
        if let error { throw error }
    }
}
