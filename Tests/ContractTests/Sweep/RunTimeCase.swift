// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization

/// One module of one graph that comes or goes while the hive lives, with one fault at one place.
struct RunTimeCase: Sendable, CustomStringConvertible {
    enum Operation: Hashable, Sendable {
        /// The last module of the graph is added to the others.
        case adds
        /// A module is removed, those that depend on it before it.
        case removes(Int)
    }

    /// Who asks for the operation, and when.
    enum Origin: CaseIterable, Sendable {
        case test, hook, whileStarting, handler, work, whileStopping
    }

    let graph: Graph
    let operation: Operation
    let origin: Origin
    /// The module that fails.
    let module: Int
    let point: FaultPoint
    let kind: FaultKind

    var name: String { Graph.types[module].moduleName }
    var description: String { "\(graph): \(operation) from \(origin), \(name) \(kind) in \(point)" }

    /// Every case of a graph.
    static func all(of graph: Graph) -> [RunTimeCase] {
        let last = graph.nodes.count - 1
        func cases(_ operation: Operation, _ modules: [Int], _ points: [FaultPoint]) -> [RunTimeCase] {
            Origin.allCases.flatMap { origin in
                modules.flatMap { module in
                    points.flatMap { point in
                        FaultKind.allCases.map {
                            RunTimeCase(
                                graph: graph,
                                operation: operation,
                                origin: origin,
                                module: module,
                                point: point,
                                kind: $0
                            )
                        }
                    }
                }
            }.filter(\.makesSense)
        }
        let removals = [0, last].flatMap { removed in
            cases(.removes(removed), graph.leaving(with: removed), [.willStop, .tearDown])
        }
        return cases(.adds, [last], [.creation, .setUp, .initialize, .ready, .work]) + removals
    }

    /// Whether the fault happens, and nothing else decides what becomes of it.
    private var makesSense: Bool {
        // Nothing is begun while the hive stops, so one fault shows as much as all.
        if origin == .whileStopping { return operation == .adds && kind == .throwsBefore && point != .work }
        // A module that is queued fares as one that a hook asks for.
        if origin == .whileStarting, ![.throwsBefore, .hangs, .ignoresCancellation, .stops].contains(kind) {
            return false
        }
        if point == .work { return graph.hasWork && [.throwsBefore, .throwsAfter, .hangs, .stops].contains(kind) }
        return true
    }

    /// The modules that the operation takes away when all goes well.
    var leaving: [String] {
        guard case .removes(let removed) = operation else { return [] }
        return graph.leaving(with: removed).map { Graph.types[$0].moduleName }
    }

    private var isAddition: Bool { operation == .adds }
    var timeout: Duration { isAddition ? .seconds(30) : .seconds(10) }

    // MARK: Playing

    /// What came of a case.
    struct Result: Sendable {
        var startError: HiveError?
        var operationError: HiveError?
        var stopError: HiveError?
        /// What observers were told that nobody else was.
        var told: [any Error] = []
        /// What was registered for the module that failed, or for those that left, when the operation was over.
        var remainsOfOperation: [String] = []
        var remains: [String] = []
        var tasks: [String] = []
        var calls: [FaultInjector.Call] = []
    }

    private struct Nudge: HiveEvent {}

    func play(_ scene: Scene) async throws -> Result {
        let test = TestHive()
        scene.watch("the hive", test.hive)
        let declarations = graph.declarations(in: scene)
        try test.hive.modules.register(isAddition ? Array(declarations.dropLast()) : declarations)
        try test.hive.services.register(Int.self, instance: 1)
        let latches = FaultKind.Latches()
        let extra = graph.declaration(Extra.self, scene)
        let fault = kind.fault(test.clock, timeout: timeout, latches, adding: extra)
        test.faults.inject(fault, into: Graph.types[module], at: point, kind.moment)

        let life = Task { try await live(test, scene) }
        try await drive(test, latches)
        var result = try await life.value
        latches.release.open()
        try await settle(test)
        result.remains = test.hive.remains(of: nil)
        result.tasks = await test.faults.tasksLeftBehind()
        result.calls = test.faults.calls
        result.told = test.recorder.observations.filter {
            [.operationFailed, .hookReturnedLate, .workFailed].contains($0.kind)
        }.compactMap(\.error)
        return result
    }

