// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import ServiceLifecycle

extension WorkContext {
    /// Runs a service as the module's work, and shuts it down gracefully when that work is asked to end.
    ///
    /// ```swift
    /// actor WebModule: WorkingModule {
    ///     static let manifest = ModuleManifest(work: .announced)
    ///
    ///     func run(_ context: WorkContext) async throws {
    ///         try await context.run(WebServer(port: 8080) { await context.announceReady() })
    ///     }
    /// }
    /// ```
    ///
    /// The service hears of a graceful shutdown when it is the module's turn to drain (C51), at once when that was
    /// before the call, and of no other one: not of that of a `ServiceGroup` that the hive stands in, whose services
    /// would all be told at the same moment. When the drain takes longer than its timeout, the service is cancelled.
    /// Services that run at the same time, in child tasks of the work, are told at the same time.
    ///
    /// No `ServiceGroup` of your own is needed, and no signal is caught. A group is a service too, and may be run in
    /// this way; give it no signals, because the hive has them.
    ///
    /// - Parameter service: The service.
    /// - Throws: What the service throws. What follows from that, and from a service that returns, is said at
    ///   ``WorkingModule``: before the drain both stop the hive.
    public nonisolated(nonsending) func run(_ service: some Service) async throws {
        try await withOwnGracefulShutdown { gate in
            try await withDrainHandler {
                try await service.run()
            } onDrain: {
                gate.open()
            }
        }
    }
}
