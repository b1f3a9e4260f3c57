// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestKit
import Synchronization
import Testing

@testable import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What a supervisor is told, over a real socket.
@Suite(.timeLimit(.minutes(5)))
struct SupervisorReporterTests {
    /// What systemd measures reloads with.
    private static func monotonicMicroseconds() -> Int {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1_000_000 + Int(now.tv_nsec) / 1_000
    }

    private func environment(_ variables: [String: String], process: Int32 = 7) -> SupervisorEnvironment? {
        SupervisorEnvironment(process: process) { variables[$0] }
    }

    private func reporter(
        _ name: String,
        watchdog: String? = nil,
        every interval: Duration = .seconds(3_600),
        hasTimeLeft: @escaping @Sendable () -> Bool = { true },
        fail: @escaping @Sendable (NotifySocket.Failure) -> Void = { _ in }
    ) throws -> SupervisorReporter {
        let variables = ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": watchdog].compactMapValues { $0 }
        let found = try #require(self.environment(variables))
        return try SupervisorReporter(found, every: interval, hasTimeLeft: hasTimeLeft, fail: fail)
    }

    // C59
    @Test(arguments: [
        "relative", "@", "/", "vsock:2:1234", "/\(String(repeating: "long", count: 40))",
    ])
    func nameThatIsNoneIsRefused(_ name: String) {
        let failure = #expect(throws: NotifySocket.Failure.self) { _ = try NotifySocket(name) { _ in } }
        #expect(failure?.description.contains(name.quoted) == true)
    }

    // C59: the hive goes on, and observers are told once.
    @Test func supervisorThatIsGoneIsToldOnce() throws {
        let failures = Shared<[String]>([])
        let name = NotifyReceiver.freePath()
        let socket = try NotifySocket(name) { failure in failures.update { $0.append(failure.description) } }
        socket.send("READY=1")
        socket.send("STATUS=running", kind: .status)
        socket.send("STOPPING=1")
        socket.end()
        #expect(failures.current == ["\(name): No such file or directory"])
    }

