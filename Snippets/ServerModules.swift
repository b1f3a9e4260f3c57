// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Servers and other work as modules: what announces itself, drains, waits for the drain, and may end.

import Hive

/// Stands for the server of a library: it binds, serves until it is asked to shut down, and then ends what it has in
/// hand.
private final class LineServer: Sendable {
    private let shutdown = AsyncStream<Never>.makeStream()

    static func bind(port: Int) async throws -> LineServer { LineServer() }

    func serve() async throws {
        for await _ in shutdown.stream {}
    }

    func beginGracefulShutdown() { shutdown.continuation.finish() }
}

struct CannotListen: Error, CustomStringConvertible {
    let port: UInt16
    let cause: any Error
    var description: String { "port \(port) cannot be used: \(cause). Is another server running?" }
}

private struct Job: Sendable {
    func run() async throws {}
}

private func nextJob() async throws -> Job? { nil }

private struct Relay: Sendable {
    static func open() async throws -> Relay { Relay() }

    func close() async {}
}

private func warmCaches() async {}

private enum Wrong {
    actor WebModule: WorkingModule {
        static let manifest = ModuleManifest()

        let server = LineServer()

        func run(_ context: WorkContext) async throws {
            try await server.serve()
        }
    }
}

actor WebModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        let server = try await LineServer.bind(port: 8080)
        try await withDrainHandler {
            guard await context.announceReady() else { return }
            try await server.serve()
        } onDrain: {
            server.beginGracefulShutdown()
        }
    }
}

actor JobModule: WorkingModule {
    static let manifest = ModuleManifest()

    func run(_ context: WorkContext) async throws {
        try await withDrainHandler {
            try await withThrowingDiscardingTaskGroup { group in
                for _ in 0..<4 { group.addTask { try await Self.takeJobs(until: context) } }
            }
        } onDrain: {
        }
    }

    private static func takeJobs(until context: WorkContext) async throws {
        while !context.isDraining, let job = try await nextJob() { try await job.run() }
    }
}

actor RelayModule: WorkingModule {
    static let manifest = ModuleManifest()

    func run(_ context: WorkContext) async throws {
        let relay = try await Relay.open()
        await context.waitForDrain()
        await relay.close()
    }
}

actor WarmUpModule: WorkingModule {
    static let manifest = ModuleManifest(workMayEnd: true)

    func run(_ context: WorkContext) async throws { await warmCaches() }
}

final class ProbeModule: HiveModule {
    static let manifest = ModuleManifest(level: .basic)

    func setUp(_ context: SetupContext) async throws {}

    func answer(_ path: String, _ context: ModuleContext) async throws -> Int {
        switch path {
        case "/readyz": context.readiness.isReady ? 200 : 503
        case "/healthz": try await context.health().isWell ? 200 : 503
        default: 404
        }
    }
}

@main struct Servers {
    static func main() async {
        await Hive.main {
            let options = HiveOptions(timeouts: HiveTimeouts(drain: .seconds(20), drainDelay: .seconds(5)))
            let hive = Hive(options)
            try hive.modules.register(WebModule.self)
            try hive.modules.register(JobModule.self)
            try hive.modules.register(RelayModule.self)
            try hive.modules.register(WarmUpModule.self)
            try hive.modules.register(ProbeModule.self)
            return hive
        }
    }
}
