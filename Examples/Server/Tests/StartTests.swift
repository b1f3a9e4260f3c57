// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// What somebody reads whose server does not start.
@Suite(.timeLimit(.minutes(5)))
struct StartTests {
    @Test func portInUseIsAFailedStart() async throws {
        let other = try Connection.listener()
        let server = try ServerProcess(["TEA_WEB_PORT": "\(other.port)"])
        #expect(await server.exitCode() == 70)
        #expect(!server.log.contains { $0.message == "hive is running" })
        let report = try #require(server.failure, "\(server.log)")
        #expect(report.message.hasPrefix("hive failed: ") && report.message.contains("WebModule"), "\(report)")
        #expect(report.reasons.contains("WebModule.ready: cannot listen on 127.0.0.1:\(other.port)"), "\(report)")
        #expect(report.reasons.contains("ddress already in use"), "\(report)")
        // Nothing of it is said again.
        #expect(server.lastWords?.level == "info" && server.lastWords?.exitCode == "70")
    }

    @Test(arguments: ["no-such-folder/tea.sqlite", "/proc/tea.sqlite", "."])
    func databaseThatCannotBeOpened(path: String) async throws {
        let server = try ServerProcess(["TEA_STORAGE_PATH": path])
        #expect(await server.exitCode() == 70)
        let report = try #require(server.failure, "\(server.log)")
        #expect(report.message.contains("StorageModule"), "\(report)")
        #expect(report.reasons.contains("the database \(path) cannot be used"), "\(report)")
        #expect(report.reasons.contains("TEA_STORAGE_PATH"), "\(report)")
    }

    // SQLite opens such a file without a word; the start does not.
    @Test func databaseThatIsNotWritable() async throws {
        let first = try ServerProcess()
        try await first.waitUntilRunning()
        first.send(SIGTERM)
        #expect(await first.exitCode() == 0)
        // Permissions keep nobody out who is root; this byte of the file's head says for everybody that it is only
        // read.
        let file = first.folder.appending(path: "tea.sqlite")
        var data = try Data(contentsOf: file)
        data[18] = 3
        try data.write(to: file)
        let second = try ServerProcess(["TEA_STORAGE_PATH": file.path()])
        #expect(await second.exitCode() == 70)
        let report = try #require(second.failure, "\(second.log)").reasons
        #expect(report.contains("the database \(file.path()) cannot be used: attempt to write"), "\(report)")
        #expect(report.contains("TEA_STORAGE_PATH"), "\(report)")
        #expect(!second.log.contains { $0.logger == "web" })
    }

    @Test func wrongOptionsAreAllReported() async throws {
        let server = try ServerProcess(["TEA_WEB_PORT": "http", "TEA_WEB_PROT": "80", "TEA_TUNING_LOG_LEVEL": "loud"])
        #expect(await server.exitCode() == 78)
        #expect(server.lastWords?.exitCode == "78")
        let report = try #require(server.failure, "\(server.log)").reasons
        #expect(
            report.contains(#"Option port of WebModule: expected an integer, found the string "http""#),
            "\(report)"
        )
        #expect(report.contains("Did you mean TEA_WEB_PORT?"), "\(report)")
        #expect(report.contains("TEA_TUNING_LOG_LEVEL"), "\(report)")
        #expect(!server.log.contains { $0.message == "listening" })
    }

    // The same without Hive: the process ends with a trap, and a wrong option is not noticed.
    @Test func plainServer() async throws {
        let other = try Connection.listener()
        let server = try ServerProcess(
            "PlainServer",
            ["TEA_WEB_PORT": "\(other.port)", "SWIFT_BACKTRACE": "enable=no"]
        )
        #expect(await server.exitCode() > 128)
        #expect(server.rest.contains { $0.contains("cannot listen on 127.0.0.1:\(other.port)") }, "\(server.rest)")
        let wrong = ["TEA_WEB_PROT": "80", "TEA_TUNING_LOG_LEVEL": "loud", "TEA_WEB_REPORT_TAKES": "nan"]
        let second = try ServerProcess("PlainServer", wrong)
        _ = try await second.port(of: "web")
        // It knows no reload.
        second.send(SIGHUP)
        #expect(await second.exitCode() == 128 + SIGHUP)
    }
}
