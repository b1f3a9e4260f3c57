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
/// cancelled just before the module's `tearDown` and awaited within that budget.
///
/// Work belongs to what the hive has under way, as hooks and handlers do (C18): from within it, ``Hive/stop(_:)`` and
/// ``Hive/remove(_:removesDependents:)`` only ask, because they would wait for the work that calls them.
public protocol WorkingModule: HiveModule {
    /// Does the module's work until it is done or cancelled.
    func run(_ context: WorkContext) async throws
}

/// The context of a module's work; it is valid until the module is torn down.
public struct WorkContext: ResolvingContext {
    /// What ties the context to its module.
    public let scope: HookScope
}

extension Hive {
    /// Starts the work of modules that are ready.
    func startWork(_ runtimes: [ModuleRuntime]) {
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
        // What is thrown because the work was told to end is no failure.
        if Task.isCancelled, error is CancellationError { return }
        let failure = HiveError.Failure(module: runtime.name, step: "run", error: error)
        observers.notify(.init(.workFailed, module: runtime.name, error: error))
        lifecycle.withLock { $0.workFailures.append(failure) }
        requestStop(StopReason("the work of \(runtime.name) failed: \(error)"))
    }
}
