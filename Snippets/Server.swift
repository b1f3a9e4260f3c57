// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A server: it is ready when it listens, and at a signal it answers what it has accepted, and ends with an exit code.

import Hive

/// A server as many libraries have one: `serve` returns when it was told to shut down, and nothing is in flight.
final class Server: Sendable {
    private let requests = AsyncStream<String>.makeStream()

    static func bind(port: Int) async throws -> Server { Server() }
    static func accepting(from listener: Int32) async throws -> Server { Server() }

    func serve() async throws {
        for await request in requests.stream { print("answered \(request)") }
    }

    func beginGracefulShutdown() { requests.continuation.finish() }
}

actor WebModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        let server = try await Server.bind(port: 8080)
        try await withDrainHandler {
            guard await context.announceReady() else { return }
            try await server.serve()
        } onDrain: {
            server.beginGracefulShutdown()
        }
    }
}

@Sendable func makeHive() throws -> Hive {
    let hive = Hive()
    try hive.modules.register(WebModule.self)
    return hive
}

@main struct Shop {
    static func main() async {
        await Hive.main { try makeHive() }
    }
}

struct OtherPrograms {
    /// A program that writes a log of its own.
    static func mainWithLog(_ log: Log) async {
        await Hive.main {
            try makeHive()
        } report: { report in
            log.write(report.text, isError: report.exitCode != 0)
        }
    }

    /// A program that does something before and after the run.
    static func mainAroundRun() async throws {
        Hive.catchSignals()
        let hive = try makeHive()
        try await hive.run()
    }
}

struct Log: Sendable {
    func write(_ text: String, isError: Bool) { print(isError ? "error" : "info", text) }
}

func listen(on port: Int) throws -> Int32 { throw HiveError(.invalidState, "Port \(port) is in use.") }

actor ActivatedModule: WorkingModule {
    static let manifest = ModuleManifest(work: .announced)

    func run(_ context: WorkContext) async throws {
        let listener = try context.inheritedSocket(named: "web") ?? listen(on: 8080)
        let server = try await Server.accepting(from: listener)
        try await withDrainHandler {
            guard await context.announceReady() else { return }
            try await server.serve()
        } onDrain: {
            server.beginGracefulShutdown()
        }
    }
}
