// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// What a running server takes in.
@Suite(.timeLimit(.minutes(5)))
struct ReloadTests {
    private static func tuning(_ level: String, _ rate: Int) -> String {
        """
        <key>moduleClasses</key><array><dict><key>moduleClass</key><string>TuningModule</string><key>options</key>
        <dict><key>logLevel</key><string>\(level)</string>
        <key>requestsPerSecond</key><integer>\(rate)</integer></dict></dict></array>
        """
    }

    private func reload(_ server: ServerProcess, _ level: String, _ rate: Int) async throws {
        try server.configure(Self.tuning(level, rate))
        server.send(SIGHUP)
        try await server.wait(for: "a reload") { $0.message == "configuration reloaded" }
    }

    // The log level and the limit change while clients ask, and every one of them is answered.
    @Test func levelAndLimitChangeUnderLoad() async throws {
        let server = try ServerProcess(dropIn: Self.tuning("info", 1_000_000))
        let port = try await server.port(of: "web")
        try await server.waitUntilRunning()
        let clients = (0..<4).map { _ in
            Task {
                var statuses: [Int] = []
                while !Task.isCancelled { statuses.append(try await get("/products/tea", port).status) }
                return statuses
            }
        }
        try await server.wait(for: "an answer") { $0.status == "200" }
        #expect(!server.log.contains { $0.level == "debug" })
        try await reload(server, "debug", 0)
        try await server.wait(for: "a refusal") { $0.status == "429" }
        try await server.wait(for: "a debug line") { $0.level == "debug" }
        try await reload(server, "info", 1_000_000)
        try await server.wait(for: "an answer again") { $0.status == "200" }
        for client in clients { client.cancel() }
        for client in clients {
            let statuses = try await client.value
            #expect(Set(statuses).isSubset(of: [200, 429]), "\(Set(statuses))")
        }
        server.send(SIGTERM)
        #expect(await server.exitCode() == 0)
    }

    // What cannot be taken in is said, and nothing changes.
    @Test func wrongReloadChangesNothing() async throws {
        let server = try ServerProcess()
        let port = try await server.port(of: "web")
        try await server.waitUntilRunning()
        try server.configure(Self.tuning("loud", 1))
        server.send(SIGHUP)
        let line = try await server.wait(for: "a failure") { $0.level == "error" }
        #expect("\(line)".contains("logLevel"), "\(line)")
        #expect(try await get("/products/tea", port).status == 200)
        server.send(SIGTERM)
        #expect(await server.exitCode() == 0)
    }

    // What the shop and its bridges say about themselves.
    @Test func ordersMetricsAndSpans() async throws {
        let server = try ServerProcess(["TEA_WEB_REPORT_TAKES": "0", "TEA_TUNING_LOG_LEVEL": "debug"])
        let management = try await server.port(of: "management")
        let port = try await server.port(of: "web")
        try await server.waitUntilRunning()
        #expect(try await get("/products/coffee", port).status == 404)
        let order = try await post("/orders", #"{"sku":"tea","quantity":2}"#, port)
        #expect(order == Answer(status: 200, body: #"{"id":1,"total":1380}"#))
        #expect(try await get("/report", port).body == #"{"orders":1,"total":1380}"#)
        let metrics = try await get("/metrics", management).body
        #expect(metrics.contains("hive_modules_up 5"), "\(metrics)")
        #expect(server.log.contains { $0.message == "span ended" })
        #expect(try await get("/healthz", management).status == 200)
        let page = try await get("/page", management)
        // A browser may break a name into lines.
        let text = page.body.replacing("<wbr/>", with: "")
        #expect(page.status == 200 && text.contains("<html") && text.contains("StorageModule"))
        server.send(SIGTERM)
        #expect(await server.exitCode() == 0)
    }
}
