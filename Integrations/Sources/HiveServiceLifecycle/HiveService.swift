// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import ServiceLifecycle

/// A hive as one service of a `ServiceGroup`.
///
/// ```swift
/// let group = ServiceGroup(
///     services: [database, HiveService(hive)],
///     gracefulShutdownSignals: [.sigterm, .sigint],
///     logger: logger
/// )
/// try await group.run()
/// ```
///
/// - **Graceful shutdown** of the group stops the hive, with ``StopReason/gracefulShutdown`` as the reason: it
///   drains, and takes its modules down. Before or during the start it ends that, which is no failure.
/// - **Cancellation** stops the hive as well: it still drains and takes its modules down, within its own timeouts.
/// - **Failures** of the start, of the stop and of a module's work are thrown, as by ``Hive/Hive/run()``.
///
/// The hive catches no signals, because the group does, and tells no supervisor. Its modules hear of no graceful
/// shutdown of the group, only of their drain, each at its turn. Let the group's `maximumGracefulShutdownDuration`, if
/// it has one, be longer than the timeouts of the hive's stop together.
///
/// A hive that stops because a module asked for it, or because its work ended, makes ``run()`` return. A group takes
/// that for an error unless the `successTerminationBehavior` of this service says otherwise.
public struct HiveService: Service {
    private let hive: Hive

    /// Creates a service that runs a hive.
    public init(_ hive: Hive) {
        self.hive = hive
    }

    /// Starts the hive, returns when it has stopped; called by the group.
    ///
    /// - Throws: What ``Hive/Hive/start()`` and ``Hive/Hive/stop(_:)`` throw, but not that the start was cancelled, if
    ///   everything came down well then; ``HiveError`` with ``HiveErrorCode/workFailed`` when a module's work threw,
    ///   and with ``HiveErrorCode/invalidState`` when the hive was started before.
    public func run() async throws {
        let hive = hive
        try await withGracefulShutdownHandler {
            try await withOwnGracefulShutdown { _ in try await Self.run(hive) }
        } onGracefulShutdown: {
            // In a task, which ends at once, because ServiceLifecycle holds a lock while it calls this.
            Task { hive.requestStop(.gracefulShutdown) }
        }
    }

    private static func run(_ hive: Hive) async throws {
        try await withTaskCancellationHandler {
            do {
                try await hive.start()
            } catch let error as HiveError where error.code == .cancelled && error.exitCode == 0 {
                return
            }
            try await hive.waitUntilStopped()
        } onCancel: {
            hive.requestStop(.cancelled)
        }
    }
}

extension StopReason {
    /// The service group that the hive is a service of shuts down gracefully.
    public static let gracefulShutdown = StopReason("the service group shuts down gracefully")
}
