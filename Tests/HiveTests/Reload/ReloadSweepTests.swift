// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// Every kind of change, alone and with every other, with a fault at every step: afterwards either all of the new
/// configuration counts or all of the old one, or the hive has stopped.
@Suite(.timeLimit(.minutes(5)))
struct ReloadSweepTests {
    typealias World = ReloadWorld

    enum Kind: CaseIterable {
        case throwsError, hangs, ignoresCancellation, stops
    }

    struct Step: CustomStringConvertible {
        let module: any HiveModule.Type
        let point: FaultPoint
        /// Whether the reload goes on in spite of a failure there.
        var isOnTheWayOut: Bool { point == .willStop || point == .tearDown }
        var description: String { "\(module.moduleName).\(point)" }
    }

    static let pairs: [Set<World.Change>] = World.Change.allCases.flatMap { first in
        World.Change.allCases.filter { $0.rawValue >= first.rawValue }.map { [first, $0] }
    }

    private static func steps(of changes: Set<World.Change>) -> [Step] {
        var steps: [Step] = []
        if changes.contains(.removesModules) {
            for module in [World.Former.self, World.FormerUser.self] as [any HiveModule.Type] {
                steps += [FaultPoint.willStop, .tearDown].map { Step(module: module, point: $0) }
            }
        }
        if changes.contains(.addsModules) {
            for module in [World.Comer.self, World.ComerUser.self] as [any HiveModule.Type] {
                steps += [FaultPoint.creation, .setUp, .initialize, .ready].map { Step(module: module, point: $0) }
            }
        }
        if changes.contains(.changesOptions) {
            for module in [World.Tuned.self, World.AlsoTuned.self] as [any HiveModule.Type] {
                steps.append(Step(module: module, point: .reconfigure))
            }
        }
        return steps
    }

    // C15 C16 C17 C27
    @Test(arguments: pairs)
    func newStateIsWholeWithoutAFault(changes: Set<World.Change>) async throws {
        let test = try await started()
        let before = Survivors(test.hive)
        let report = try await test.hive.reload(World.composition(changes), reporting: [])
        let expected = try await ReloadView.ofStarting(World.composition(changes))
        #expect(try await ReloadView(test.hive) == expected)
        #expect(Survivors(test.hive) == before)
        #expect(report?.changes.isEmpty == false)
        #expect(report?.deferred == [])
        #expect(report?.failures.isEmpty == true)
        if changes.contains(.removesModules) {
            #expect(test.faults.modules(.willStop, .began) == ["Former", "FormerUser"])
            #expect(test.faults.modules(.tearDown, .began) == ["FormerUser", "Former"])
        }
        // The same once more changes nothing.
        let calls = test.faults.calls
        #expect(try await test.hive.reload(World.composition(changes), reporting: [])?.changes == [])
        #expect(test.faults.calls == calls)
        // And the way back leads to where it began.
        _ = try await test.hive.reload(World.composition(), reporting: [])
        let old = try await ReloadView.ofStarting(World.composition())
        #expect(try await ReloadView(test.hive) == old)
        try await test.hive.stop()
        expectBalance(test)
    }

    // C3 C5 C8 C16
    @Test(arguments: pairs)
    func everyFaultLeadsToOneWholeState(changes: Set<World.Change>) async throws {
        let old = try await ReloadView.ofStarting(World.composition())
        let new = try await ReloadView.ofStarting(World.composition(changes))
        for step in Self.steps(of: changes) {
            for kind in Kind.allCases {
                try await play(changes, step, kind, old: old, new: new)
            }
        }
    }

