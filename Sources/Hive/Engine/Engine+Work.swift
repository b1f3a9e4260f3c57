// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The long-running work of modules (C49).

extension Engine {
    /// Starts the work of modules that are ready.
    func startWork(_ runtimes: [ModuleRuntime]) {
        // A question begins no work (C57).
        guard lifecycle.withLock({ $0.question == nil }) else { return }
        for runtime in runtimes {
            guard let worker = runtime.instance as? any WorkingModule else { continue }
            let context = WorkContext(scope: HookScope(runtime: runtime, hive: core, ticket: 0))
            runtime.startWork {
                do {
                    try await ActivityScope.run(self.identity, .work) {
                        try await runtime.call(.work) { try await worker.run(context) }
                    }
                } catch {
                    self.workFailed(runtime, error)
                }
            }
        }
    }

    private func workFailed(_ runtime: ModuleRuntime, _ error: any Error) {
        let isCancelled = runtime.isWorkCancelled
        // What is thrown because the work was told to end is no failure.
        if isCancelled, error is CancellationError { return }
        observers.notify(.init(.workFailed, module: runtime.name, error: error))
        // Many report a cancellation with an error of their own, a closed connection for instance.
        if isCancelled { return }
        let failure = HiveError.Failure(module: runtime.name, step: "run", error: error)
        let isLeaving = runtime.isEnding
        let isReason = lifecycle.withLock { lifecycle in
            guard lifecycle.state == .running, !isLeaving else { return false }
            lifecycle.workFailures.append(failure)
            return true
        }
        guard isReason else { return runtime.keep(failure) }
        requestStop(StopReason("the work of \(runtime.name) failed: \(error)"))
    }
}
