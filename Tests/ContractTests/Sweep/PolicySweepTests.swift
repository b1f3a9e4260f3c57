// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Every fault at every place of a start, and in work, of every module of several graphs, under each policy that lets
/// the hive go on: those go down that need the module, the others notice nothing, and all come back.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct PolicySweepTests {
    // C2, C16, C50, C63, C64
    @Test(arguments: Graph.all, [FailurePolicy.restart, .leaveOut])
    func restOfTheHiveGoesOn(graph: Graph, policy: FailurePolicy) async throws {
        for sweep in Self.cases(of: graph).sampled {
            let scene = Scene()
            let problems = try await play(sweep, policy, scene) + scene.leaks().map { "\($0) is still in memory" }
            #expect(problems.isEmpty, "\(sweep), \(policy): \(problems.joined(separator: "; "))")
        }
    }

    @Test func sweepIsNotEmpty() { #expect(Graph.all.flatMap(Self.cases).count > 300) }

    private static func cases(of graph: Graph) -> [SweepCase] {
        let points: [FaultPoint] = [.creation, .setUp, .initialize, .ready]
        let kinds: [FaultKind] = [.throwsBefore, .throwsAfter, .hangs, .ignoresCancellation]
        return graph.nodes.indices.flatMap { module -> [SweepCase] in
            let inStart = points.flatMap { point in
                kinds.map { SweepCase(graph: graph, module: module, point: point, kind: $0) }
            }
            let inWork = SweepCase(graph: graph, module: module, point: .work, kind: .throwsBefore)
            return inStart + (graph.hasWork ? [inWork] : [])
        }
    }

    /// The invariants that do not hold.
    private func play(_ sweep: SweepCase, _ policy: FailurePolicy, _ scene: Scene) async throws -> [String] {
        var problems: [String] = []
        func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
            if !holds { problems.append(text()) }
        }
        let hives = try Survivors(sweep.graph.declarations(in: scene), onFailure: policy)
        let (test, hive) = (hives.test, hives.hive)
        scene.watch("the hive", hive)
        let latches = FaultKind.Latches()
        let extra = sweep.graph.declaration(Extra.self, scene)
        let fault = sweep.kind.fault(test.clock, timeout: sweep.timeout, latches, adding: extra)
        test.faults.inject(fault, into: Graph.types[sweep.module], at: sweep.point, sweep.kind.moment)

        let start = Task { try await hive.start() }
        try await sweep.drive(test, latches.cancelled)
        try await start.value
        // The first attempt may meet the fault as well.
        let failed = policy == .leaveOut ? "left out: " : "restarting (attempt "
        let isTold = await becomesTrue(within: .seconds(60)) {
            hives.states.contains { $0.hasPrefix("\(sweep.name) \(failed)") }
        }
        expect(isTold, "nobody was told: \(hives.states)")
        if policy == .leaveOut {
            await hives.settle()
            problems += try await check(sweep, hives, scene)
        }
        test.faults.removeAll()
        latches.release.open()
        if policy == .leaveOut { try await restart(sweep, hives) }
        while hive.moduleStates.contains(where: { $0.state != .up }) {
            // An attempt may have met the fault, and hangs.
            test.clock.advance(by: .milliseconds(100))
            await Task.yield()
        }

        expect(hive.readiness.isReady, "not ready: \(hive.readiness)")
        let order = sweep.graph.nodes.indices.map { Graph.types[$0].moduleName }
        expect(Set(hive.modules.running) == Set(order), "running: \(hive.modules.running)")
        try await hive.stop()
        let calls = test.faults.calls
        for name in order {
            let made = calls.count { $0 == .init(name, .creation, .returned) }
            for point in FaultPoint.all where point != .creation && point != .work && point != .health {
                let count = calls.count { $0 == .init(name, point, .began) }
                expect(count <= made, "\(name).\(point) was called \(count) times for \(made) instances")
            }
            let setUp = calls.count { $0 == .init(name, .setUp, .returned) }
            let tornDown = calls.count { $0 == .init(name, .tearDown, .began) }
            expect(setUp == tornDown, "\(name) was set up \(setUp) and torn down \(tornDown) times")
            // What was made too late is shut down by a task of its own.
            let isShut = await becomesTrue { scene.count(of: "make \(name)") == scene.count(of: "shut \(name)") }
            expect(isShut, "\(name)'s service was not shut down as often as it was made")
        }
        expect(hive.remains(of: nil).isEmpty, "left: \(hive.remains(of: nil))")
        expect(hive.moduleStates.isEmpty, "states: \(hive.moduleStates)")
        // What everybody was told is each change once.
        for name in order {
            let told = hives.states.filter { $0.hasPrefix("\(name) ") }
            expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "told twice: \(told)")
            expect(told.last == "\(name) down", "told last: \(told.last ?? "nothing")")
        }
        return problems
    }

    /// What holds while a module is left out.
    private func check(_ sweep: SweepCase, _ hives: Survivors, _ scene: Scene) async throws -> [String] {
        var problems: [String] = []
        let goes = sweep.graph.nodes.indices.filter { $0 == sweep.module || sweep.dependsOnFault($0) }
        let names = Set(goes.map { Graph.types[$0].moduleName })
        let down = Set(hives.hive.moduleStates.filter { $0.state != .up }.map(\.module))
        if down != names { problems.append("down are \(down.sorted()) and not \(names.sorted())") }
        if Set(hives.hive.modules.running)
            != Set(sweep.graph.nodes.indices.map { Graph.types[$0].moduleName }).subtracting(names)
        {
            problems.append("running are \(hives.hive.modules.running)")
        }
        if sweep.graph.services == .none { return problems }
        let outcome = try await hives.hive.events.trigger(Rung())
        if !outcome.failures.isEmpty { problems.append("an event failed: \(outcome.failures)") }
        for index in sweep.graph.nodes.indices {
            let name = Graph.types[index].moduleName
            let count = scene.count(of: "rung \(name)")
            if count != (names.contains(name) ? 0 : 1) { problems.append("\(name) heard \(count) events") }
        }
        return problems
    }

    private func restart(_ sweep: SweepCase, _ hives: Survivors) async throws {
        // What ignores its cancellation may still be on its way back.
        while true {
            do {
                return switch sweep.module {
                case 0: try await hives.hive.restart(Part<P>.self)
                case 1: try await hives.hive.restart(Part<Q>.self)
                case 2: try await hives.hive.restart(Part<R>.self)
                default: try await hives.hive.restart(Part<S>.self)
                }
            } catch let error as HiveError where error.code == .startFailed && sweep.kind == .ignoresCancellation {
                await Task.yield()
            }
        }
    }
}
