// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// Reloads that are asked for while the hive starts (C58).
@Suite(.timeLimit(.minutes(5)))
struct ReloadAtStartTests {
    typealias World = ReloadWorld

    private struct Injected: Error {}

    /// A hive whose first module waits in `setUp` until the gate opens.
    private func starting(_ gate: Latch) async throws -> (test: TestHive, start: Task<Void, any Error>) {
        let test = TestHive()
        let composition = World.composition()
        try test.hive.modules.register(composition.modules, services: composition.services)
        test.faults.inject(Fault("waits") { _ in try await gate.wait() }, into: World.Base.self, at: .setUp)
        let start = Task { try await test.hive.start() }
        try await test.faults.wait(for: .init("Base", .setUp, .began))
        return (test, start)
    }

    // C54: what is doubtful is told by a reload too.
    @Test func whatIsDoubtfulIsTold() async throws {
        let test = TestHive()
        let composition = World.composition()
        try test.hive.modules.register(composition.modules, services: composition.services)
        try await test.hive.start()
        #expect(test.recorder.observations(of: .configurationDoubtful).isEmpty)
        var next = World.composition()
        let problem = Problem(.warning, .fileNotReadable, at: nil, "The file is not read.", remedy: "Rename it.")
        next.problems.append(problem)
        let report = try await test.hive.reload(next, reporting: [])
        let told = test.recorder.observations(of: .configurationDoubtful).map { ($0.error as? HiveError)?.message }
        #expect(told == ["The file is not read. Rename it."] && report?.warnings == next.problems)
        try await test.hive.stop()
    }

    // C58: it is done once the hive runs, and whoever asked gets the report.
    @Test func reloadIsDoneOnceTheHiveRuns() async throws {
        let gate = Latch()
        let (test, start) = try await starting(gate)
        let hive = test.hive
        let reload = Task { try await hive.reload(World.composition([.addsModules]), reporting: []) }
        #expect(await becomesTrue { hive.hasOperation })
        #expect(hive.modules.running == [])
        gate.open()
        try await start.value
        let report = try await reload.value
        #expect(report?.changes.filter { $0.kind == .moduleAdded }.map(\.subject) == ["Comer", "ComerUser"])
        #expect(hive.modules.running.contains("Comer"))
        let running = test.recorder.observations.firstIndex { $0.subject == .state(.running) }
        let joined = test.recorder.observations.firstIndex { $0.kind == .willRunHook && $0.module == "Comer" }
        #expect(try #require(running) < #require(joined))
        try await hive.stop()
    }

    // C58: its failure fails only itself.
    @Test func failureOfTheReloadDoesNotFailTheStart() async throws {
        let gate = Latch()
        let (test, start) = try await starting(gate)
        let hive = test.hive
        test.faults.inject(.throwing(Injected()), into: World.Comer.self, at: .setUp)
        let reload = Task { try await hive.reload(World.composition([.addsModules]), reporting: []) }
        #expect(await becomesTrue { hive.hasOperation })
        gate.open()
        try await start.value
        let error = await #expect(throws: HiveError.self) { try await reload.value }
        #expect(error?.code == .reloadFailed)
        #expect(hive.state == .running)
        try await hive.stop()
    }

    // C58: a start that fails leaves nothing to reload.
    @Test func reloadIsRefusedWhenTheStartFails() async throws {
        let gate = Latch()
        let (test, start) = try await starting(gate)
        let hive = test.hive
        test.faults.inject(.throwing(Injected()), into: World.Tuned.self, at: .ready)
        let reload = Task { try await hive.reload(World.composition([.addsModules]), reporting: []) }
        #expect(await becomesTrue { hive.hasOperation })
        gate.open()
        await #expect(throws: HiveError.self) { try await start.value }
        let error = await #expect(throws: HiveError.self) { try await reload.value }
        #expect(error?.code == .invalidState)
        #expect(error?.message == "The configuration cannot be reloaded: the hive is failed.")
        #expect(!test.faults.modules(.creation, .began).contains("Comer"))
        #expect(!hive.hasOperation)
    }

    // C58, C8: neither does one that is told to stop.
    @Test func reloadIsRefusedWhenTheStartIsCancelled() async throws {
        let gate = Latch()
        let (test, start) = try await starting(gate)
        let hive = test.hive
        let reload = Task { try await hive.reload(World.composition([.addsModules]), reporting: []) }
        #expect(await becomesTrue { hive.hasOperation })
        try await hive.stop()
        await #expect(throws: HiveError.self) { try await start.value }
        let error = await #expect(throws: HiveError.self) { try await reload.value }
        #expect(error?.code == .invalidState)
        await #expect(throws: HiveError.self) {
            try await hive.reload(World.composition([.addsModules]), reporting: [])
        }
    }

    // C15, C58: an addition that comes between is part of the start, and there before the reload.
    @Test func additionsComeBeforeTheReload() async throws {
        let gate = Latch()
        let (test, start) = try await starting(gate)
        let hive = test.hive
        let reload = Task { try await hive.reload(World.composition(), reporting: []) }
        #expect(await becomesTrue { hive.hasOperation })
        try await hive.add(World.Comer.self)
        gate.open()
        try await start.value
        #expect(try await reload.value?.changes == [])
        #expect(hive.modules.running.contains("Comer"))
        try await hive.stop()
    }
}

extension Hive {
    /// Whether an addition, a removal or a reload is under way, or waits for that.
    fileprivate var hasOperation: Bool { engine.lifecycle.withLock { $0.isBusy } }
}
