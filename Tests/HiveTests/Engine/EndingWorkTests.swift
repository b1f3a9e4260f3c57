// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Work that throws while it is being ended (C49).
@Suite(.timeLimit(.minutes(5)))
struct EndingWorkTests {
    private struct ConnectionClosed: Error {}

    /// Works until it is cancelled, and says so with an error of its own, as clients of connections do.
    private final class Client: WorkingModule {
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws {
            do { try await Latch().wait() } catch { throw ConnectionClosed() }
        }
    }

    /// Works until it loses its connection, whether it is cancelled or not.
    private final class Loser: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest()
        let lost: Latch
        init(_ lost: Latch) { self.lost = lost }
        func run(_ context: WorkContext) async throws {
            await lost.waitIgnoringCancellation()
            throw ConnectionClosed()
        }
    }

    private func working(_ module: ModuleDeclaration) async throws -> TestHive {
        let test = TestHive()
        try test.hive.modules.register([module])
        try await test.hive.start()
        try await test.faults.wait(for: .init(module.type.moduleName, .work, .began))
        return test
    }

    // C49: a removal goes well, and the hive goes on.
    @Test func removalOfModuleWhoseWorkThrowsOnCancellationLeavesTheHiveRunning() async throws {
        let test = try await working(ModuleDeclaration(Client.self, at: .code()))
        try await test.hive.remove(Client.self)
        #expect(test.hive.state == .running)
        #expect(test.recorder.observations(of: .workFailed).map(\.module) == ["Client"])
        try await test.hive.stop()
    }

    /// Cancels its own task, as a library may, and fails.
    private final class Canceller: WorkingModule {
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws {
            withUnsafeCurrentTask { $0?.cancel() }
            throw ConnectionClosed()
        }
    }

    // C49: work that nobody told to end has failed, whatever it does to its task.
    @Test func workThatCancelsItselfAndThrowsStopsTheHive() async throws {
        let test = TestHive()
        try test.hive.modules.register(Canceller.self)
        try await test.hive.start()
        try await test.recorder.wait(for: .state(.stopped))
        let error = await #expect(throws: HiveError.self) { try await test.hive.stop() }
        #expect(error?.code == .workFailed)
        #expect(error?.failures.first?.error is ConnectionClosed)
    }

    /// Has nothing to do for long.
    private final class Brief: WorkingModule {
        static let manifest = ModuleManifest(workMayEnd: true)
        init() {}
        func run(_ context: WorkContext) async throws {}
    }

    private final class Idle: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
    }

    /// Ends when it is asked to, and notes whether it was not cancelled then.
    private final class Server: WorkingModule, FactoryModule {
        static let manifest = ModuleManifest()
        let isBusy: Latch
        let wasAsked = Locked<[Bool]>([])

        init(_ isBusy: Latch) { self.isBusy = isBusy }

        func run(_ context: WorkContext) async throws {
            let mayEnd = Latch()
            await withDrainHandler {
                isBusy.open()
                await mayEnd.waitIgnoringCancellation()
            } onDrain: {
                mayEnd.open()
            }
            wasAsked.with { $0.append(!Task.isCancelled) }
        }
    }

    // C51: where the work of one module alone goes on, it is asked to end, wherever the module stands.
    @Test(arguments: 0..<3) func workThatGoesOnAloneIsAskedToEnd(place: Int) async throws {
        let test = TestHive()
        let server = Server(Latch())
        let others: [any HiveModule.Type] = [Brief.self, Idle.self]
        try test.hive.modules.register(others[..<place].map { ModuleDeclaration($0, at: .code()) })
        try test.hive.modules.register(Server.self) { server }
        try test.hive.modules.register(others[place...].map { ModuleDeclaration($0, at: .code()) })
        try await test.hive.start()
        try await test.faults.wait(for: .init("Brief", .work, .returned))
        try await server.isBusy.wait()
        try await test.hive.stop()
        #expect(server.wasAsked.current == [true])
    }

    // C49: so does a removal whose module's work nobody waits for any more.
    @Test func workThatNobodyWaitsForDoesNotStopTheHive() async throws {
        let lost = Latch()
        var loser = ModuleDeclaration(Loser.self, at: .code())
        loser.factory = { Loser(lost) }
        let test = try await working(loser)
        let hive = test.hive
        test.faults.inject(.ignoringCancellation(until: lost), into: Loser.self, at: .willStop)
        let removal = Task { try await hive.remove(Loser.self) }
        try await test.faults.wait(for: .init("Loser", .willStop, .began))
        while test.recorder.count(of: .hookEnded(.drain, of: "Loser")) == 0 {
            try Task.checkCancellation()
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        let error = await #expect(throws: HiveError.self) { try await removal.value }
        #expect(error?.code == .stopFailed)
        lost.open()
        try await test.faults.wait(for: .init("Loser", .work, .threw))
        #expect(test.hive.state == .running)
        try await test.hive.stop()
    }

    // C49: what it throws before it is cancelled is a failure of the stop, and no reason for it.
    @Test func workThatFailsDuringWillStopIsAFailureOfTheStop() async throws {
        let lost = Latch()
        var loser = ModuleDeclaration(Loser.self, at: .code())
        loser.factory = { Loser(lost) }
        let test = try await working(loser)
        let fault = Fault("loses the connection") { [weak faults = test.faults] _ in  // It holds the fault.
            lost.open()
            try await faults?.wait(for: .init("Loser", .work, .threw))
        }
        test.faults.inject(fault, into: Loser.self, at: .willStop)
        let error = await #expect(throws: HiveError.self) { try await test.hive.stop() }
        #expect(error?.code == .stopFailed)
        #expect(error?.failures.map { "\($0.module ?? "-").\($0.step)" } == ["Loser.run"])
        #expect(error?.exitCode == 71)
    }

    // C49: of a removal as well.
    @Test func workThatFailsDuringWillStopIsAFailureOfTheRemoval() async throws {
        let lost = Latch()
        var loser = ModuleDeclaration(Loser.self, at: .code())
        loser.factory = { Loser(lost) }
        let test = try await working(loser)
        let fault = Fault("loses the connection") { [weak faults = test.faults] _ in  // It holds the fault.
            lost.open()
            try await faults?.wait(for: .init("Loser", .work, .threw))
        }
        test.faults.inject(fault, into: Loser.self, at: .willStop)
        let error = await #expect(throws: HiveError.self) { try await test.hive.remove(Loser.self) }
        #expect(error?.code == .stopFailed)
        #expect(error?.failures.map { "\($0.module ?? "-").\($0.step)" } == ["Loser.run"])
        #expect(test.hive.state == .running)
        try await test.hive.stop()
    }
}
