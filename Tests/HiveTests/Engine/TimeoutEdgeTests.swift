// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Synchronization
import Testing

/// Timeouts that are as long or as short as a number can be, and hooks that are only slow.
@Suite(.timeLimit(.minutes(5)))
struct TimeoutEdgeTests {
    private static let extremes: [Duration] = [Duration(attoseconds: .max), .seconds(Int64.max)]

    // C6: no sum of timeouts is too large, and the plan says that there is a limit.
    @Test(arguments: extremes)
    func planOfTheLongestTimeouts(longest: Duration) throws {
        let hive = Hive(HiveOptions(timeouts: HiveTimeouts(start: longest), clock: ManualClock()))
        try hive.addProbe(A.self, Journal())
        try hive.addProbe(B.self, Journal())
        // Where sums are too large to tell apart, the first of them counts.
        #expect(hive.startPlan().slowestSequence?.first == "A")
        try hive.addProbe(C.self, Journal())
        try hive.addProbe(D.self, Journal())
        let worstCase = try #require(hive.startPlan().worstCase)
        #expect(worstCase >= longest)
        #expect(worstCase.brief.hasSuffix(" s"))
    }

    // C6: a hive runs with timeouts that never end.
    @Test(arguments: extremes)
    func hiveWithTheLongestTimeoutsRuns(longest: Duration) async throws {
        let clock = ManualClock()
        let timeouts = HiveTimeouts(
            start: longest,
            stop: longest,
            wholeStart: longest,
            wholeStop: longest,
            grace: longest
        )
        let hive = Hive(HiveOptions(observers: [HiveRecorder().observe], timeouts: timeouts, clock: clock))
        try hive.addProbe(A.self, Journal()) { $0.setUp = { _ in clock.advance(by: .seconds(1)) } }
        try await hive.start()
        _ = try hive.events.subscribe(LongEvent.self, timeout: longest) { _, _ async in }
        #expect(try await hive.events.trigger(LongEvent()).failures.isEmpty)
        try await hive.stop()
    }

    private struct LongEvent: HiveEvent {}

