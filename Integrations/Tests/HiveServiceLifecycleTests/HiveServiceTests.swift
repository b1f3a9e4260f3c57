// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveServiceLifecycle
import HiveTestKit
import IntegrationTestSupport
import ServiceLifecycle
import Testing

/// A hive is one service of a group.
@Suite(.timeLimit(.minutes(1)))
struct HiveServiceTests {
    let test = TestHive()
    let facts = Facts()

    // MARK: Failures out

    // C3
    @Test func aStartThatFailsFailsTheGroup() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts) { if $0 == .initialize { throw Failure() } })
        let group = ServiceGroup.silent(HiveService(test.hive))
        let error = await #expect(throws: HiveError.self) { try await group.run() }
        #expect(error?.code == .startFailed)
        #expect(facts.all == ["tearDown, cancelled: false"])
    }

    // C37
    @Test func aStopThatGoesWrongFailsTheGroup() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts) { if $0 == .tearDown { throw Failure() } })
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running = hiveError { try await group.run() }
        try await test.recorder.wait(for: .state(.running))
        await group.triggerGracefulShutdown()
        let error = await running
        #expect(error?.code == .stopFailed)
    }

    // C49
    @Test func workThatThrowsFailsTheGroup() async throws {
        let mayFail = Latch()
        let service = ProbeService(facts) {
            try await mayFail.wait()
            throw Failure()
        }
        try test.hive.modules.register(instance: ServiceModule(service))
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running = hiveError { try await group.run() }
        try await test.recorder.wait(for: .state(.running))
        mayFail.open()
        let error = await running
        #expect(error?.code == .workFailed)
        #expect(test.hive.state == .stopped)
    }

    // C7
    @Test func aHiveThatWasStartedBeforeIsRefused() async throws {
        try await test.hive.start()
        let error = await #expect(throws: HiveError.self) { try await HiveService(test.hive).run() }
        #expect(error?.code == .invalidState)
        #expect(test.hive.state == .running)
        try await test.hive.stop()
    }

    // MARK: Graceful shutdown in

    @Test func gracefulShutdownStopsTheHive() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts))
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running: Void = group.run()
        try await test.recorder.wait(for: .state(.running))
        await group.triggerGracefulShutdown()
        try await running
        #expect(test.hive.state == .stopped)
        #expect(facts.all == ["willStop: \(StopReason.gracefulShutdown)", "tearDown, cancelled: false"])
    }

    // C8
    @Test func aShutdownDuringTheStartIsNoFailure() async throws {
        let never = Latch()
        try test.hive.modules.register(
            instance: ProbeModule(facts) { if $0 == .initialize { try await never.wait() } }
        )
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running: Void = group.run()
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "ProbeModule"))
        await group.triggerGracefulShutdown()
        try await running
        #expect(test.hive.state == .stopped)
        #expect(facts.all == ["tearDown, cancelled: false"])
    }

    // C8
    @Test func aShutdownDuringTheStartThatDoesNotComeDownWellIsAFailure() async throws {
        let never = Latch()
        try test.hive.modules.register(
            instance: ProbeModule(facts) { phase in
                if phase == .initialize { try await never.wait() }
                if phase == .tearDown { throw Failure() }
            }
        )
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running = hiveError { try await group.run() }
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "ProbeModule"))
        await group.triggerGracefulShutdown()
        let error = await running
        #expect(error?.code == .cancelled)
        #expect(error?.start?.rollbackFailures.count == 1)
    }

    // C8
    @Test func aShutdownBeforeTheStartIsNoFailure() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts))
        let group = ServiceGroup.silent(HiveService(test.hive))
        await group.triggerGracefulShutdown()
        try await group.run()
        #expect(test.hive.state == .stopped)
    }

    // C51: a service of the hive is told when it is its turn to drain, not when the group is told.
    @Test func theServicesOfTheHiveAreToldAtTheirTurn() async throws {
        let service = ProbeService(facts)
        service.mayEnd.open()
        let dependent = Dependent(facts)
        try test.hive.modules.register(instance: ServiceModule(service))
        try test.hive.modules.register(instance: dependent)
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running: Void = group.run()
        try await test.recorder.wait(for: .state(.running))
        try await service.runs.wait()
        try await dependent.runs.wait()
        await group.triggerGracefulShutdown()
        try await dependent.isAsked.wait()
        #expect(facts.all == ["service began", "dependent was asked"])
        dependent.mayEnd.open()
        try await running
        #expect(
            facts.all == [
                "service began", "dependent was asked", "dependent ended",
                "service was told, cancelled: false", "service ended",
            ]
        )
    }

    // A group that a module runs by itself hears of the outer group neither.
    @Test func aGroupInsideAModuleIsNotToldByTheGroupOutside() async throws {
        let inner = OtherService(facts: facts)
        let module = GroupModule(.silent(inner), facts)
        try test.hive.modules.register(instance: module)
        let group = ServiceGroup.silent(HiveService(test.hive))
        async let running: Void = group.run()
        try await test.recorder.wait(for: .state(.running))
        try await inner.runs.wait()
        await group.triggerGracefulShutdown()
        try await running
        #expect(facts.all == ["module was asked", "other service was told"])
    }

    // MARK: Cancellation in

    // C4, C51
    @Test func cancellationStopsTheHiveInOrder() async throws {
        let service = ProbeService(facts)
        service.mayEnd.open()
        try test.hive.modules.register(instance: ServiceModule(service))
        try test.hive.modules.register(instance: ProbeModule(facts))
        let group = ServiceGroup.silent(HiveService(test.hive))
        let running = Task { try await group.run() }
        try await test.recorder.wait(for: .state(.running))
        try await service.runs.wait()
        running.cancel()
        try await running.value
        #expect(test.hive.state == .stopped)
        #expect(
            facts.all == [
                "service began", "willStop: \(StopReason.cancelled)", "service was told, cancelled: false",
                "service ended", "tearDown, cancelled: false",
            ]
        )
    }

    @Test func aCancelledTaskStartsNothing() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts))
        let mayRun = Latch()
        let service = HiveService(test.hive)
        let running = Task {
            await mayRun.waitIgnoringCancellation()
            try await service.run()
        }
        running.cancel()
        mayRun.open()
        try await running.value
        #expect(test.hive.state == .stopped)
        #expect(facts.all.isEmpty)
    }

    // MARK: A hive that stops by itself

    @Test func aStopThatAModuleAsksForEndsTheService() async throws {
        try test.hive.modules.register(instance: ProbeModule(facts))
        let service = HiveService(test.hive)
        async let running: Void = service.run()
        try await test.recorder.wait(for: .state(.running))
        test.hive.requestStop()
        try await running
        #expect(facts.all == ["willStop: \(StopReason.requested)", "tearDown, cancelled: false"])
    }
}

/// A module that depends on that of a service, and says when it is asked to end.
private final class Dependent: WorkingModule, FactoryModule {
    static let manifest = ModuleManifest(needs: [.module(ServiceModule<ProbeService>.self)])

    let runs = Latch()
    let isAsked = Latch()
    let mayEnd = Latch()
    private let facts: Facts

    init(_ facts: Facts) { self.facts = facts }

    func run(_ context: WorkContext) async throws {
        runs.open()
        await context.waitForDrain()
        facts.note("dependent was asked")
        isAsked.open()
        try await mayEnd.wait()
        facts.note("dependent ended")
    }
}

/// A module that runs a group of its own, as one does without this library.
private final class GroupModule: WorkingModule, FactoryModule {
    static let manifest = ModuleManifest()

    private let group: ServiceGroup
    private let facts: Facts

    init(_ group: ServiceGroup, _ facts: Facts) {
        self.group = group
        self.facts = facts
    }

    func run(_ context: WorkContext) async throws {
        let (group, facts) = (group, facts)
        try await withDrainHandler {
            try await group.run()
        } onDrain: {
            facts.note("module was asked")
            Task { await group.triggerGracefulShutdown() }
        }
    }
}
