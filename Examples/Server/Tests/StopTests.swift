// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// What becomes of requests when the server stops.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct StopTests {
    /// Thirty clients ask for a report, which takes its time; returns when the server has all of them in hand.
    private func askForReports(_ server: ServerProcess, _ port: Int) async throws -> Task<[Answer], any Error> {
        let clients = Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<30 { group.addTask { try await get("/report", port) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        for _ in 0..<30 { try await server.wait(for: "a request") { $0.message == "request has come" } }
        return clients
    }

    /// Sends SIGTERM to a server that has thirty requests in hand, and asks how each of them is answered.
    ///
    /// Returns false when the machine was so busy that one of them had been answered before.
    private func stopUnderLoad(_ program: String) async throws -> Bool {
        let variables = ["TEA_TUNING_LOG_LEVEL": "debug", "TEA_WEB_REPORT_TAKES": "1.5"]
        let server = try ServerProcess(program, variables)
        let answers = try await askForReports(server, try await server.port(of: "web"))
        let isUnderLoad = !server.log.contains { $0.message == "request was answered" }
        server.send(SIGTERM)
        #expect(try await answers.value.map(\.status) == Array(repeating: 200, count: 30))
        #expect(await server.exitCode() == 0)
        if program == "TeaServer" { #expect(server.lastWords?.exitCode == "0") }
        return isUnderLoad
    }

    // Twenty times: thirty in hand at SIGTERM, thirty answered, and the exit code is 0.
    @Test func everyRequestInHandIsAnswered() async throws {
        var rounds = 0
        for _ in 0..<60 where rounds < 20 { rounds += try await stopUnderLoad("TeaServer") ? 1 : 0 }
        #expect(rounds == 20)
    }

    // The signal takes readiness away at once; until the delay is over the server accepts, and then no more.
    @Test func readinessGoesBeforeTheListener() async throws {
        let delay = "<key>timeouts</key><dict><key>drainDelay</key><integer>2</integer></dict>"
        let server = try ServerProcess(dropIn: delay)
        let management = try await server.port(of: "management")
        let web = try await server.port(of: "web")
        try await server.waitUntilRunning()
        #expect(try await get("/readyz", management).status == 200)
        server.send(SIGTERM)
        while try await get("/readyz", management).status == 200 {}
        #expect(try await get("/products/tea", web).status == 200)
        #expect(try await get("/healthz", management).status == 200)
        // Until it is refused, each request is answered.
        while let answer = try? await get("/products/tea", web) { #expect(answer.status == 200) }
        #expect(await server.exitCode() == 0)
    }

    // A client that keeps its connection open and asks nothing does not keep the server.
    @Test func idleConnectionDoesNotHoldTheStop() async throws {
        let server = try ServerProcess()
        let port = try await server.port(of: "web")
        try await server.waitUntilRunning()
        let connection = try Connection(port: port)
        try connection.send("GET /products/tea HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await server.wait(for: "an answer") { $0.message == "request was answered" }
        server.send(SIGTERM)
        #expect(try connection.receiveAll().hasPrefix("HTTP/1.1 200"))
        #expect(await server.exitCode() == 0)
    }

    // A request that never ends: the stop names the module that was cut short, and the exit code is 75.
    @Test func endlessRequestIsCutShort() async throws {
        let drain = "<key>timeouts</key><dict><key>drain</key><integer>1</integer></dict>"
        let variables = ["TEA_TUNING_LOG_LEVEL": "debug", "TEA_WEB_REPORT_TAKES": "3600"]
        let server = try ServerProcess(variables, dropIn: drain)
        let answers = try await askForReports(server, try await server.port(of: "web"))
        server.send(SIGTERM)
        #expect(await server.exitCode() == 75)
        #expect(server.lastWords?.exitCode == "75")
        let report = try #require(server.log.last { $0.level == "error" })
        #expect(report.message.hasPrefix("hive failed: "), "\(report)")
        #expect(report.reasons.contains("WebModule.drain: "), "\(report)")
        _ = await answers.result
    }

    // A second signal ends the process at once, and the log says what was left.
    @Test func secondSignalEndsAtOnce() async throws {
        let variables = ["TEA_TUNING_LOG_LEVEL": "trace", "TEA_WEB_REPORT_TAKES": "3600"]
        let server = try ServerProcess(variables)
        let answers = try await askForReports(server, try await server.port(of: "web"))
        server.send(SIGTERM)
        try await server.wait(for: "the drain") { $0.hook == "drain" && $0.source == "WebModule" }
        server.send(SIGINT)
        #expect(await server.exitCode() == 128 + SIGINT)
        let line = try #require(server.lastWords)
        #expect(line.exitCode == "130" && line.message.contains("WebModule.drain"), "\(line)")
        _ = await answers.result
    }

    // MARK: Without Hive

    @Test func plainServerAnswersWhatItHasInHand() async throws {
        _ = try await stopUnderLoad("PlainServer")
    }

    // It is ready for whoever asks, although it refuses all clients, and waits for ever for a request that never ends.
    @Test func plainServerNeverEnds() async throws {
        let variables = ["TEA_TUNING_LOG_LEVEL": "debug", "TEA_WEB_REPORT_TAKES": "3600"]
        let server = try ServerProcess("PlainServer", variables)
        let management = try await server.port(of: "management")
        let web = try await server.port(of: "web")
        let answers = try await askForReports(server, web)
        server.send(SIGTERM)
        while (try? await get("/products/tea", web)) != nil {}
        #expect(try await get("/readyz", management).status == 200)
        // Further signals change nothing either.
        server.send(SIGTERM)
        server.send(SIGINT)
        #expect(try await get("/readyz", management).status == 200)
        server.send(SIGKILL)
        #expect(await server.exitCode() == 128 + SIGKILL)
        _ = await answers.result
    }
}

extension ServerProcess {
    convenience init(_ variables: [String: String], dropIn: String? = nil) throws {
        try self.init("TeaServer", variables, dropIn: dropIn)
    }
}