    private func play(
        _ changes: Set<World.Change>,
        _ step: Step,
        _ kind: Kind,
        old: ReloadView,
        new: ReloadView
    ) async throws {
        let comment: Comment = "\(changes), \(step) \(kind)"
        let test = try await started()
        let (before, order) = (Survivors(test.hive), test.hive.modules.running)
        let (release, cancelled) = (Latch(), Latch())
        let isStuck = kind == .ignoresCancellation && step.point == .reconfigure
        let fault: Fault =
            switch kind {
            case .throwsError: .throwing(Injected())
            case .hangs: .hanging
            case .ignoresCancellation: .ignoringCancellation(until: release, cancelled: cancelled)
            case .stops: .reentering { $0.requestStop() }
            }
        test.faults.inject(fault, into: step.module, at: step.point)
        let reload = Task { try await test.hive.reload(World.composition(changes), reporting: []) }
        if kind == .hangs || kind == .ignoresCancellation {
            try await test.faults.wait(for: .init(step.module.moduleName, step.point, .began))
            test.clock.advance(by: step.isOnTheWayOut ? .seconds(10) : .seconds(30))
            if kind == .ignoresCancellation {
                try await cancelled.wait()
                test.clock.advance(by: .seconds(1))
            }
        }
        let result = await reload.result
        test.faults.removeAll()
        switch kind {
        case .stops:
            #expect(throws: HiveError.self, comment) { try result.get() }
            #expect((result.failure as? HiveError)?.code == .cancelled, comment)
            try await test.hive.stop()
            #expect(test.hive.state == .stopped, comment)
            expectNoFurtherStep(test, after: step, comment)
        case .throwsError where step.isOnTheWayOut, .hangs where step.isOnTheWayOut,
            .ignoresCancellation where step.isOnTheWayOut:
            let report = try result.get()
            #expect(report?.failures.first?.module == step.module.moduleName, comment)
            let view = try await ReloadView(test.hive)
            #expect(view == new, comment)
        default:
            let error = try #require(result.failure as? HiveError, comment)
            #expect(error.code == .reloadFailed, comment)
            #expect(error.failures.first?.module == step.module.moduleName, comment)
            if isStuck {
                // C2: there is no second instance beside one that has not returned.
                let name = step.module.moduleName
                #expect(error.message.contains(" Not restored: \(name)."), comment)
                #expect(error.message.hasSuffix(" Reload again, or restart the process."), comment)
                #expect(test.hive.modules.running == order.filter { $0 != name }, comment)
            } else {
                #expect(error.message.hasSuffix("Everything is as it was before."), comment)
                let view = try await ReloadView(test.hive)
                #expect(view == old, comment)
                #expect(test.hive.modules.running == order, comment)
                #expect(Survivors(test.hive) == before, comment)
            }
        }
        release.open()
        if kind == .ignoresCancellation {
            try await test.recorder.wait(for: .step(.hookReturnedLate, of: step.module.moduleName))
            if step.point == .reconfigure || step.point == .initialize || step.point == .ready
                || step.point == .willStop
            {
                try await test.faults.wait(for: .init(step.module.moduleName, .tearDown, .returned))
            }
        }
        if isStuck {
            let id = ObjectIdentifier(step.module)
            #expect(await becomesTrue { !test.hive.engine.modules.isLingering(id) }, comment)
            _ = try await test.hive.reload(World.composition(), reporting: [])
            #expect(try await ReloadView(test.hive) == old, comment)
        }
        if kind != .stops { try await test.hive.stop() }
        expectBalance(test, comment)
    }

    private func started() async throws -> TestHive {
        let test = TestHive()
        let composition = World.composition()
        try test.hive.modules.register(composition.modules, services: composition.services)
        try await test.hive.start()
        return test
    }

    /// After a stop nothing begins but what takes modules down; those that were half up are not told of the stop.
    private func expectNoFurtherStep(_ test: TestHive, after step: Step, _ comment: Comment) {
        let stopping = FaultInjector.Call(step.module.moduleName, step.point, .began)
        let calls = test.faults.calls
        var later = calls[(calls.firstIndex(of: stopping) ?? 0)...].dropFirst().filter { $0.stage == .began }
        // To be created is the first part of a module's `setUp`.
        if step.point == .creation, later.first?.point == .setUp { later.removeFirst() }
        let points = Set(later.map(\.point))
        #expect(points.isSubset(of: [.willStop, .tearDown]), comment)
        if step.module is World.Comer.Type || step.module is World.ComerUser.Type {
            #expect(!later.contains { $0.point == .willStop && $0.module.hasPrefix("Comer") }, comment)
        }
    }

    /// Every instance that was set up was torn down, once.
    private func expectBalance(_ test: TestHive, _ comment: Comment? = nil) {
        for member in World.members {
            let name = member.moduleName
            let setUps = test.faults.modules(.setUp, .returned).count { $0 == name }
            let tearDowns = test.faults.modules(.tearDown, .began).count { $0 == name }
            #expect(setUps == tearDowns, "\(name): \(comment?.rawValue ?? "")")
        }
    }
}

/// The modules and services that no reload of these tests may touch, by their identity.
private struct Survivors: Equatable {
    let modules: [ObjectIdentifier]
    let service: ObjectIdentifier?

    init(_ hive: Hive) {
        modules =
            [hive.modules.module(ReloadWorld.Base.self).map { ObjectIdentifier($0) }].compactMap(\.self)
            + [hive.modules.module(ReloadWorld.Tuned.self).map { ObjectIdentifier($0) }].compactMap(\.self)
            + [hive.modules.module(ReloadWorld.AlsoTuned.self).map { ObjectIdentifier($0) }].compactMap(\.self)
        let kept = try? hive.services.service((any ReloadWorld.Kept).self)
        service = (kept as? ReloadWorld.One).map { ObjectIdentifier($0) }
    }
}

private struct Injected: Error {}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