    // C59: what a supervisor has to know reaches it when it reads again, the latest of it; of a status only the last.
    @Test func supervisorThatIsSlowIsToldTheLatest() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let isTold = Gate()
        let socket = try NotifySocket(receiver.name) { _ in isTold.open() }
        let texts = (0..<1_000).map { "X=\($0)" }
        for text in texts { socket.send(text) }
        await isTold.wait()  // The system keeps some, and no more.
        for number in 0..<5 { socket.send("STATUS=\(number)", kind: .status) }
        socket.send("END=1")
        var told: [String] = []
        while told.last != "END=1" { told.append(await receiver.next()) }
        #expect(told.filter { $0.hasPrefix("X=") }.suffix(60) == texts.suffix(60))
        // Of the states only the last one waited; it is dropped where this test has not read for a second.
        #expect(told.filter { $0.hasPrefix("STATUS=") }.allSatisfy { $0 == "STATUS=4" })
        #expect(told.count < 200)
        socket.end()
    }

    // C59: a supervisor that comes back hears of the hive again, and a text that is too long is cut.
    @Test func supervisorThatComesBackIsTold() async throws {
        let name = NotifyReceiver.freePath()
        let isTold = Gate()
        let socket = try NotifySocket(name) { _ in isTold.open() }
        socket.send("READY=1")
        await isTold.wait()
        let receiver = try NotifyReceiver(name)
        defer { unlink(name) }
        socket.send("STATUS=\(String(repeating: "long ", count: 100_000))", kind: .status)
        #expect(await receiver.next().utf8.count == 2_000)
        socket.send("STOPPING=1")
        #expect(await receiver.next() == "STOPPING=1")
        socket.end()
    }

    // C59: the end waits for nobody who takes his time to be told, or to read.
    @Test func endWaitsForASecondAtMost() async throws {
        let release = DispatchSemaphore(value: 0)
        let isTold = Gate()
        let socket = try NotifySocket(NotifyReceiver.freePath()) { _ in
            isTold.open()
            release.wait()
        }
        socket.send("READY=1")
        await isTold.wait()
        socket.end()
        release.signal()
    }

    // C59: whoever waits for a supervisor that does not read is no part of the hive.
    @Test func supervisorThatDoesNotReadHoldsUpNobody() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let failures = Shared<[String]>([])
        let isTold = Gate()
        let socket = try NotifySocket(receiver.name) { failure in
            failures.update { $0.append(failure.description) }
            isTold.open()
        }
        for _ in 0..<1_000 { socket.send("STOPPING=1") }
        await isTold.wait()
        socket.send("STATUS=stopped", kind: .status)
        socket.end()
        #expect(failures.current == ["\(receiver.name): Resource temporarily unavailable"])
    }

    // C59
    @Test(arguments: ["path", "abstract"])
    func everythingIsSentInOrder(_ kind: String) async throws {
        let name = NotifyReceiver.freePath()
        let receiver = try NotifyReceiver(kind == "path" ? name : "@\(name)")
        defer { if kind == "path" { unlink(name) } }
        let reporter = try reporter(receiver.name)
        reporter.observe(.init(.stateChanged, subject: "starting"))
        #expect(await receiver.next() == "STATUS=starting")
        reporter.observe(.init(.willRunHook, module: "Catalog", phase: .setUp))
        #expect(await receiver.next() == "STATUS=setUp Catalog")
        reporter.observe(.init(.stateChanged, subject: "running"))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        let before = Self.monotonicMicroseconds()
        reporter.reloadBegins()
        let reload = await receiver.next()
        #expect(reload.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        let told = try #require(reload.split(separator: "=").last.flatMap { Int($0) })
        #expect((before...Self.monotonicMicroseconds()).contains(told))
        // One that is asked for meanwhile waits for an answer of its own.
        reporter.reloadBegins()
        reporter.reloadEnds()
        reporter.reloadEnds()
        #expect(await receiver.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        reporter.observe(.init(.stateChanged, subject: "stopping"))
        #expect(await receiver.next() == "STOPPING=1\nSTATUS=stopping")
        reporter.reloadBegins()
        reporter.reloadEnds()
        let error = HiveError(.stopFailed, "The hive stopped, and not everything\nwent well.")
        reporter.observe(.init(.stateChanged, subject: "stopped", error: error))
        reporter.end()
        #expect(await receiver.next() == "STATUS=stopped: \(error.message.onOneLine)")
    }

    // C59: from whoever has an hour for each step, more time is asked for until it is up.
    @Test func moreTimeIsAskedForWhileHooksHaveTimeLeft() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let asked = Shared(0)
        let reporter = try reporter(receiver.name, every: .milliseconds(1)) {
            asked.update { $0 += 1 }
            return asked.current > 3
        }
        reporter.observe(.init(.stateChanged, subject: "starting"))
        #expect(await receiver.next() == "STATUS=starting")
        #expect(await receiver.next() == "EXTEND_TIMEOUT_USEC=15000000")
        #expect(asked.current > 3)
        reporter.end()
    }

    // C59
    @Test func signOfLifeComesTwiceAsOftenAsIsExpected() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let reporter = try reporter(receiver.name, watchdog: "2000")
        for _ in 0..<5 { #expect(await receiver.next() == "WATCHDOG=1") }
        reporter.end()
    }

    // C59
    @Test func variablesThatAreForNobodyOrAnotherProcessAreLeftAlone() {
        #expect(environment([:]) == nil)
        #expect(environment(["NOTIFY_SOCKET": ""]) == nil)
        let none = environment(["NOTIFY_SOCKET": "/n"])
        #expect(none?.watchdog == nil)
        for wrong in ["", "soon", "0", "-5", "99999999999999999999"] {
            #expect(environment(["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": wrong]) == none)
        }
        let own = ["NOTIFY_SOCKET": "/n", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"]
        #expect(environment(own)?.watchdog == .seconds(30))
        #expect(environment(own, process: 8)?.watchdog == nil)
    }
}
