// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// A server: it runs until a signal comes, and ends with an exit code.

import Hive

struct EchoServer: Sendable {
    func serve() async throws {
        for await _ in AsyncStream<Void>.never {}
    }
}

extension AsyncStream where Element == Void {
    static var never: AsyncStream<Void> { AsyncStream { _ in } }
}

private let server = EchoServer()

actor ServerModule: WorkingModule {
    func run(_ context: WorkContext) async throws { try await server.serve() }
}

@Sendable func makeHive() throws -> Hive {
    let hive = Hive()
    try hive.modules.register(ServerModule.self)
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

/// A server that listens where systemd listens for it, and otherwise by itself.
struct SocketServer: Sendable {
    static func listen(on port: Int) throws -> Int32 { throw HiveError(.invalidState, "Port \(port) is in use.") }

    static func descriptor(_ context: WorkContext, port: Int) throws -> Int32 {
        let listener = try context.inheritedSocket(named: "web") ?? listen(on: port)
        return listener
    }
}
