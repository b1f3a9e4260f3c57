// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A module with work of its own, such as a server's loop or a consumer (C49).
///
/// ```swift
/// actor ServerModule: WorkingModule {
///     func run(_ context: WorkContext) async throws { try await server.serve() }
/// }
/// ```
///
/// The work begins when every module is ready. Returning is fine; throwing stops the hive, with that as the reason. It is
/// cancelled just before the module's `tearDown`, and the hive waits for it as long as one hook of the stop may take.
///
/// Once the module is leaving, because the hive stops or by a removal or a reload, an error of the work stops nothing any
/// more. Before the work is cancelled, ``Hive/stop(_:)``, the removal or the reload reports it; after that, only observers
/// are told. A `CancellationError` is told to nobody then (C49).
///
/// When ``Hive/stop(_:)`` or ``Hive/remove(_:removesDependents:)`` is called from within the work, it returns at once and
/// is carried out later, because it waits for the work to end (C18). A failure goes to observers.
public protocol WorkingModule: HiveModule {
    /// Does the module's work until it is done or cancelled.
    func run(_ context: WorkContext) async throws
}

extension Hive {
    /// Starts the work of modules that are ready.
    func startWork(_ runtimes: [ModuleRuntime]) {
        // A question begins no work (C57).
        guard lifecycle.withLock({ $0.question == nil }) else { return }
        for runtime in runtimes {
            guard let worker = runtime.instance as? any WorkingModule else { continue }
            let context = WorkContext(scope: HookScope(runtime: runtime, hive: self, ticket: 0))
            runtime.startWork {
                do {
                    try await Inside.run(self.identity, .work) {
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
