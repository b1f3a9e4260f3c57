// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of HiveServiceLifecycle in README.md and in doc comments.

import Hive
import HiveServiceLifecycle
import Logging
import ServiceLifecycle

/// Stands for a server of any library.
struct WebServer: Service {
    let port: Int
    let onRunning: @Sendable () async -> Void

    init(port: Int, onRunning: @escaping @Sendable () async -> Void) {
        self.port = port
        self.onRunning = onRunning
    }

    func run() async throws {
        await onRunning()
        try await gracefulShutdown()
    }
}

/// Stands for a client that is a service.
struct Cache: Service {
    func run() async throws { try await gracefulShutdown() }
}

actor WebModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        try await context.run(WebServer(port: 8080) { await context.announceReady() })
    }
}

func register(_ cache: Cache, in hive: Hive) throws {
    try hive.modules.register(instance: ServiceModule(cache))
    let web = ServiceModule { context in
        WebServer(port: 8080) { await context.announceReady() }
    }
    try hive.modules.register(instance: web)
}

func run(_ hive: Hive, beside database: some Service, _ logger: Logger) async throws {
    let group = ServiceGroup(
        services: [database, HiveService(hive)],
        gracefulShutdownSignals: [.sigterm, .sigint],
        logger: logger
    )
    try await group.run()
}
