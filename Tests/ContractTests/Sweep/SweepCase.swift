// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// One module of one graph with one fault at one place.
struct SweepCase: Sendable, CustomStringConvertible {
    enum Kind: CaseIterable, Sendable {
        case throwsBefore, throwsAfter, hangs, ignoresCancellation, isSlow, isTooSlow
        case stops, requestsStop, startsAgain, adds, resolves
    }

    struct Injected: Error, Equatable {}

    let graph: Graph
    let module: Int
    let point: FaultPoint
    let kind: Kind
    /// Whether the last module fails to get ready, so that the modules are torn down by a rollback.
    var rollsBack = false

    var name: String { Graph.types[module].moduleName }

    var description: String { "\(graph): \(name) \(kind) in \(point)\(rollsBack ? " of a rollback" : "")" }

    /// Every case of a graph.
    static func all(of graph: Graph) -> [SweepCase] {
        graph.nodes.indices.flatMap { module in
            FaultPoint.all.filter { $0 != .work || graph.hasWork }.flatMap { point in
                Kind.allCases.flatMap { kind -> [SweepCase] in
                    // Work has no budget, and runs beside the stop.
                    if point == .work, [.isSlow, .isTooSlow, .stops, .adds].contains(kind) { return [] }
                    let plain = SweepCase(graph: graph, module: module, point: point, kind: kind)
                    guard point == .tearDown else { return [plain] }
                    return [plain, SweepCase(graph: graph, module: module, point: point, kind: kind, rollsBack: true)]
                }
            }
        }
    }

    /// Whether the place belongs to the start.
    var isInStart: Bool { [.creation, .setUp, .initialize, .ready].contains(point) }

    private var budget: Duration { isInStart ? .seconds(30) : .seconds(10) }

    // MARK: Playing

    /// What came of a case.
    struct Result: Sendable {
        var startError: HiveError?
        var stopError: HiveError?
        var state = HiveState.created
        var remains: [String] = []
        var calls: [FaultInjector.Call] = []
    }

    func play(_ scene: Scene) async throws -> Result {
        let test = TestHive()
        let hive = test.hive
        scene.watch("the hive", hive)
        try hive.modules.register(graph.declarations(in: scene))
        try hive.services.register(Int.self, instance: 1)
        if rollsBack {
            let last = Graph.types[graph.nodes.count - 1]
            test.faults.inject(.throwing(Injected()), into: last, at: .ready)
        }
        let latches = (release: Latch(), cancelled: Latch())
        let moment: FaultInjector.Moment = kind == .throwsAfter ? .after : .before
        test.faults.inject(fault(test.clock, latches, scene), into: Graph.types[module], at: point, moment)

        let life = Task { await live(hive) }
        try await drive(test, latches.cancelled)
        var result = await life.value
        result.state = hive.state
        latches.release.open()
        try await settle(test)
        result.remains = hive.remains(of: nil)
        result.calls = test.faults.calls
        return result
    }

    private func fault(_ clock: ManualClock, _ latches: (release: Latch, cancelled: Latch), _ scene: Scene) -> Fault {
        switch kind {
        case .throwsBefore, .throwsAfter: .throwing(Injected())
        case .hangs: .hanging
        case .ignoresCancellation: .ignoringCancellation(until: latches.release, cancelled: latches.cancelled)
        case .isSlow: Fault("is slow") { _ in clock.advance(by: .seconds(6)) }
        case .isTooSlow: Fault("is too slow") { [budget] _ in clock.advance(by: budget) }
        case .stops: .stopping
        case .requestsStop: .reentering { $0.requestStop() }
        case .startsAgain: .startingAgain
        case .adds: .reentering { [graph] in try await $0.add(graph.declaration(Extra.self, scene)) }
        case .resolves: .resolving(Int.self)
        }
    }

    private func live(_ hive: Hive) async -> Result {
        var result = Result()
        do {
            try await hive.start()
        } catch {
            result.startError = error as? HiveError
            return result
        }
        do {
            try await hive.stop()
        } catch {
            result.stopError = error as? HiveError
        }
        return result
    }

    /// Moves the clock for faults that only time ends.
    private func drive(_ test: TestHive, _ cancelled: Latch) async throws {
        guard kind == .hangs || kind == .ignoresCancellation else { return }
        if point == .work {
            guard kind == .ignoresCancellation else { return }
            try await cancelled.wait()
            // Nothing but the wait for the work runs now.
            while test.recorder.count(of: .hookEnded(.tearDown, of: name)) == 0 {
                test.clock.advance(by: .seconds(1))
                await Task.yield()
            }
            return
        }
        try await test.faults.wait(for: .init(name, point, .began))
        if point == .initialize {
            // What runs beside the fault ends first, so that its time is not up as well.
            for other in graph.nodes.indices where isBeside(other) {
                try await test.recorder.wait(for: .hookEnded(.initialize, of: Graph.types[other].moduleName))
            }
        }
        test.clock.advance(by: budget)
        guard kind == .ignoresCancellation else { return }
        try await cancelled.wait()
        test.clock.advance(by: .seconds(1))
    }

    /// Whether another module is initialized although this one does not return.
    private func isBeside(_ other: Int) -> Bool {
        guard other != module, !dependsOnFault(other) else { return false }
        let isConcurrent = [module, other].contains { graph.nodes[$0].startup == .concurrent }
        return isConcurrent || other < module
    }

    private func dependsOnFault(_ node: Int) -> Bool {
        graph.nodes[node].dependencies.contains { dependency in
            guard dependency != name else { return true }
            return graph.nodes.indices.contains { Graph.types[$0].moduleName == dependency && dependsOnFault($0) }
        }
    }

    /// Waits for what a hook does that nobody waited for.
    private func settle(_ test: TestHive) async throws {
        guard kind == .ignoresCancellation else { return }
        try await test.recorder.wait(for: .step(.hookReturnedLate, of: name))
        let isSetUp = test.faults.modules(.setUp, .returned).contains(name)
        if isSetUp { try await test.faults.wait(for: .init(name, .tearDown, .returned)) }
    }
}
