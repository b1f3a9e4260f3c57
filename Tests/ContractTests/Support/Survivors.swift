// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// A hive whose modules may fail, and what everybody is told of their states.
struct Survivors: Sendable {
    let test: TestHive
    private let told: Log
    var hive: Hive { test.hive }

    /// Every change of a state so far, as `Cart up`.
    var states: [String] { told.entries }

    init(
        _ modules: ModuleDeclaration...,
        onFailure: FailurePolicy? = nil,
        timeouts: HiveTimeouts = HiveTimeouts()
    ) throws {
        try self.init(modules, onFailure: onFailure, timeouts: timeouts)
    }

    init(
        _ modules: [ModuleDeclaration],
        onFailure: FailurePolicy? = nil,
        timeouts: HiveTimeouts = HiveTimeouts(),
        restartsOnReload: Bool = false
    ) throws {
        let told = Log()
        self.told = told
        var options = HiveOptions(timeouts: timeouts, onFailure: onFailure, restartsOnReload: restartsOnReload)
        options.observers = [
            { if case .module(let state) = $0.subject { told.note("\($0.module ?? "") \(state)") } }
        ]
        test = TestHive(options)
        try hive.modules.register(modules)
    }

    /// Returns when a module has come into a state for the nth time.
    func wait(for state: String, times: Int = 1, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let isTold = await becomesTrue(within: .seconds(60)) { states.count { $0 == state } >= times }
        try #require(isTold, "\(state) is not among \(states)", sourceLocation: sourceLocation)
    }

    /// Returns when all is done that was begun so far: operations run one after the other.
    func settle() async { try? await hive.remove(Scripted<Never>.self) }

    /// A module that is down, with others that are up.
    static func down(
        _ catalog: Script,
        _ others: ModuleDeclaration...,
        needs: [ModuleDependency] = [],
        policy: FailurePolicy = .restart,
        failsBefore phase: Phase = .initialize
    ) async throws -> (hives: Survivors, comeBack: @Sendable () -> Void) {
        let failing = Failing()
        var script = catalog
        script.setUp = { context in
            if failing.hasFailed, phase == .setUp { throw Broken(number: 7) }
            try await catalog.setUp(context)
        }
        script.initialize = { context in
            if failing.hasFailed { throw Broken(number: 7) }
            try await catalog.initialize(context)
        }
        script.run = { _ in try await failing.work() }
        let hives = try Survivors([module(Catalog.self, priority: -1, needs: needs, script).failing(policy)] + others)
        try await hives.hive.start()
        try await failing.fail()
        let restarting = "Catalog restarting (attempt 2, next in 100 ms): Broken(number: 7)"
        try await hives.wait(for: policy == .leaveOut ? "Catalog left out: Broken(number: 0)" : restarting)
        await hives.settle()
        return (
            hives,
            {
                failing.hasFailed = false
                hives.test.clock.advance(by: .milliseconds(100))
            }
        )
    }

    /// The state of a module now.
    func state(of module: String) -> ModuleState? { hive.moduleStates.first { $0.module == module }?.state }
}

/// A switch that work waits for, to fail.
final class Failing: Sendable {
    private let latches = TestMutex<[Latch]>([])
    private let failed = TestMutex(false)

    /// Whether it was told to fail.
    var hasFailed: Bool {
        get { failed.withLock { $0 } }
        set { failed.withLock { $0 = newValue } }
    }

    /// Waits to be told to fail, and then throws; cancellation ends it as well.
    func work(_ error: any Error = Broken()) async throws {
        let latch = Latch()
        latches.withLock { $0.append(latch) }
        // One that was cancelled fails no more.
        defer { latches.withLock { $0.removeAll { $0 === latch } } }
        try await latch.wait()
        throw error
    }

    /// Lets the instance fail that came last, once it waits.
    func fail() async throws {
        let isThere = await becomesTrue(within: .seconds(60)) { latches.withLock { !$0.isEmpty } }
        try #require(isThere)
        hasFailed = true
        latches.withLock { $0.removeLast() }.open()
    }
}

extension ModuleDeclaration {
    /// The same with what happens when it fails.
    func failing(_ policy: FailurePolicy) -> ModuleDeclaration {
        var declaration = self
        declaration.onFailure = policy
        return declaration
    }
}

/// What needs the module of these tests that fails.
let needsCatalog: [ModuleDependency] = [.module(Scripted<Catalog>.self)]

/// A number that goes up.
final class Counter: Sendable {
    private let count = TestMutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// A service of modules that fail.
protocol Store: Sendable { var name: String { get } }

/// A store that says which one it is.
struct NamedStore: Store { let name: String }

/// A module that needs a store, and says so by its field only.
actor FieldModule: HiveModule {
    static let manifest = ModuleManifest()
    @Autowired var store: any Store
}
