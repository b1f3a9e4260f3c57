// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Hives under schedules: their time is virtual, and so is that of sleeps (C68).
@Suite(.enabled(if: Exploration.isSupported)) struct ExploredHiveTests {
    private struct WrongTime: Error { let text: String }

    // Without a virtual sleep it would take hours.
    @Test func sleepsAreVirtual() async throws {
        try await explore(seeds: 1...8) {
            let hive = Hive()
            let clock = hive.clockForTests
            let began = clock()
            try await Task.sleep(for: .seconds(3_600))
            try await Task.sleep(nanoseconds: 60_000_000_000)
            try await ContinuousClock().sleep(for: .seconds(60))
            try await SuspendingClock().sleep(for: .seconds(60))
            let passed = clock() - began
            guard passed >= .seconds(3_780), passed < .seconds(3_781) else { throw WrongTime(text: "\(passed)") }
        }
    }

    @Test func aCancelledSleepEndsAtOnce() async throws {
        try await explore(seeds: 1...20) {
            let hive = Hive()
            let clock = hive.clockForTests
            let sleep = Task { try await Task.sleep(for: .seconds(100)) }
            await Task.yield()
            sleep.cancel()
            guard case .failure = await sleep.result, clock() < .seconds(1) else { throw WrongTime(text: "slept") }
        }
    }

    @Test func timeoutsOfHivesAreVirtual() async throws {
        try await explore(seeds: 1...20) {
            let hive = Hive(HiveOptions(timeouts: HiveTimeouts(start: .seconds(600))))
            try hive.modules.register(HangingModule.self)
            let clock = hive.clockForTests
            let error = await #expect(throws: HiveError.self) { try await hive.start() }
            #expect(error?.code == .startFailed)
            let passed = clock()
            #expect(passed >= .seconds(600) && passed < .seconds(601))
        }
    }

    @Test func fiveModulesStartAndStop() async throws {
        let runs = try await exploredRuns(Array(1...500)) {
            let hive = Hive()
            try hive.registerFive()
            try await hive.start()
            #expect(hive.state == .running)
            try await hive.stop()
            #expect(hive.state == .stopped)
        }
        #expect(runs.failure == nil)
        #expect(!runs.orders.contains(nil))
        #expect(Set(runs.orders).count > 100)
    }

    @Test func aStopInAStartEndsBoth() async throws {
        try await explore(seeds: 1...500) {
            let hive = Hive()
            try hive.registerFive()
            let start = Task { try await hive.start() }
            let stop = Task { try await hive.stop() }
            _ = await (start.result, stop.result)
            #expect(hive.state == .stopped)
        }
    }
}

extension Hive {
    /// The time since the hive was made, by its clock.
    fileprivate var clockForTests: @Sendable () -> Duration {
        let clock = options.clock
        func read(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
        return read(clock)
    }

    fileprivate func registerFive() throws {
        try modules.register(FirstModule.self)
        try modules.register(SecondModule.self)
        try modules.register(ThirdModule.self)
        try modules.register(FourthModule.self)
        try modules.register(WorkModule.self)
    }
}

private final class HangingModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws { try await Latch().wait() }
}

private final class FirstModule: HiveModule {
    static let manifest = ModuleManifest()
    init() {}
    func setUp(_ context: SetupContext) async throws { await Task.yield() }
}
private final class SecondModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(FirstModule.self)])
    init() {}
    func initialize(_ context: ModuleContext) async throws { try await Task.sleep(for: .milliseconds(5)) }
}
private final class ThirdModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(FirstModule.self)])
    init() {}
    func initialize(_ context: ModuleContext) async throws { await Task.yield() }
}
private final class FourthModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.module(SecondModule.self)])
    init() {}
    func tearDown(_ context: StopContext) async throws { await Task.yield() }
}
private final class WorkModule: WorkingModule {
    static let manifest = ModuleManifest(needs: [.module(ThirdModule.self)])
    init() {}
    func run(_ context: WorkContext) async throws {
        while await context.sleep(for: .seconds(60)) {}
    }
}