    // C6: a timeout that is none is refused, with the place where it stands, before anything runs.
    @Test(arguments: [Duration.zero, .seconds(-1), Duration(attoseconds: .min)])
    func hiveRefusesATimeoutThatIsNone(timeout: Duration) async throws {
        let (time, line) = (timeout, #line + 1)
        let timeouts = HiveTimeouts(
            start: time,
            stop: time,
            health: time,
            wholeStart: time,
            wholeStop: time,
            grace: time
        )
        let hive = Hive(HiveOptions(timeouts: timeouts, clock: ManualClock()))
        let journal = Journal()
        try hive.addProbe(A.self, journal)
        let problems = hive.verify()
        #expect(problems.map(\.code) == Array(repeating: .invalidValue, count: 6))
        #expect(problems.allSatisfy { $0.origin?.line == line && $0.remedy != nil })
        for (problem, name) in zip(problems, ["start", "stop", "health", "wholeStart", "wholeStop", "grace"]) {
            #expect(problem.message.contains("\(name) "), "\(problem)")
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .invalidConfiguration)
        #expect(journal.entries.isEmpty)
        #expect(hive.state == .failed)
    }

    // C6: so is a module's, also of one that is added while the hive runs.
    @Test func moduleWithATimeoutThatIsNoneIsRefused() async throws {
        let origin = Origin.code(fileID: "Shop/Modules.swift", line: 7)
        var declaration = ModuleDeclaration(Probe<A>.self, at: origin)
        declaration.startTimeout = .zero
        declaration.stopTimeout = .seconds(-1)
        declaration.factory = { Probe<A>(Script()) }
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register([declaration])
        #expect(hive.verify().map(\.origin) == [origin, origin])
        #expect(hive.verify().map(\.code) == [.invalidValue, .invalidValue])

        let running = Hive(HiveOptions(clock: ManualClock()))
        try await running.start()
        let error = await #expect(throws: HiveError.self) { try await running.add(declaration) }
        #expect(error?.problems.map(\.code) == [.invalidValue, .invalidValue])
        try await running.stop()
    }

    // C34: a handler's is refused where it subscribes.
    @Test(arguments: [Duration.zero, .seconds(-1)])
    func handlerWithATimeoutThatIsNoneIsRefused(timeout: Duration) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let error = #expect(throws: HiveError.self) {
            _ = try hive.events.subscribe(LongEvent.self, timeout: timeout) { _, _ async in }
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("TimeoutEdgeTests.swift") == true)
        let inside = Journal()
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { context in
                do {
                    try context.events.subscribe(LongEvent.self, timeout: timeout) { _, _ async in }
                } catch let error as HiveError {
                    inside.write("\(error.code)")
                }
            }
        }
        try await hive.start()
        #expect(inside.entries == ["invalidValue"])
        try await hive.stop()
    }

    // B21: only a hook whose own half-time has passed is slow, whatever else is awaited.
    @Test func slowHookIsToldOnceAndOnlyWhenItIs() async throws {
        let clock = ManualClock()
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: clock))
        let began = (short: Gate(), long: Gate())
        let mayReturn = Gate()
        var short = ModuleDeclaration(Probe<A>.self, at: .code())
        short.initializesConcurrently = true
        short.startTimeout = .seconds(2)
        short.factory = {
            Probe<A>(
                Script(initialize: { _ in
                    began.short.open()
                    await mayReturn.wait()
                })
            )
        }
        var long = ModuleDeclaration(Probe<B>.self, at: .code())
        long.initializesConcurrently = true
        long.startTimeout = .seconds(20)
        long.factory = {
            Probe<B>(
                Script(initialize: { _ in
                    began.long.open()
                    await mayReturn.wait()
                })
            )
        }
        try hive.modules.register([short, long])
        let start = Task { try await hive.start() }
        await began.short.wait()
        await began.long.wait()
        func slow() -> [String] { recorder.observations(of: .slowHook).compactMap(\.module) }
        #expect(slow().isEmpty)
        clock.advance(by: .milliseconds(1100))
        #expect(await becomesTrue { !slow().isEmpty })
        #expect(slow() == ["A"])
        clock.advance(by: .milliseconds(8900))
        #expect(await becomesTrue { slow().count > 1 })
        #expect(slow() == ["A", "B"])
        mayReturn.open()
        _ = await start.result
        #expect(slow() == ["A", "B"])
    }

    // B21: one that returns before anybody has looked at it is told all the same, before its end.
    @Test func slowHookThatReturnsIsTold() async throws {
        let clock = ManualClock()
        let recorder = HiveRecorder()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: clock))
        try hive.addProbe(A.self, Journal()) { $0.ready = { _ in clock.advance(by: .seconds(15)) } }
        try hive.addProbe(B.self, Journal()) { $0.ready = { _ in clock.advance(by: .seconds(14)) } }
        try await hive.start()
        #expect(recorder.observations(of: .slowHook).map(\.module) == ["A"])
        let kinds = recorder.observations.filter { $0.module == "A" && $0.phase == .ready }.map(\.kind)
        #expect(kinds == [.willRunHook, .slowHook, .didRunHook])
        try await hive.stop()
    }

    // C61: what sleeps is one timer, whose number does not grow with what has ended.
    @Test func timerIsOnePerHive() async throws {
        let clock = CountingSleeps()
        let hive = Hive(HiveOptions(clock: clock))
        try await hive.start()
        _ = try hive.events.subscribe(LongEvent.self, timeout: .seconds(3600)) { _, _ async in }
        _ = try hive.events.subscribe(LongEvent.self, timeout: .milliseconds(1)) { _, _ async in }
        for _ in 0..<1_000 { #expect(try await hive.events.trigger(LongEvent()).failures.isEmpty) }
        for _ in 0..<100 {
            try await hive.add(Probe<A>.self) { Probe<A>(Script()) }
            try await hive.remove(Probe<A>.self)
        }
        // One for each of the timeouts there are: of start and stop, and of the two handlers.
        #expect(clock.sleeps <= 4)
        try await hive.stop()
        #expect(await becomesTrue { clock.sleepers == 0 })
    }
}

/// A clock that counts those who sleep by it.
private final class CountingSleeps: Clock {
    private let clock = ManualClock()
    private let counts = TestMutex((begun: 0, ended: 0))

    var sleeps: Int { counts.withLock { $0.begun } }
    var sleepers: Int { counts.withLock { $0.begun - $0.ended } }
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        counts.withLock { $0.begun += 1 }
        defer { counts.withLock { $0.ended += 1 } }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
