// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A task that is decided on under a lock, and made when that is open again.
///
/// Whoever cancels a task holds the runtime's lock of it while its cancellation handlers run, and these may wait for a
/// lock of ours; to make a task for somebody, or to bind a task-local value, may need the runtime's lock. So neither is
/// done under a lock, nor is a task cancelled or resumed there.
final class PendingTask: Sendable {
    private let task = Gate<Task<Void, Never>>()
    private let isCancelled = Atomic(false)

    /// Makes the task, once, also when it is cancelled already.
    func begin(_ make: () -> Task<Void, Never>) {
        let made = make()
        task.open(made)
        if isCancelled.load(ordering: .sequentiallyConsistent) { made.cancel() }
    }

    /// Cancels the task, or has it cancelled when it is made.
    func cancel() {
        isCancelled.store(true, ordering: .sequentiallyConsistent)
        task.value?.cancel()
    }

    /// Returns when the task has been made and has ended.
    nonisolated(nonsending) func wait() async { await task.wait().value }
}
