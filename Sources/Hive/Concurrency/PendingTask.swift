// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A task that is decided on under a lock, and made when that is open again.
///
/// Whoever cancels a task holds the runtime's lock of it while its cancellation handlers run, and these may wait for a
/// lock of ours; to make a task for somebody, or to bind a task-local value, may need the runtime's lock. So neither is
/// done under a lock, nor is a task cancelled or resumed there.
final class PendingTask: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var isCancelled = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Makes the task, once, also when it is cancelled already.
    func begin(_ make: () -> Task<Void, Never>) {
        let task = make()
        let (isCancelled, waiters) = state.withLock { state in
            state.task = task
            defer { state.waiters = [] }
            return (state.isCancelled, state.waiters)
        }
        if isCancelled { task.cancel() }
        for waiter in waiters { waiter.resume() }
    }

    /// Cancels the task, or has it cancelled when it is made.
    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Returns when the task has been made and has ended.
    nonisolated(nonsending) func wait() async {
        await withCheckedContinuation { continuation in
            let isMade = state.withLock { state in
                if state.task == nil { state.waiters.append(continuation) }
                return state.task != nil
            }
            if isMade { continuation.resume() }
        }
        await state.withLock { $0.task }?.value
    }
}
