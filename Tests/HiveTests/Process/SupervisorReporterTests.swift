// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestSupport
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
        readiness: @escaping @Sendable () -> HiveReadiness? = { nil },
        fail: @escaping @Sendable (NotifySocket.Failure) -> Void = { _ in }
    ) throws -> SupervisorReporter {
        let variables = ["NOTIFY_SOCKET": name, "WATCHDOG_USEC": watchdog].compactMapValues { $0 }
        let found = try #require(self.environment(variables))
        return try SupervisorReporter(
            found,
            every: interval,
            hasTimeLeft: hasTimeLeft,
            readiness: readiness,
            fail: fail
        )
    }

    // C59
    @Test(arguments: [
        "relative", "@", "/", "vsock:2:1234", "/\(String(repeating: "long", count: 40))",
    ])
    func nameThatIsNoneIsRefused(_ name: String) {
        let failure = #expect(throws: NotifySocket.Failure.self) { _ = try NotifySocket(name) { _ in } }
        #expect(failure?.description.contains(name.quoted) == true)
    }

    // C59
    @Test func testKitSaysHowLongANameMayBe() {
        let name = "/\(String(repeating: "long", count: 40))"
        let failure = #expect(throws: NotifyAddress.Failure.self) { _ = try NotifyReceiver(name) }
        #expect(failure?.description.contains("has 161 bytes; a socket's name has 2 to ") == true)
    }

    // C59: the hive goes on, and observers are told once.
    @Test func supervisorThatIsGoneIsToldOnce() throws {
        let failures = Locked<[String]>([])
        let name = NotifyReceiver.freePath()
        let socket = try NotifySocket(name) { failure in failures.with { $0.append(failure.description) } }
        socket.send(.ready, "READY=1")
        socket.send(.status, "STATUS=running")
        socket.send(.stopping, "STOPPING=1")
        socket.end()
        #expect(failures.current == ["\(name): No such file or directory"])
    }

    /// What arrives behind what has filled the socket, up to a message.
    private func told(_ receiver: NotifyReceiver, until last: String) async -> [String] {
        var told: [String] = []
        while told.last != last, told.last != "" {
            let text = await receiver.next()
            if text != NotifyReceiver.filling { told.append(text) }
        }
        return told
    }

    // C59: what decides reaches a supervisor that reads again, however much is told meanwhile; of what informs, the
    // last.
    @Test func supervisorThatIsSlowIsToldTheLatest() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        try receiver.fill()
        let isTold = Gate()
        let socket = try NotifySocket(receiver.name) { _ in isTold.open() }
        socket.send(.ready, "READY=1")
        await isTold.wait()
        for number in 0..<1_000 {
            socket.send(.status, "STATUS=\(number)")
            socket.send(.signOfLife, "WATCHDOG=1")
            socket.send(.moreTime, "EXTEND_TIMEOUT_USEC=\(number)")
        }
        socket.send(.stopping, "STOPPING=1")
        socket.send(.ended, "STATUS=stopped")
        let expected = [
            "READY=1", "STATUS=999", "WATCHDOG=1", "EXTEND_TIMEOUT_USEC=999", "STOPPING=1", "STATUS=stopped",
        ]
        #expect(await told(receiver, until: "STATUS=stopped") == expected)
        socket.end()
    }

    // C59: reloads that a supervisor has missed are one; that the start has ended it hears all the same.
    @Test func reloadsThatWereMissedAreOne() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        try receiver.fill()
        let isTold = Gate()
        let socket = try NotifySocket(receiver.name) { _ in isTold.open() }
        socket.send(.ready, "READY=1")
        await isTold.wait()
        for number in 0..<1_000 {
            socket.send(.reloading, "RELOADING=1", "MONOTONIC_USEC=\(number)")
            if number % 2 == 0 { socket.send(.reloading, "RELOADING=1", "MONOTONIC_USEC=\(number)") }
            socket.send(.ready, "READY=1", "STATUS=running")
            if number % 2 == 0 { socket.send(.ready, "READY=1", "STATUS=running") }
        }
        socket.send(.stopping, "STOPPING=1")
        let expected = ["READY=1", "RELOADING=1\nMONOTONIC_USEC=999", "READY=1\nSTATUS=running", "STOPPING=1"]
        #expect(await told(receiver, until: "STOPPING=1") == expected)
        socket.end()
    }

    // C59: a supervisor that comes back hears what it has missed, and a text that is too long is cut.
    @Test func supervisorThatComesBackIsTold() async throws {
        let name = NotifyReceiver.freePath()
        let isTold = Gate()
        let socket = try NotifySocket(name) { _ in isTold.open() }
        socket.send(.ready, "READY=1")
        await isTold.wait()
        let receiver = try NotifyReceiver(name)
        defer { unlink(name) }
        socket.send(.status, "STATUS=\(String(repeating: "long ", count: 100_000))")
        #expect(await receiver.next() == "READY=1")
        #expect(await receiver.next().utf8.count == 2_000)
        socket.send(.stopping, "STOPPING=1")
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
        socket.send(.ready, "READY=1")
        await isTold.wait()
        socket.end()
        release.signal()
    }

    // C59: whoever waits for a supervisor that does not read is no part of the hive.
    @Test func supervisorThatDoesNotReadHoldsUpNobody() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let failures = Locked<[String]>([])
        let isTold = Gate()
        let socket = try NotifySocket(receiver.name) { failure in
            failures.with { $0.append(failure.description) }
            isTold.open()
        }
        try receiver.fill()
        socket.send(.stopping, "STOPPING=1")
        await isTold.wait()
        socket.send(.ended, "STATUS=stopped")
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
        reporter.observe(.init(.stateChanged, subject: .state(.starting)))
        // At once: a supervisor's patience may be shorter than the time between two questions.
        #expect(await receiver.next() == "EXTEND_TIMEOUT_USEC=15000000")
        #expect(await receiver.next() == "STATUS=starting")
        reporter.observe(.init(.willRunHook, module: "Catalog", phase: .setUp))
        #expect(await receiver.next() == "STATUS=setUp Catalog")
        reporter.observe(.init(.stateChanged, subject: .state(.running)))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        let before = Self.monotonicMicroseconds()
        reporter.reloadBegins()
        let reload = await receiver.next()
        let lines = reload.split(separator: "\n")
        #expect(lines.count == 3 && lines.first == "RELOADING=1" && lines.last == "EXTEND_TIMEOUT_USEC=15000000")
        let told = try #require(lines.dropFirst().first?.split(separator: "=").last.flatMap { Int($0) })
        #expect((before...Self.monotonicMicroseconds()).contains(told))
        // One that is asked for meanwhile waits for an answer of its own.
        reporter.reloadBegins()
        reporter.reloadEnds()
        reporter.reloadEnds()
        #expect(await receiver.next().hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        reporter.observe(.init(.stateChanged, subject: .state(.stopping)))
        #expect(await receiver.next() == "STOPPING=1\nSTATUS=stopping\nEXTEND_TIMEOUT_USEC=15000000")
        // A further request to stop says nothing new.
        reporter.stopBegins()
        reporter.reloadBegins()
        reporter.reloadEnds()
        let error = HiveError(.stopFailed, "The hive stopped, and not everything\nwent well.")
        reporter.observe(.init(.stateChanged, subject: .state(.stopped), error: error))
        reporter.end()
        #expect(await receiver.next() == "STATUS=stopped: \(error.message.onOneLine)")
    }

    // C59: what happens after a reload that was refused does not hide that; one that succeeds does.
    @Test func refusalStaysInTheStatusUntilAReloadSucceeds() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let reporter = try reporter(receiver.name)
        reporter.observe(.init(.stateChanged, subject: .state(.running)))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        reporter.reloadBegins()
        let problems = [
            Problem(.warning, .unknownModule, at: nil, "Odd."), Problem(.error, .unknownModule, at: nil, "Bad."),
        ]
        reporter.observe(.init(.didReload, error: HiveError(.invalidConfiguration, "No.", problems: problems)))
        reporter.reloadEnds()
        #expect(await receiver.next().hasPrefix("RELOADING=1\n"))
        let refusal = "; the last reload was refused: No. \(problems[1])"
        #expect(await receiver.next() == "READY=1\nSTATUS=running\(refusal)")
        reporter.observe(.init(.willRunHook, module: "Cart", phase: .setUp))
        #expect(await receiver.next() == "STATUS=setUp Cart\(refusal)")
        let withheld = HiveReadiness(isReady: false, withheld: [("Cart", "it warms up")])
        reporter.observe(.init(.readinessChanged, module: "Cart", subject: .readiness(withheld)))
        #expect(await receiver.next() == "STATUS=running, not ready: Cart (it warms up)\(refusal)")
        reporter.reloadBegins()
        reporter.observe(.init(.didReload, subject: .text("nothing has changed")))
        reporter.reloadEnds()
        #expect(await receiver.next().hasPrefix("RELOADING=1\n"))
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        reporter.end()
    }

    // C59: `READY=1` says that the start has ended; what is missing stands in the status, also after an attempt.
    @Test func whatIsNotReadyStandsInTheStatus() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let withheld = Locked<[(module: String?, reason: String)]>([("Database", "attempt 3, next in 1.6 s")])
        let reporter = try reporter(receiver.name, readiness: { .init(isReady: false, withheld: withheld.current) })
        func tell(_ state: ModuleState) {
            reporter.observe(.init(.moduleChanged, module: "Database", subject: .module(state)))
        }
        tell(.up)
        reporter.observe(.init(.stateChanged, subject: .state(.running)))
        let status = "STATUS=running, not ready: Database (attempt 3, next in 1.6 s)"
        #expect(await receiver.next() == "READY=1\n\(status)")
        for state in [ModuleState.restarting(because: "", attempt: 3, next: nil), .starting, .stopping] { tell(state) }
        reporter.observe(.init(.willRunHook, module: "Database", phase: .setUp))
        #expect(await receiver.next() == "STATUS=setUp Database")
        tell(.leftOut(because: ""))
        #expect(await receiver.next() == status)
        withheld.with { $0 = [] }
        tell(.up)
        #expect(await receiver.next() == "STATUS=running")
        reporter.end()
    }

    // C59: from whoever has an hour for each step, more time is asked for until it is up.
    @Test func moreTimeIsAskedForWhileHooksHaveTimeLeft() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let asked = Locked(0)
        let reporter = try reporter(receiver.name, every: .milliseconds(1)) {
            asked.with { $0 += 1 }
            return asked.current > 3
        }
        reporter.observe(.init(.stateChanged, subject: .state(.starting)))
        // The first one is asked for at once.
        for _ in 0..<2 {
            let text = await receiver.message(with: "EXTEND_TIMEOUT_USEC=")
            #expect(text == "EXTEND_TIMEOUT_USEC=15000000")
        }
        #expect(asked.current > 3)
        // The same while it stops, behind what was asked for before.
        reporter.observe(.init(.stateChanged, subject: .state(.stopping)))
        _ = await receiver.message(with: "STOPPING=1")
        for _ in 0..<3 {
            #expect(await receiver.message(with: "EXTEND_TIMEOUT_USEC=") == "EXTEND_TIMEOUT_USEC=15000000")
        }
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

    // C59: what asks for time puts off systemd's watchdog too, until the next sign of life, which is hours away here.
    @Test func signOfLifeFollowsARequestForMoreTime() async throws {
        let receiver = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(receiver.name) }
        let reporter = try reporter(receiver.name, watchdog: "36000000000")
        reporter.observe(.init(.stateChanged, subject: .state(.starting)))
        #expect(await receiver.next() == "EXTEND_TIMEOUT_USEC=15000000")
        #expect(await receiver.message(with: "WATCHDOG=") == "WATCHDOG=1")
        reporter.observe(.init(.stateChanged, subject: .state(.running)))
        #expect(await receiver.message(with: "READY=") == "READY=1\nSTATUS=running")
        reporter.reloadBegins()
        #expect(await receiver.next().hasSuffix("\nEXTEND_TIMEOUT_USEC=15000000"))
        #expect(await receiver.next() == "WATCHDOG=1")
        reporter.reloadEnds()
        #expect(await receiver.next() == "READY=1\nSTATUS=running")
        reporter.stopBegins()
        #expect(await receiver.next() == "STOPPING=1\nSTATUS=stopping\nEXTEND_TIMEOUT_USEC=15000000")
        #expect(await receiver.next() == "WATCHDOG=1")
        reporter.end()

        // What is asked for again and again, too.
        let other = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(other.name) }
        let asking = try self.reporter(other.name, watchdog: "36000000000", every: .milliseconds(1))
        asking.reloadBegins()
        asking.observe(.init(.stateChanged, subject: .state(.starting)))
        for _ in 0..<4 { #expect(await other.message(with: "WATCHDOG=") == "WATCHDOG=1") }
        asking.end()
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

extension NotifyReceiver {
    fileprivate static let filling = "X=1"

    /// Sends until the system keeps no more, however much it keeps.
    fileprivate func fill() throws {
        let address = try NotifyAddress(name)
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue)
        #else
        let kind = SOCK_DGRAM
        #endif
        let bytes = Array(Self.filling.utf8)
        var count = 1
        while count > 0 {
            // One sender may have so much on its way and no more; what it has sent stays when it is closed.
            let sender = socket(AF_UNIX, kind, 0)
            try #require(sender >= 0)
            defer { close(sender) }
            count = 0
            while address.withPointer({ sendto(sender, bytes, bytes.count, Int32(MSG_DONTWAIT), $0, $1) }) >= 0 {
                count += 1
            }
        }
    }
}
