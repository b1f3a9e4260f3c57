// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What systemd hears of a process, over a socket as it has them.
@Suite(.timeLimit(.minutes(5)))
struct NotifyTests {
    /// The messages up to one with an assignment.
    private func messages(_ receiver: NotifyReceiver, until last: String) async -> [String] {
        var all: [String] = []
        while all.last?.contains(last) != true, all.last != "" { all.append(await receiver.next()) }
        return all
    }

    // C59: a gone supervisor is no reason not to run, and is told once.
    @Test(arguments: [NotifyReceiver.freePath(), "nonsense"])
    func supervisorThatIsGoneIsNoFailure(_ name: String) async throws {
        let child = try Child("well", environment: ["NOTIFY_SOCKET": name])
        try await child.wait(for: "running")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
        let printed = await child.errorOutput()
        #expect(printed.hasPrefix("warning: the supervisor cannot be told how the program is doing: "))
        #expect(printed.split(separator: "\n").count == 1)
    }

    // C59: a failed start is over with the reason as its status.
    @Test func failedStartIsNeverReady() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let child = try Child("fail-start", environment: ["NOTIFY_SOCKET": receiver.name])
        let all = await messages(receiver, until: "STATUS=failed: ")
        #expect(try await child.end() == .exited(70))
        #expect(!all.contains { $0.contains("READY=1") })
        #expect(all.last?.contains("Subject") == true)
        #expect(all.contains { $0.hasPrefix("STOPPING=1\nSTATUS=stopping\n") })
    }

    // C59: while it runs, and while it stops.
    @Test func watchdogHearsOfAProgramThatIsAlive() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let environment = ["NOTIFY_SOCKET": receiver.name, "WATCHDOG_USEC": "20000"]
        let child = try Child("linger-until-told", environment: environment)
        try await child.wait(for: "running")
        for _ in 0..<3 { #expect(await receiver.message(with: "WATCHDOG=1") == "WATCHDOG=1") }
        child.send(SIGTERM)
        try await child.wait(for: "lingering: received SIGTERM")
        // More than the socket may have kept of what was sent before.
        for _ in 0..<100 { #expect(await receiver.message(with: "WATCHDOG=1") == "WATCHDOG=1") }
        child.send(SIGUSR1)
        #expect(try await child.end() == .exited(0))
    }

    // C59
    @Test(arguments: ["path", "abstract"])
    func systemdHearsOfEachStep(_ kind: String) async throws {
        let receiver = try NotifyReceiver(kind == "path" ? NotifyReceiver.freePath() : "@\(NotifyReceiver.freePath())")
        defer { if kind == "path" { unlink(receiver.name) } }
        // Without a watchdog there are so few messages that the socket always has room for the last one.
        let child = try Child("linger-until-told", "reload", environment: ["NOTIFY_SOCKET": receiver.name])
        let start = await messages(receiver, until: "READY=1")
        #expect(start.last == "READY=1\nSTATUS=running")
        // More time is asked for at once: a supervisor's patience may be shorter than what is told in between.
        #expect(start.first == "EXTEND_TIMEOUT_USEC=15000000")
        #expect(start.contains { $0.hasPrefix("STATUS=") })
        try await child.wait(for: "running")
        // Also where there is nothing to read again: systemd waits for the end of what it has asked for.
        child.send(SIGHUP)
        #expect(await receiver.message(with: "RELOADING=1").contains("\nMONOTONIC_USEC="))
        #expect(await receiver.message(with: "READY=1") == "READY=1\nSTATUS=running")
        child.send(SIGTERM)
        let stop = await receiver.message(with: "STOPPING=1")
        #expect(stop == "STOPPING=1\nSTATUS=stopping\nEXTEND_TIMEOUT_USEC=15000000")
        try await child.wait(for: "lingering: received SIGTERM")
        child.send(SIGUSR1)
        #expect(await receiver.message(with: "STATUS=stopped") == "STATUS=stopped")
        #expect(try await child.end() == .exited(0))
    }

    // C59, C65: whoever asks for a reload, the supervisor hears of it.
    @Test func systemdHearsOfAReloadThatTheControlSocketIsAskedFor() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        let folder = NotifyReceiver.freePath()
        defer {
            unlink(receiver.name)
            rmdir(folder)
        }
        let child = try Child("control", "\(folder)/control", environment: ["NOTIFY_SOCKET": receiver.name])
        #expect(await messages(receiver, until: "READY=1").last == "READY=1\nSTATUS=running")
        let client = try Child("asks", "reload", "--socket", "\(folder)/control")
        #expect(try await client.end() == .exited(0))
        #expect(client.output == ["The configuration came from no files; the modules are told to reload."])
        #expect(await receiver.message(with: "RELOADING=1").contains("\nMONOTONIC_USEC="))
        #expect(await receiver.message(with: "READY=1") == "READY=1\nSTATUS=running")
        try await child.wait(for: "reload")
        child.send(SIGTERM)
        #expect(try await child.end() == .exited(0))
    }
}
