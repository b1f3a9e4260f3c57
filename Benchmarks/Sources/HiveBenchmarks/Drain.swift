// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Hive
import Logging
import Measuring
import ServiceLifecycle

private let requests = 30

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
                    let server = Server(requests: requests)
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
                    let server = Server(requests: requests)
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
                    let server = Server(requests: requests)
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
        ],
        // Of one binary it is 1.2 in one hour and 2.5 in another: what wakes which thread decides, and all of it is a
        // tenth of a millisecond of a stop.
        budgets: [.multiple("a module's work", of: "ServiceGroup", atMost: 2)]
    )
}
