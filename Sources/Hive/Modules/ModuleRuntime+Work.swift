// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The long-running work of a module (C49).
struct ModuleWork {
    var task: Task<Void, Never>?
    var hasReturned = false
    /// Whether the hive has told the work to end; the work may cancel its own task as well.
    var isCancelled = false
    /// Whether the module is leaving, so that what the work throws no longer stops the hive.
    var isEnding = false
    /// What the work threw while it was being ended, and before it was cancelled.
    var failures: [HiveError.Failure] = []
}

extension ModuleRuntime {
    /// Starts the module's work, which ends by itself or by ``endWork()``.
    func startWork(_ body: @escaping @Sendable () async -> Void) {
        work.withLock { work in
            work.task = ActivityScope.detach {
                // Ended by the module's end, or by itself.
                Task {
                    await body()
                    self.work.withLock { $0.hasReturned = true }
                }
            }
        }
    }

    /// Notes that the module is about to leave.
    func beginEnding() { work.withLock { $0.isEnding = true } }

    /// Whether the module is about to leave, or has left.
    var isEnding: Bool { work.withLock { $0.isEnding } }

    /// Whether the hive has told the work to end.
    var isWorkCancelled: Bool { work.withLock { $0.isCancelled } }

    /// Keeps what the work of a module that leaves threw, as a failure of its leaving.
    func keep(_ failure: HiveError.Failure) { work.withLock { $0.failures.append(failure) } }

    /// What the work threw while it was being ended, and before it was cancelled.
    var workFailures: [HiveError.Failure] { work.withLock { $0.failures } }

    /// Whether the module has work that goes on, and that nobody has ended so far.
    var hasWork: Bool { work.withLock { $0.task != nil && !$0.hasReturned } }

    /// Cancels the module's work, and does not wait for it.
    func cancelWork() {
        let task = work.withLock { work in
            work.isEnding = true
            work.isCancelled = true
            return work.task
        }
        task?.cancel()
    }

    /// Cancels the module's work and returns when it has ended (C49).
    nonisolated(nonsending) func endWork() async {
        let task = work.withLock { work in
            work.isEnding = true
            work.isCancelled = true
            let task = work.task
            work.task = nil
            return task
        }
        task?.cancel()
        await task?.value
    }
}
