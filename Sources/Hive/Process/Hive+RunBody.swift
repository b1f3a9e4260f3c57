// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Hive {
    /// Starts, does one thing, and stops: a command, a job of cron, a migration.
    ///
    /// ```swift
    /// let total = try await hive.run { context in
    ///     try await context.service((any ReportService).self).total()
    /// }
    /// ```
    ///
    /// The body begins when the hive runs, in a task of its own with the task-local values of this one, and the hive
    /// stops when it has ended, whether it returns or throws. Signals, supervisors and the cancellation of the calling
    /// task are as in ``run()``. Whatever stops the hive meanwhile, such as a signal, a stop request or a module's work
    /// that fails, ends the body first, while all modules are up: it is cancelled, or asked to end where it has said
    /// that it wants to be, by ``withDrainHandler(operation:onDrain:)``, ``WorkContext/waitForDrain()`` or
    /// ``WorkContext/sleep(for:)``. It has the timeout `drain` of ``HiveTimeouts``, and then is cut short as work is
    /// (C49, C51).
    ///
    /// Within the body ``stop(_:)`` only asks, and returns (C18). Its context is that of no module, and resolves what
    /// the hive resolves.
    ///
    /// - Parameter body: What is to be done, once.
    /// - Returns: What the body returns, when everything is down.
    /// - Throws: What ``start()`` throws; the body has not begun then. What the body throws; what goes wrong in the
    ///   stop besides is told to observers with the state ``HiveState/stopped``. What ``stop(_:)`` throws, also
    ///   ``HiveErrorCode/workFailed``, when the body has returned, or has thrown a `CancellationError` because of it.
    ///   ``HiveError`` with ``HiveErrorCode/cancelled``, whose exit code is 0, when the body has thrown that because
    ///   the hive was told to stop, as for a start that was told so.
    public func run<Value: Sendable>(
        _ body: @escaping @Sendable (WorkContext) async throws -> Value
    ) async throws -> Value {
        let news = try SystemNews(self, RunReporter(nil)) { _ in }
        defer { news.end() }
        return try await runUntilDone(news, body)
    }

    /// Runs for a body; the last closure is told what went wrong in the stop when the body has failed as well.
    func runUntilDone<Value: Sendable>(
        _ news: SystemNews,
        _ body: @escaping @Sendable (WorkContext) async throws -> Value,
        complain: (any Error) -> Void = { _ in }
    ) async throws -> Value {
        let end = Gate<Result<Value, any Error>?>()
        var problem: (any Error)?
        do {
            try await runUntilStopped(
                news,
                HiveBody { context in
                    do {
                        end.open(.success(try await body(context)))
                    } catch is CancellationError where Task.isCancelled {
                        end.open(nil)
                    } catch {
                        end.open(.failure(error))
                    }
                }
            )
        } catch {
            problem = error
        }
        switch (end.value ?? nil, problem) {
        case (.failure(let error), let problem):
            if let problem { complain(problem) }
            throw error
        case (_, let problem?):
            throw problem
        case (.success(let value), nil):
            return value
        case (nil, nil):
            let reason = engine.stopReason ?? .requested
            throw HiveError(.cancelled, "What the hive was run for was cancelled: \(reason).")
        }
    }
}
