// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Programs that say their last words in their own way.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RunReportTests {
    // C41: a failure goes to the closure, with its code, and not to the standard error stream.
    @Test(arguments: [
        ("misconfigured", 78, "report 78, HiveError: error: The hive cannot start: 1 thing is wrong"),
        ("fail-start", 70, "report 70, HiveError: error: The hive did not start"),
        ("make-fails", 70, "report 70, Failure: error: Failure: no database"),
        ("work-throws", 70, "report 70, HiveError, the work of SubjectModule failed"),
    ])
    func failureIsHandedOver(_ wish: String, _ code: Int32, _ line: String) async throws {
        let child = try Child(wish, "report")
        #expect(try await child.end() == .exited(code))
        #expect(child.output.last?.hasPrefix(line) == true, "\(child.output)")
        #expect(child.output.count { $0.hasPrefix("report") } == 1)
        #expect(await child.errorOutput() == "")
    }

    // C41: so does a good end, with its reason.
    @Test func goodEndIsHandedOver() async throws {
        let child = try Child("report")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        #expect(child.output.last == "report 0, received SIGTERM: stopped: received SIGTERM")
        #expect(await child.errorOutput() == "")
    }

    // C40, C41: and what is said after a second signal.
    @Test func secondSignalIsHandedOver() async throws {
        let child = try Child("linger", "report")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(SIGINT)
        #expect(try await child.end() == .exited(128 + SIGINT))
        let text = "report 130, received SIGTERM: SIGINT again: ending at once. Left: BaseModule, SubjectModule."
        #expect(child.output.last?.hasPrefix(text) == true, "\(child.output)")
        #expect(await child.errorOutput() == "")
    }

    // C41: warnings have no code, and the program goes on.
    @Test func warningIsHandedOver() async throws {
        let child = try Child("report", environment: ["NOTIFY_SOCKET": "nonsense"])
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let reports = child.output.filter { $0.hasPrefix("report") }
        #expect(reports.count == 2)
        #expect(reports.first?.hasPrefix("report none: warning: the supervisor cannot be told") == true)
        #expect(await child.errorOutput() == "")
    }

    // C41: a closure that hangs changes no exit code, and the text is not lost.
    @Test func closureThatHangsKeepsNobody() async throws {
        let child = try Child("linger", "report-hangs")
        try await child.wait(for: "running")
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(SIGINT)
        #expect(try await child.end() == .exited(128 + SIGINT))
        let printed = await child.errorOutput()
        #expect(printed.hasPrefix("SIGINT again: ending at once."))
        #expect(printed.hasSuffix("The program's own report did not return in time."))
    }

    // C41: nor does one that writes where nobody reads.
    @Test func closureThatWritesToNobody() async throws {
        let child = try Child("fail-start", "report-to-nobody", closesError: true)
        #expect(try await child.end() == .exited(70))
        #expect(child.output.last?.hasPrefix("report 70") == true)
    }
}
