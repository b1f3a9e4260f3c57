// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveServiceLifecycle
import HiveTestKit
import IntegrationTestSupport
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

/// Any service is a module.
@Suite(.timeLimit(.minutes(1)))
struct ServiceModuleTests {
    let test = TestHive()
    let facts = Facts()

    // MARK: Failures

    // C49: a port in use is a failed start.
    @Test func aServiceThatThrowsBeforeItIsAnnouncedFailsTheStart() async throws {
        let facts = facts
        try test.hive.modules.register(instance: ServiceModule { _ in ProbeService(facts) { throw Failure() } })
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.code == .startFailed)
        #expect(error?.start?.module == "ProbeService")
        #expect(error?.failures.first?.error is Failure)
    }

    @Test func aServiceThatCannotBeMadeFailsTheStart() async throws {
        try test.hive.modules.register(
            instance: ServiceModule { _ -> ProbeService in throw Failure() }
        )
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.code == .startFailed)
        #expect(error?.failures.first?.error is Failure)
    }

    // C49
    @Test func aServiceThatThrowsStopsTheHive() async throws {
        let mayFail = Latch()
        let service = ProbeService(facts) {
            try await mayFail.wait()
            throw Failure()
        }
        try test.hive.modules.register(instance: ServiceModule(service))
        try await test.hive.start()
        mayFail.open()
        let error = await #expect(throws: HiveError.self) { try await test.hive.waitUntilStopped() }
        #expect(error?.code == .workFailed)
        #expect(error?.failures.first?.module == "ProbeService")
    }

    // C3: a service that counts as up at once has not begun when a later module fails.
    @Test func aServiceDoesNotBeginInAStartThatFails() async throws {
        try test.hive.modules.register(instance: ServiceModule(ProbeService(facts)))
        try test.hive.modules.register(instance: ReadyFailure())
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(facts.all.isEmpty)
    }

    // C51: cancelled when its time is up, and named.
    @Test func aServiceThatDoesNotShutDownInTimeIsCutShort() async throws {
        let service = ProbeService(facts)
        try test.hive.modules.register(instance: ServiceModule(service))
        try await test.hive.start()
        try await service.runs.wait()
        async let stopping = hiveError { try await test.hive.stop() }
        try await service.isTold.wait()
        test.clock.advance(by: .seconds(20))
        let error = await stopping
        #expect(error?.code == .stopFailed)
        #expect(error?.failures.first?.module == "ProbeService")
        #expect(throws: HiveError.self) { try test.requireNothingCutShort() }
        #expect(facts.all == ["service began", "service was told, cancelled: false"])
    }

    // MARK: Its life

    // C51: what it has in hand is ended before anything is torn down.
    @Test func aServiceIsShutDownGracefullyAndAwaited() async throws {
        let service = ProbeService(facts)
        try test.hive.modules.register(instance: ProbeModule(facts))
        try test.hive.modules.register(instance: ServiceModule(service))
        try await test.hive.start()
        try await service.runs.wait()
        async let stopping: Void = test.hive.stop()
        try await service.isTold.wait()
        #expect(!facts.all.contains { $0.hasPrefix("tearDown") })
        service.mayEnd.open()
        try await stopping
        #expect(
            facts.all == [
                "service began", "willStop: \(StopReason.requested)", "service was told, cancelled: false",
                "service ended", "tearDown, cancelled: false",
            ]
        )
        try test.requireNothingCutShort()
    }

    // C49: the start waits for the announcement.
    @Test func aServiceThatAnnouncesItselfIsAwaitedByTheStart() async throws {
        let (mayAnnounce, mayEnd) = (Latch(), Latch())
        let facts = facts
        let module = ServiceModule { context in
            ProbeService(facts, mayEnd: mayEnd) {
                try await mayAnnounce.wait()
                facts.note("goes on: \(await context.announceReady())")
            }
        }
        try test.hive.modules.register(instance: module)
        async let starting: Void = test.hive.start()
        try await test.recorder.wait(for: .hookBegan(.ready, of: "ProbeService"))
        #expect(test.hive.state == .starting)
        mayAnnounce.open()
        try await starting
        mayEnd.open()
        try await test.hive.stop()
        #expect(
            facts.all == [
                "service began", "goes on: true", "service was told, cancelled: false", "service ended",
            ]
        )
    }

    // C49
    @Test func aServiceThatIsUpAtOnceBeginsWhenTheHiveRuns() async throws {
        let (hive, facts) = (test.hive, facts)
        let service = ProbeService(facts) { facts.note("\(hive.state)") }
        service.mayEnd.open()
        try hive.modules.register(instance: ServiceModule(service))
        try hive.modules.register(instance: ProbeModule(facts))
        try await hive.start()
        try await service.runs.wait()
        try await hive.stop()
        #expect(facts.all.prefix(2) == ["service began", "running"])
    }

    // C49: work that returns stops the hive, and all is well.
    @Test func aServiceThatReturnsStopsTheHive() async throws {
        let service = ProbeService(facts)
        service.mayEnd.open()
        try test.hive.modules.register(instance: ServiceModule(ClosureService {}))
        try test.hive.modules.register(instance: ServiceModule(service))
        try await test.hive.start()
        try await test.hive.waitUntilStopped()
        #expect(test.hive.state == .stopped)
    }

    // C18: its task belongs to the module's work, so that a stop which it asks for does not wait for itself.
    @Test func aServiceMayStopItsHive() async throws {
        let hive = test.hive
        let service = ProbeService(facts) { try await hive.stop() }
        service.mayEnd.open()
        try hive.modules.register(instance: ServiceModule(service))
        try await hive.start()
        try await hive.waitUntilStopped()
        #expect(facts.all.last == "service ended")
    }

    // Whoever runs a hive inside a service of his own, without HiveService: its services are told by their drain alone.
    @Test func aServiceDoesNotInheritAGracefulShutdown() async throws {
        let (test, service) = (test, ProbeService(facts))
        service.mayEnd.open()
        try test.hive.modules.register(instance: ServiceModule(service))
        try await testGracefulShutdown { @Sendable outer in
            try await test.hive.start()
            try await service.runs.wait()
            outer.triggerGracefulShutdown()
            #expect(Task.isShuttingDownGracefully)
            #expect(!service.isTold.isOpen)
            try await test.hive.stop()
        }
        #expect(facts.all == ["service began", "service was told, cancelled: false", "service ended"])
    }

    @Test func aModuleIsNamedAfterItsService() {
        #expect(ServiceModule<ProbeService>.moduleName == "ProbeService")
        #expect(ServiceModule<Boxed<Int>>.moduleName == "Boxed")
    }

    // C18: tasks keep their local values, among them the trace.
    @Test func aServiceSeesTheLocalValuesOfWhoeverStartedTheHive() async throws {
        let facts = facts
        let service = ProbeService(facts) { facts.note("local: \(Local.value)") }
        service.mayEnd.open()
        try test.hive.modules.register(instance: ServiceModule(service))
        try await Local.$value.withValue("here") { try await test.hive.start() }
        try await service.runs.wait()
        try await test.hive.stop()
        #expect(facts.all.contains("local: here"))
    }
}

private enum Local {
    @TaskLocal static var value = "nowhere"
}

private struct Boxed<Value>: Service {
    func run() async throws {}
}

private struct ClosureService: Service {
    let body: @Sendable () async throws -> Void
    init(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }
    func run() async throws { try await body() }
}

private final class ReadyFailure: HiveModule {
    static let manifest = ModuleManifest()

    func ready(_ context: ModuleContext) async throws { throw Failure() }
}
