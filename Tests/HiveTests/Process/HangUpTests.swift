// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
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

/// What SIGHUP does with a hive that can read its configuration again; no signal is sent.
@Suite(.timeLimit(.minutes(5)))
struct HangUpTests {
    /// Lets the test decide how a reload ends.
    private final class Source: ReloadSource {
        let began = [Latch(), Latch(), Latch()]
        let gate = Latch()
        let count = Atomic(0)
        let body: @Sendable (Hive) async throws -> ReloadReport?

        init(_ body: @escaping @Sendable (Hive) async throws -> ReloadReport? = { _ in nil }) { self.body = body }

        func reload(_ hive: Hive) async throws -> ReloadReport? {
            let number = count.add(1, ordering: .sequentiallyConsistent).oldValue
            began[number].open()
            try await gate.wait()
            return try await body(hive)
        }

        func hasChanged() -> Bool? { nil }
    }

    private struct Broken: Error {}

    private func receiver(_ hive: Hive, _ lines: Journal = Journal()) -> SignalResponder {
        let receiver = SignalResponder()
        receiver.take(hive, ExitReporter(nil)) { lines.write($0) }
        return receiver
    }

    // C40
    @Test func failureIsToldAndTheHiveGoesOn() async throws {
        let source = Source { _ in
            throw HiveError(
                .reloadFailed,
                "It failed.",
                failures: [.init(module: "Cart", step: "setUp", error: Broken())]
            )
        }
        source.gate.open()
        let (test, lines, told) = (TestHive(HiveOptions(reloadsOnHangUp: true)), Journal(), Latch())
        test.hive.remember(source)
        _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
            if event == .configurationReload { told.open() }
        }
        try await test.hive.start()
        let receiver = receiver(test.hive, lines)
        receiver.receive(SIGHUP)
        try await told.wait()
        #expect(lines.entries == ["error: It failed.\n  cause: Cart.setUp: Broken()"])
        #expect(test.recorder.observations(of: .operationFailed).map(\.subject) == [.reload])
        #expect(test.hive.state == .running)
        try await test.hive.stop()
    }

    // C59: the supervisor that comes meanwhile has not heard of the beginning, and else misses the next end.
    @Test func aReloadThatBeganBeforeTheRunDoesNotCountInIt() async throws {
        let (source, test) = (Source(), TestHive(HiveOptions(reloadsOnHangUp: true)))
        let supervisor = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(supervisor.name) }
        test.hive.remember(source)
        try await test.hive.start()
        let first = Task { try await test.hive.tellingSupervisor { try await source.reload(test.hive) } }
        try await source.began[0].wait()
        let environment = try #require(SupervisorEnvironment { $0 == "NOTIFY_SOCKET" ? supervisor.name : nil })
        let reporter = try SupervisorReporter(environment, hasTimeLeft: { true }, fail: { Issue.record("\($0)") })
        test.hive.engine.observers.run.set(reporter)
        reporter.observe(.init(.stateChanged, subject: .state(.running)))
        source.gate.open()
        _ = try await first.value
        receiver(test.hive).receive(SIGHUP)
        _ = await supervisor.message(with: "RELOADING=1")
        #expect(await supervisor.message(with: "READY=1") == "READY=1\nSTATUS=running")
        try await test.hive.stop()
        reporter.end()
    }

    // C40
    @Test func whatHasToWaitIsTold() async throws {
        let source = Source { _ in
            let change = ConfigurationChange(.level, "Cart", at: nil, deferral: "the module is up")
            let warning = Problem(.warning, .unknownModule, at: nil, "Doubtful.")
            let failure = HiveError.Failure(module: "Home", step: "tearDown", error: Broken())
            return ReloadReport(changes: [change], warnings: [warning], failures: [failure])
        }
        source.gate.open()
        let (test, lines, told) = (TestHive(HiveOptions(reloadsOnHangUp: true)), Journal(), Latch())
        test.hive.remember(source)
        _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
            if event == .configurationReload { told.open() }
        }
        try await test.hive.start()
        let receiver = receiver(test.hive, lines)
        receiver.receive(SIGHUP)
        try await told.wait()
        #expect(
            lines.entries == [
                "warning: Doubtful.",
                "warning: Cart: level; counts from the next start on: the module is up",
                "error: Home.tearDown: Broken()",
            ]
        )
        try await test.hive.stop()
    }

    // C40
    @Test func signalDuringTheStartIsHeardWhenTheHiveRuns() async throws {
        let states = Journal()
        let source = Source { hive in
            states.write("\(hive.state)")
            return nil
        }
        source.gate.open()
        let test = TestHive(HiveOptions(reloadsOnHangUp: true))
        let (ready, told) = (Latch(), Latch())
        test.hive.remember(source)
        _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
            if event == .configurationReload { told.open() }
        }
        try test.hive.modules.register(Slow.self)
        test.faults.inject(Fault("waits") { _ in try await ready.wait() }, into: Slow.self, at: .setUp)
        let start = Task { try await test.hive.start() }
        try await test.faults.wait(for: .init("Slow", .setUp, .began))
        let receiver = receiver(test.hive)
        receiver.receive(SIGHUP)
        ready.open()
        try await start.value
        try await told.wait()
        #expect(states.entries == ["running"])
        try await test.hive.stop()
    }

    private final class Slow: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }

    private func reporter(_ receiver: NotifyReceiver) throws -> SupervisorReporter {
        let environment = try #require(SupervisorEnvironment { ["NOTIFY_SOCKET": receiver.name][$0] })
        return try SupervisorReporter(environment, every: .seconds(3_600), hasTimeLeft: { false }, fail: { _ in })
    }

    // C59: whoever asks the supervisor sees that the files could not be read, until they can.
    @Test func reloadThatIsRefusedStaysInTheStatus() async throws {
        let isBroken = Atomic(true)
        let source = Source { hive in
            if isBroken.load(ordering: .sequentiallyConsistent) { throw HiveError(.invalidConfiguration, "No.") }
            return try await hive.reload(Composition(modules: [], services: []), reporting: [])
        }
        source.gate.open()
        let supervisor = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(supervisor.name) }
        let test = TestHive(HiveOptions(reloadsOnHangUp: true))
        test.hive.remember(source)
        let reporter = try reporter(supervisor)
        test.hive.engine.observers.run.set(reporter)
        try await test.hive.start()
        #expect(await supervisor.message(with: "READY=1") == "READY=1\nSTATUS=running")
        let receiver = receiver(test.hive)
        receiver.receive(SIGHUP)
        let refused = "READY=1\nSTATUS=running; the last reload was refused: No."
        #expect(await supervisor.message(with: "READY=1") == refused)
        isBroken.store(false, ordering: .sequentiallyConsistent)
        receiver.receive(SIGHUP)
        #expect(await supervisor.message(with: "READY=1") == "READY=1\nSTATUS=running")
        try await test.hive.stop()
        reporter.end()
    }

    // C59: the supervisor's patience begins with the signal; what is under way may take its time to end.
    @Test func stopIsToldBeforeWhatIsUnderWayHasEnded() async throws {
        let supervisor = try NotifyReceiver(NotifyReceiver.freePath())
        defer { unlink(supervisor.name) }
        let test = TestHive()
        let isHeard = Latch()
        test.faults.inject(.ignoringCancellation(until: isHeard), into: Slow.self, at: .setUp)
        let reporter = try reporter(supervisor)
        try await test.hive.start()
        let addition = Task { try await test.hive.add(Slow.self) }
        try await test.faults.wait(for: .init("Slow", .setUp, .began))
        test.hive.engine.observers.run.set(reporter)
        receiver(test.hive).receive(SIGTERM)
        let expected = "STOPPING=1\nSTATUS=stopping\nEXTEND_TIMEOUT_USEC=15000000"
        #expect(await supervisor.message(with: "STOPPING=1") == expected)
        isHeard.open()
        _ = await addition.result
        try await test.hive.stop()
        reporter.end()
    }

    // C40
    @Test func manySignalsDuringAReloadAreOneMore() async throws {
        let (test, source) = (TestHive(HiveOptions(reloadsOnHangUp: true)), Source())
        let told = [Latch(), Latch(), Latch()]
        let count = Atomic(0)
        test.hive.remember(source)
        _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
            guard event == .configurationReload else { return }
            told[count.add(1, ordering: .sequentiallyConsistent).oldValue].open()
        }
        try await test.hive.start()
        let receiver = receiver(test.hive)
        receiver.receive(SIGHUP)
        try await source.began[0].wait()
        for _ in 0..<5 { receiver.receive(SIGHUP) }
        source.gate.open()
        try await told[1].wait()
        #expect(source.count.load(ordering: .sequentiallyConsistent) == 2)
        try await test.hive.stop()
    }
}