    /// Starts the hive, lets whoever it is ask for the operation, and stops the hive.
    private func live(_ test: TestHive, _ scene: Scene) async throws -> Result {
        let (hive, asked) = (test.hive, Latch())
        let outcome = TestMutex<HiveError?>(nil)
        let ask: @Sendable (Hive) async -> Void = { hive in
            do {
                try await perform(in: hive, scene)
            } catch {
                outcome.withLock { $0 = error as? HiveError }
            }
            asked.open()
        }
        let asking = Fault("asks") { hive in await ask(hive) }
        let first = Graph.types[0]
        switch origin {
        case .hook: test.faults.inject(asking, into: first, at: .ready)
        case .work: test.faults.inject(asking, into: first, at: .work)
        case .whileStopping: test.faults.inject(asking, into: first, at: .willStop)
        case .whileStarting:
            let waiting = Fault("waits") { _ in try await asked.wait() }
            test.faults.inject(waiting, into: first, at: .ready)
        case .handler:
            _ = hive.events.subscribe(Nudge.self) { [weak hive] _, _ async throws in
                if let hive { await ask(hive) }
            }
        case .test: break
        }
        var result = Result()
        do {
            if origin == .whileStarting {
                let start = Task { try await hive.start() }
                try await test.faults.wait(for: .init(first.moduleName, .ready, .began))
                await ask(hive)
                try await start.value
            } else {
                try await hive.start()
            }
            if origin == .handler { _ = try await hive.events.trigger(Nudge()) }
            if origin == .test { await ask(hive) }
            if origin != .whileStopping { try await asked.wait() }
        } catch {
            result.startError = error as? HiveError
        }
        if origin == .test { result.remainsOfOperation = remainsOfOperation(in: hive, outcome.withLock { $0 }) }
        do {
            try await hive.stop()
        } catch {
            result.stopError = error as? HiveError
        }
        result.operationError = outcome.withLock { $0 }
        return result
    }

    private func perform(in hive: Hive, _ scene: Scene) async throws {
        let declarations = graph.declarations(in: scene)
        switch operation {
        case .adds: try await hive.add(declarations[module])
        case .removes(let removed): try await graph.remove(removed, from: hive)
        }
    }

    /// A module that was given up keeps nothing registered either.
    private func remainsOfOperation(in hive: Hive, _ error: HiveError?) -> [String] {
        let gone = isAddition ? (error == nil ? [] : [name]) : leaving
        return gone.flatMap { hive.remains(of: $0) }
    }

    /// Moves the clock for faults that only time ends.
    private func drive(_ test: TestHive, _ latches: FaultKind.Latches) async throws {
        guard point != .work, kind == .hangs || kind == .ignoresCancellation else { return }
        try await test.faults.wait(for: .init(name, point, .began))
        test.clock.advance(by: timeout)
        guard kind == .ignoresCancellation else { return }
        try await latches.cancelled.wait()
        test.clock.advance(by: .seconds(1))
    }

    /// Waits for what a hook does that nobody waited for.
    private func settle(_ test: TestHive) async throws {
        guard kind == .ignoresCancellation, origin != .whileStopping else { return }
        try await test.recorder.wait(for: .step(.hookReturnedLate, of: name))
        let isSetUp = test.faults.modules(.setUp, .returned).contains(name)
        if isSetUp { try await test.faults.wait(for: .init(name, .tearDown, .returned)) }
    }
}

extension Graph {
    /// A module and those that need it, in boot order.
    func leaving(with removed: Int) -> [Int] {
        var names: Set<String> = [Self.types[removed].moduleName]
        return nodes.indices.filter { index in
            let isLeaving = index == removed || !names.isDisjoint(with: nodes[index].dependencies)
            if isLeaving { names.insert(Self.types[index].moduleName) }
            return isLeaving
        }
    }

    /// Removes a module and those that need it.
    func remove(_ node: Int, from hive: Hive) async throws {
        func remove<Module: HiveModule>(_ type: Module.Type) async throws {
            try await hive.remove(type, removesDependents: true)
        }
        try await remove(Self.types[node])
    }
}
