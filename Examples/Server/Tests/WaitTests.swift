// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// A server whose database comes later, as the production's property list lets it.
@Suite(.timeLimit(.minutes(5)))
struct WaitTests {
    private static let production = ["TEA_ENVIRONMENT": "production", "TEA_STORAGE_PATH": "volume/tea.sqlite"]

    /// The same without the time that load balancers get before a stop.
    private static let restarts = """
        <key>moduleClasses</key><array><dict>
        <key>moduleClass</key><string>StorageModule</string>
        <key>onFailure</key><dict>
        <key>policy</key><string>restart</string>
        <key>delay</key><real>0.002</real><key>maximumDelay</key><real>0.002</real>
        </dict></dict></array>
        """

    @Test func databaseThatComesLate() async throws {
        let server = try ServerProcess(Self.production)
        let management = try await server.port(of: "management")
        try await server.wait(for: "a third attempt") { $0.subject?.hasPrefix("restarting (attempt 3") == true }
        #expect(server.log.contains { $0.message == "hive is running" })
        let probe = try await get("/readyz", management)
        #expect(probe.status == 503 && probe.body.hasPrefix("not ready, StorageModule: attempt "), "\(probe)")
        // A client finds nobody, rather than a server that cannot answer.
        #expect(!server.log.contains { $0.logger == "web" })
        let volume = server.folder.appending(path: "volume")
        try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: false)
        let web = try await server.port(of: "web")
        #expect(try await get("/products/tea", web).status == 200)
        #expect(try await get("/readyz", management).status == 200)
        server.send(SIGTERM)
        #expect(await server.exitCode() == 0)
        #expect(server.log.allSatisfy { $0.level != "error" }, "\(server.log)")
    }

    @Test func sigtermAtAnyMomentOfItsRestarts() async throws {
        for moment in 0..<50 {
            let server = try ServerProcess(["TEA_STORAGE_PATH": "volume/tea.sqlite"], dropIn: Self.restarts)
            var count = 0
            try await server.wait(for: "its first failures") { line in
                if line.message == "module has failed" { count += 1 }
                return count > moment % 5
            }
            if moment % 2 == 0 {
                // Beside an attempt that may succeed.
                let volume = server.folder.appending(path: "volume")
                try FileManager.default.createDirectory(at: volume, withIntermediateDirectories: false)
            }
            server.send(SIGTERM)
            #expect(await server.exitCode() == 0, "\(moment): \(server.log)")
            #expect(server.lastWords?.message == "stopped: received SIGTERM")
        }
    }
}
