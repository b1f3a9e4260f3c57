// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Logging
import Measuring
import ServiceLifecycle
import Synchronization

private let requests = 30

/// A server that has requests in flight, all of which are answered once it was asked to end.
private final class Server: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isEnding = false
        var answered = 0
    }

    private let state = Mutex(State())
    private let busy = AsyncStream<Void>.makeStream()

    /// Serves until every request has been answered.
    func serve() async {
        await withTaskGroup { group in
            for _ in 0..<requests { group.addTask { await self.answer() } }
        }
    }

    /// Returns when every request is in flight.
    func waitUntilBusy() async { for await _ in busy.stream {} }

    /// Asks the server to end.
    func end() {
        let waiting = state.withLock { state in
            state.isEnding = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for request in waiting { request.resume() }
    }

    /// How many requests were answered.
    var answered: Int { state.withLock { $0.answered } }

    private func answer() async {
        await withCheckedContinuation { continuation in
            let (isEnding, isLast) = state.withLock { state in
                if !state.isEnding { state.waiting.append(continuation) }
                return (state.isEnding, state.waiting.count == requests)
            }
            if isEnding { continuation.resume() }
            if isLast { busy.continuation.finish() }
        }
        state.withLock { $0.answered += 1 }
    }
}

private final class ServerModule: WorkingModule {
    let server: Server

    init() { server = Server() }

    init(_ server: Server) {
        self.server = server
    }

    func run(_ context: WorkContext) async throws {
        let server = server
        await withDrainHandler {
            await server.serve()
        } onDrain: {
            server.end()
        }
    }
}

private struct ServerService: Service {
    let server: Server

    func run() async throws {
        await withGracefulShutdownHandler {
            await server.serve()
        } onGracefulShutdown: {
            server.end()
        }
    }
}

/// A stop that lets the requests of a server come to their end; times are for the whole stop.
func drainContest() -> Contest {
    let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
    return Contest(
        "Drain",
        size: requests,
        entrants: [
            Entrant(timing: "the server alone", .floor, checksum: requests) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let server = Server()
                    async let end: Void = server.serve()
                    await server.waitUntilBusy()
                    stopwatch.start()
                    server.end()
                    await end
                    stopwatch.stop()
                    sum += server.answered
                }
                return sum
            },
            Entrant(timing: "ServiceGroup", .peer, checksum: requests) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let server = Server()
                    let group = ServiceGroup(services: [ServerService(server: server)], logger: logger)
                    async let end: Void = group.run()
                    await server.waitUntilBusy()
                    stopwatch.start()
                    await group.triggerGracefulShutdown()
                    try await end
                    stopwatch.stop()
                    sum += server.answered
                }
                return sum
            },
            Entrant(timing: "a module's work", checksum: requests) { iterations, stopwatch in
                var sum = 0
                for _ in 0..<iterations {
                    let server = Server()
                    let hive = Hive()
                    try hive.modules.register(ServerModule.self) { ServerModule(server) }
                    try await hive.start()
                    await server.waitUntilBusy()
                    stopwatch.start()
                    try await hive.stop()
                    stopwatch.stop()
                    sum += server.answered
                }
                return sum
            },
        ]
    )
}
