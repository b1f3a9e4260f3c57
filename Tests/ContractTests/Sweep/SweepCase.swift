// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// One module of one graph with one fault at one place.
struct SweepCase: Sendable, CustomStringConvertible {
    let graph: Graph
    let module: Int
    let point: FaultPoint
    let kind: FaultKind
    /// Whether the last module fails to get ready, so that the modules are torn down by a rollback.
    var rollsBack = false
    /// Whether `run()` starts and stops the hive; a process has one such hive at a time.
    var runs = false

    var name: String { Graph.types[module].moduleName }

    var description: String { "\(graph): \(name) \(kind) in \(point)\(rollsBack ? " of a rollback" : "")" }

    /// Every case of a graph.
    static func all(of graph: Graph) -> [SweepCase] {
        graph.nodes.indices.flatMap { module in
            FaultPoint.all.filter { $0 != .work || graph.hasWork }.flatMap { point in
                FaultKind.allCases.flatMap { kind -> [SweepCase] in
                    // Work has no timeout, and runs beside the stop.
                    if point == .work, [.isSlow, .isTooSlow, .adds].contains(kind) { return [] }
                    let plain = SweepCase(graph: graph, module: module, point: point, kind: kind)
                    guard point == .tearDown else { return [plain] }
                    return [plain, SweepCase(graph: graph, module: module, point: point, kind: kind, rollsBack: true)]
                }
            }
        }
    }

    /// Whether the place belongs to the start.
    var isInStart: Bool { [.creation, .setUp, .initialize, .ready].contains(point) }

    var timeout: Duration { isInStart ? .seconds(30) : .seconds(10) }

    // MARK: Playing

    /// What came of a case.
    struct Result: Sendable {
        var startError: HiveError?
        var stopError: HiveError?
        var state = HiveState.created
        var remains: [String] = []
        var tasks: [String] = []
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
        let latches = FaultKind.Latches()
        let extra = graph.declaration(Extra.self, scene)
        let fault = kind.fault(test.clock, timeout: timeout, latches, adding: extra)
        test.faults.inject(fault, into: Graph.types[module], at: point, kind.moment)

        let life = Task { await runs ? run(test) : live(test) }
        try await drive(test, latches.cancelled)
        var result = await life.value
        result.state = hive.state
        latches.release.open()
        try await settle(test)
        result.remains = hive.remains(of: nil)
        result.tasks = await test.faults.tasksLeftBehind()
        result.calls = test.faults.calls
        return result
    }

    /// Returns when the work has failed that is going to: a stop that comes before would end it without an error.
    private func waitForFailureOfWork(_ test: TestHive) async throws {
        guard point == .work, [.throwsBefore, .startsAgain].contains(kind) else { return }
        try await test.recorder.wait(for: .step(.workFailed, of: name))
    }

    private func live(_ test: TestHive) async -> Result {
        let hive = test.hive
        var result = Result()
        do {
            try await hive.start()
            try await waitForFailureOfWork(test)
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

    private func run(_ test: TestHive) async -> Result {
        var result = Result()
        let stop = Task {
            try await test.recorder.wait(for: .state(.running))
            try await waitForFailureOfWork(test)
            test.hive.requestStop()
        }
        do {
            try await test.hive.run()
        } catch let error as HiveError {
            if error.start == nil { result.stopError = error } else { result.startError = error }
        } catch {
            result.stopError = HiveError(.invalidState, "\(error)")
        }
        stop.cancel()
        return result
    }

    /// Moves the clock for faults that only time ends.
    func drive(_ test: TestHive, _ cancelled: Latch) async throws {
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
        test.clock.advance(by: timeout)
        guard kind == .ignoresCancellation else { return }
        try await cancelled.wait()
        test.clock.advance(by: .seconds(1))
    }

    /// Whether another module is initialized although this one does not return.
    private func isBeside(_ other: Int) -> Bool {
        guard other != module, !dependsOnFault(other) else { return false }
        let isConcurrent = [module, other].contains { graph.nodes[$0].initializesConcurrently }
        return isConcurrent || other < module
    }

    func dependsOnFault(_ node: Int) -> Bool {
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
