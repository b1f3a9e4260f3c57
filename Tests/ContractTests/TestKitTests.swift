// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// What people who test modules rely on.
@Suite(.timeLimit(.minutes(5)))
struct TestKitTests {
    private protocol Prices: Sendable { var first: Int { get } }
    private struct RealPrices: Prices { let first = 1 }
    private struct NoPrices: Prices { let first = 0 }
    private struct Broken: Error, Equatable {}

    private final class Shop: HiveModule {
        static let manifest = ModuleManifest(provides: [(any Prices).self])
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Prices).self, replacing: true) { _ in RealPrices() }
        }
    }

    private final class Till: HiveModule {
        static let manifest = ModuleManifest(needs: [.service((any Prices).self)])
        init() {}
        func initialize(_ context: ModuleContext) async throws { _ = try context.service((any Prices).self) }
    }

    @Test func overrideTakesThePlaceOfTheModulesOwnService() async throws {
        let test = TestHive()
        try test.hive.modules.register(Shop.self)
        try test.hive.overrides.register((any Prices).self, instance: NoPrices())
        try await test.hive.start()
        #expect(try test.hive.services.service((any Prices).self).first == 0)
        #expect(throws: HiveError.self) {
            try test.hive.overrides.register((any Prices).self, instance: RealPrices())
        }
        try await test.hive.stop()
    }

    // A machine that lets nobody run lets the time of the limit pass as well.
    @Test func pollingTakesTurnsHoweverMuchTimeHasPassed() async {
        var turns = 0
        let isTrue = await becomesTrue(within: .zero) {
            turns += 1
            return turns > 1_500
        }
        #expect(isTrue)
    }

    @Test func contractHasPatienceWithASlowMachine() async throws {
        let timeouts = Mutex<[Duration?]>([])
        let contract = ModuleContract(of: Shop.self) { hive in
            timeouts.withLock { $0 += [hive.options.timeouts[.start], hive.options.timeouts[.drain]] }
        }
        #expect(await contract.violations() == [])
        #expect(timeouts.withLock { $0.allSatisfy { $0.map { $0 >= .seconds(300) } ?? true } })
    }

    @Test func recorderWaitsForAFact() async throws {
        let test = TestHive()
        let mayReturn = Latch()
        try test.hive.modules.register(Shop.self)
        test.faults.inject(.ignoringCancellation(until: mayReturn), into: Shop.self, at: .ready)
        async let starting: Void = test.hive.start()
        try await test.recorder.wait(for: .hookBegan(.ready, of: "Shop"))
        #expect(test.hive.state == .starting)
        mayReturn.open()
        try await starting
        try await test.recorder.wait(for: .state(.running))
        try await test.hive.stop()
        #expect(test.recorder.hooks.last == "Shop.tearDown")
        #expect(test.recorder.count(of: .hookEnded(.tearDown, of: "Shop")) == 1)
    }

    @Test func waitForAFactEndsWithItsTask() async throws {
        let recorder = HiveRecorder()
        let waiting = Task { try await recorder.wait(for: .state(.running)) }
        waiting.cancel()
        let result = await waiting.result
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test func faultIsThrownByTheHookAndTheCallsAreKept() async throws {
        let test = TestHive()
        try test.hive.modules.register(Shop.self)
        test.faults.inject(.throwing(Broken()), into: Shop.self, at: .setUp, .after)
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.failures.first?.error as? Broken == Broken())
        #expect(test.faults.modules(.setUp, .threw) == ["Shop"])
        #expect(test.faults.modules(.tearDown, .began).isEmpty)
    }

    @Test func delayTakesTheClocksTime() async throws {
        let test = TestHive(HiveOptions(timeouts: HiveTimeouts(start: nil)))
        try test.hive.modules.register(Shop.self)
        test.faults.inject(.delay(.seconds(20), by: test.clock), into: Shop.self, at: .setUp)
        async let starting: Void = test.hive.start()
        try await test.faults.wait(for: .init("Shop", .setUp, .began))
        while test.hive.state == .starting {
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        try await starting
        #expect(test.hive.timeline.entries.first?.duration ?? .zero >= .seconds(20))
        try await test.hive.stop()
    }

    @Test func assertionsSayWhatIsMissing() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Till.self)
        #expect(hive.unserved((any Prices).self) == ["Prices"])
        #expect { try hive.requireVerified() } throws: { ($0 as? HiveError)?.code == .invalidConfiguration }
        try hive.modules.register(Shop.self)
        #expect(hive.unserved((any Prices).self).isEmpty)
        try hive.requireVerified(allowsWarnings: false)
        try await hive.start()
        #expect(hive.unserved((any Prices).self, Int.self) == ["Int"])
        try await hive.stop()
    }

    // MARK: The contract of a module

    private func contract<Module: HiveModule>(
        of module: Module.Type,
        prepare: @escaping @Sendable (Hive) throws -> Void = { _ in }
    ) -> ModuleContract<Module> {
        ModuleContract(of: module, prepare: prepare, makeHive: { Hive(HiveOptions(clock: ManualClock())) })
    }

    @Test func goodModulesKeepTheContract() async throws {
        #expect(await contract(of: Shop.self).violations() == [])
        let till = contract(of: Till.self) { try $0.services.register((any Prices).self, instance: NoPrices()) }
        #expect(await till.violations() == [])
    }

    /// A job: its work is done at once, which stops a hive (C49).
    private final class Job: WorkingModule {
        static let manifest = ModuleManifest(provides: [(any Prices).self])
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any Prices).self) { _ in RealPrices() }
        }
        func run(_ context: WorkContext) async throws {}
    }

    /// One that says first that it is up.
    private final class AnnouncedJob: WorkingModule {
        static let manifest = ModuleManifest(work: .announced)
        init() {}
        func run(_ context: WorkContext) async throws { await context.announceReady() }
    }

    /// One that forgets to say it.
    private final class SilentJob: WorkingModule {
        static let manifest = ModuleManifest(work: .announced)
        init() {}
        func run(_ context: WorkContext) async throws {}
    }

    // Whether the hive has stopped by itself before the contract's next step is a matter of chance; hence so often.
    @Test func moduleWhoseWorkReturnsKeepsTheContract() async throws {
        for _ in 0..<50 {
            #expect(await contract(of: Job.self).violations() == [])
            #expect(await contract(of: AnnouncedJob.self).violations() == [])
        }
        let violations = await contract(of: SilentJob.self).violations()
        #expect(violations.count == 1)
        #expect(violations.first?.hasPrefix("SilentJob does not start") == true)
    }

    @Test func moduleThatDoesNotStartIsReported() async throws {
        let violations = await contract(of: Till.self).violations()
        #expect(violations.count == 1)
        #expect(violations.first?.hasPrefix("Till does not start") == true)
    }

    private final class Needy: HiveModule {
        static let line = #line + 1
        static let manifest = ModuleManifest(needs: [.service((any CustomStringConvertible & Sendable).self)])
        init() {}
    }

    @Test func contractWithoutAStandInSaysWhereItBelongs() async {
        let violations = await ModuleContract(of: Needy.self).violations()
        #expect(violations.count == 1)
        #expect(violations.first?.hasPrefix("Needy does not start: ") == true)
        #expect(violations.first?.contains("ContractTests/TestKitTests.swift:\(Needy.line)") == true)
        #expect(violations.first?.hasSuffix("register a stand-in for what it needs in `prepare:`.") == true)
    }

    private final class Misspelt: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func setup(_ context: SetupContext) async throws {}
    }
    private final class Asked: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func health(_ context: ModuleContext) async throws -> ModuleHealth { .degraded(because: "it is new") }
    }
    private final class Leaving: HiveModule {
        static let manifest = ModuleManifest()
        init() {}
        func tearDown(_ context: StopContext) async throws {}
    }

    // C67: a hook under another name is none, and a module without any does nothing.
    @Test func moduleThatDoesNothingIsReported() async {
        let violations = await ModuleContract(of: Misspelt.self).violations()
        #expect(violations.count == 1)
        #expect(violations.first?.hasPrefix("Misspelt does nothing: it has no work, and no hook of its own.") == true)
        let others = [
            await ModuleContract(of: Asked.self).violations(), await ModuleContract(of: Leaving.self).violations(),
        ]
        #expect(others == [[], []])
    }

    /// A module that somebody refers to when it is torn down, until the test is over.
    private actor Hoard: HiveModule {
        static let manifest = ModuleManifest()
        static let kept = TestMutex<[Hoard]>([])

        init() {}
        func ready(_ context: ModuleContext) async throws { Self.kept.withLock { $0.append(self) } }
        func tearDown(_ context: StopContext) async throws {
            if context.reason == .startFailed { throw Broken() }
        }
    }

    @Test func moduleThatLeaksAndCannotBeRolledBackIsReported() async throws {
        let violations = await contract(of: Hoard.self).violations()
        Hoard.kept.withLock { $0 = [] }
        #expect(violations.count == 2)
        #expect(violations.first == "Hoard is still referred to after the stop.")
        #expect(violations.last?.contains("Broken") == true)
    }

    // A hook's delay begins with the hook: what the clock does once observers have heard of it counts.
    @Test(arguments: [FaultPoint.creation, .setUp, .initialize, .ready])
    func delayBeginsWithItsHook(point: FaultPoint) async throws {
        let clock = ManualClock()
        let advances = Advancing(clock: clock, phase: point == .creation ? .setUp : Phase.named("\(point)"))
        let faults = FaultInjector()
        let hive = Hive(HiveOptions(observers: [advances.observe], clock: clock))
        faults.install(in: hive)
        try hive.modules.register([module(Cart.self)])
        faults.inject(.delay(.seconds(5), by: clock), into: Scripted<Cart>.self, at: point)
        let start = Task { try await hive.start() }
        #expect(await becomesTrue { hive.state == .running })
        clock.advance(by: .seconds(5))
        try await start.value
        try await hive.stop()
    }

    /// Advances a clock as soon as a hook is about to run.
    private struct Advancing: Sendable {
        let clock: ManualClock
        let phase: Phase?

        func observe(_ observation: HiveObservation) {
            guard observation.kind == .willRunHook, observation.phase == phase else { return }
            clock.advance(by: .seconds(5))
        }
    }
}

extension Phase {
    fileprivate static func named(_ name: String) -> Phase? {
        [.setUp, .initialize, .ready].first { "\($0)" == name }
    }
}
