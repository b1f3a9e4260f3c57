// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import CoreMetrics
import Hive
import HiveConfig
import HiveMetrics
import HiveTestKit
import IntegrationTestSupport
import MetricsTestKit
import Testing

/// What is measured of a hive.
@Suite(.timeLimit(.minutes(1)))
struct MetricsObserverTests {
    let factory = TestMetrics()
    let test: TestHive

    init() {
        let clock = ManualClock()
        let metrics = MetricsObserver(factory: factory, clock: clock)
        test = TestHive(HiveOptions(observers: [metrics.observe], clock: clock))
    }

    private func seconds(_ label: String, _ dimensions: [(String, String)] = []) throws -> [Int64] {
        try factory.expectTimer(label, dimensions).values.map { $0 / 1_000_000_000 }
    }

    private func count(_ label: String, _ dimensions: [(String, String)]) throws -> Int64 {
        try factory.expectCounter(label, dimensions).totalValue
    }

    // MARK: Failures

    // C3
    @Test func aStartThatFailsIsMeasuredAsOne() async throws {
        let clock = test.clock
        try test.hive.modules.register(
            instance: HookModule { phase in
                clock.advance(by: .seconds(2))
                if phase == .initialize { throw Failure() }
            }
        )
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(try seconds("hive_start_duration", [("result", "failed")]) == [6])
        #expect(
            try seconds(
                "hive_hook_duration",
                [("module", "HookModule"), ("hook", "initialize"), ("result", "failed")]
            ) == [2]
        )
        #expect(try count("hive_failures", [("module", "HookModule"), ("kind", "hook")]) == 1)
        #expect(try count("hive_failures", [("module", "hive"), ("kind", "hive")]) == 1)
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 0)
        #expect(try factory.expectGauge("hive_ready").lastValue == 0)
    }

    // Nor does a name write metrics of its own, where they are lines of text.
    @Test func aNameStaysOnItsLine() async throws {
        try test.hive.modules.register(UntidyModule.self)
        try await test.hive.start()
        try await test.hive.stop()
        let dimensions = [("module", UntidyModule.shownName), ("hook", "setUp"), ("result", "ok")]
        #expect(try seconds("hive_hook_duration", dimensions) == [0])
    }

    // C8
    @Test func aStartThatIsToldToEndIsNoFailure() async throws {
        let never = Latch()
        try test.hive.modules.register(instance: HookModule { if $0 == .initialize { try await never.wait() } })
        let hive = test.hive
        async let starting = hiveError { try await hive.start() }
        try await test.recorder.wait(for: .hookBegan(.initialize, of: "HookModule"))
        try await test.hive.stop()
        let failure = await starting
        #expect(failure != nil)
        #expect(try seconds("hive_start_duration", [("result", "ok")]).count == 1)
        #expect(factory.counters(label: "hive_failures").isEmpty)
    }

    // C29
    @Test func handlersThatThrowAreCounted() async throws {
        try await test.hive.start()
        let token = test.hive.events.subscribe(Tick.self) { _, _ in throw Failure() }
        _ = try await test.hive.events.trigger(Tick())
        _ = try await test.hive.events.trigger(Tick())
        token.cancel()
        #expect(try count("hive_failures", [("module", "hive"), ("kind", "handler")]) == 2)
        #expect(try count("hive_events_delivered", [("event", "Tick")]) == 2)
        try await test.hive.stop()
    }

    // C30
    @Test func eventsThatAreRefusedAreCounted() async throws {
        try await test.hive.start()
        try await test.hive.stop()
        #expect(throws: HiveError.self) { try test.hive.events.post(Tick()) }
        #expect(try count("hive_refusals", [("kind", "eventRefused")]) == 1)
        #expect(factory.counters(label: "hive_failures").isEmpty)
    }

    // C58
    @Test func aReloadThatFailsIsMeasuredAsOne() async throws {
        test.faults.inject(.throwing(Failure()), into: HookModule.self, at: .setUp)
        try await test.hive.start()
        await #expect(throws: HiveError.self) {
            try await test.hive.reload(HiveConfiguration(naming: HookModule.self))
        }
        #expect(try seconds("hive_reload_duration", [("result", "failed")]).count == 1)
        #expect(try count("hive_failures", [("module", "hive"), ("kind", "reload")]) == 1)
        try await test.hive.stop()
    }

    @Test func refusalsOfLibrariesAreCountedAndAreNoFailures() {
        let metrics = MetricsObserver(factory: factory)
        metrics.observe(.init(.library("HiveRouting.refusedURL"), error: Failure()))
        metrics.observe(.init(.unavailable))
        metrics.observe(.init(.library("HiveRouting.didPerform"), error: Failure()))
        #expect(factory.counters(label: "hive_refusals").map(\.totalValue) == [1, 1])
        #expect(factory.counters(label: "hive_failures").map(\.totalValue) == [1])
    }

    // MARK: Bounds

    @Test func valuesBeyondTheCapacityAreCountedTogether() throws {
        let metrics = MetricsObserver(factory: factory, labelCapacity: 2)
        for number in 1...5 { metrics.observe(.init(.eventPosted, subject: .event("E\(number)"))) }
        metrics.observe(.init(.eventPosted, subject: .event("E2")))
        let counters = factory.counters(label: "hive_events_posted")
        #expect(Set(counters.map { $0.dimensions[0].1 }) == ["E1", "E2", "other"])
        #expect(try count("hive_events_posted", [("event", "E2")]) == 2)
        #expect(try count("hive_events_posted", [("event", "other")]) == 3)
    }

    // Modules come up side by side: what the gauge has last is how many there are.
    @Test(arguments: 0..<20)
    func modulesThatComeUpAtTheSameTimeAreAllCounted(_ round: Int) async throws {
        let factory = TestMetrics()
        let metrics = MetricsObserver(factory: factory)
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        metrics.observe(.init(.didRunHook, module: "\(task).\(number)", phase: .ready))
                    }
                }
            }
        }
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 400)
    }

    @Test func stepsFromManyTasksAreAllCounted() async throws {
        let metrics = MetricsObserver(factory: factory)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<100 { metrics.observe(.init(.eventPosted, subject: .event("E"))) } }
            }
        }
        #expect(try count("hive_events_posted", [("event", "E")]) == 800)
    }

    // MARK: Success

    @Test func hooksStartStopAndDrainAreTimed() async throws {
        let clock = test.clock
        try test.hive.modules.register(instance: HookModule { _ in clock.advance(by: .seconds(1)) })
        try test.hive.modules.register(instance: DrainModule { clock.advance(by: .seconds(5)) })
        try await test.hive.start()
        try await test.hive.stop()
        #expect(try seconds("hive_start_duration", [("result", "ok")]) == [3])
        #expect(try seconds("hive_stop_duration", [("result", "ok")]) == [7])
        #expect(try seconds("hive_drain_duration") == [5])
        for hook in ["setUp", "initialize", "ready", "willStop", "tearDown"] {
            let dimensions = [("module", "HookModule"), ("hook", hook), ("result", "ok")]
            #expect(try seconds("hive_hook_duration", dimensions) == [1])
        }
    }

    // C58
    @Test func aReloadIsTimed() async throws {
        let clock = test.clock
        let fault = Fault("takes 4 s") { _ in clock.advance(by: .seconds(4)) }
        test.faults.inject(fault, into: HookModule.self, at: .ready)
        try await test.hive.start()
        try await test.hive.reload(HiveConfiguration(naming: HookModule.self))
        #expect(try seconds("hive_reload_duration", [("result", "ok")]) == [4])
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 1)
        try await test.hive.stop()
    }

    // C64
    @Test func restartsAreCounted() async throws {
        try test.hive.modules.register(FailingModule.self, factory: FailingModule.factory())
        try await test.hive.start()
        var changes = test.hive.moduleStateChanges.makeAsyncIterator()
        while let (_, state) = await changes.next(), state != .up {
            if case .restarting(_, attempt: 2, let next?) = state {
                #expect(try factory.expectGauge("hive_modules_down").lastValue == 1)
                test.clock.advance(by: next)
            }
        }
        #expect(try factory.expectGauge("hive_modules_down").lastValue == 0)
        #expect(try count("hive_module_restarts", [("module", "FailingModule")]) == 2)
        try await test.hive.stop()
    }

    // C53
    @Test func gaugesFollowModulesAndReadiness() async throws {
        try test.hive.modules.register(instance: HookModule { _ in })
        try test.hive.modules.register(instance: DrainModule {})
        try await test.hive.start()
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 2)
        #expect(try factory.expectGauge("hive_ready").lastValue == 1)
        try await test.hive.remove(DrainModule.self)
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 1)
        try await test.hive.stop()
        // The drain of a removal is none of the whole stop.
        #expect(factory.timers(label: "hive_drain_duration").isEmpty)
        #expect(try factory.expectGauge("hive_modules_up").lastValue == 0)
        #expect(try factory.expectGauge("hive_ready").lastValue == 0)
    }

    @Test func postedEventsAreCounted() async throws {
        try await test.hive.start()
        try test.hive.events.post(Tick())
        try await test.hive.stop()
        #expect(try count("hive_events_posted", [("event", "Tick")]) == 1)
    }
}

private struct Failure: Error {}
private struct Tick: HiveEvent {}

/// A module that does something in its hooks.
private final class HookModule: HiveModule {
    static let manifest = ModuleManifest()

    private let hook: @Sendable (Phase) async throws -> Void

    convenience init() { self.init { _ in } }
    init(_ hook: @escaping @Sendable (Phase) async throws -> Void) { self.hook = hook }

    func setUp(_ context: SetupContext) async throws { try await hook(.setUp) }
    func initialize(_ context: ModuleContext) async throws { try await hook(.initialize) }
    func ready(_ context: ModuleContext) async throws { try await hook(.ready) }
    func willStop(_ context: StopContext) async throws { try await hook(.willStop) }
    func tearDown(_ context: StopContext) async throws { try await hook(.tearDown) }
}

/// A module whose work does something when it is asked to end.
private final class DrainModule: WorkingModule, FactoryModule {
    static let manifest = ModuleManifest()

    private let onDrain: @Sendable () -> Void

    init(_ onDrain: @escaping @Sendable () -> Void) { self.onDrain = onDrain }

    func run(_ context: WorkContext) async throws {
        await context.waitForDrain()
        onDrain()
    }
}
