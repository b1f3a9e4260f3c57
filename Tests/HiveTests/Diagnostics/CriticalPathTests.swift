// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What decided how long a start took.
@Suite(.timeLimit(.minutes(5)))
struct CriticalPathTests {
    /// The path's hooks, without the phase where it is `initialize`.
    private func names(_ path: [Timeline.Entry]?) -> [String] {
        (path ?? []).map { $0.phase == .initialize ? $0.module : "\($0.module).\($0.phase)" }
    }

    // C14: of two concurrent modules, the one that took longer is on the path, wherever it stands in the order.
    @Test(arguments: [true, false])
    func slowerOfTwoConcurrentModulesDecides(isFirstSlower: Bool) async throws {
        let clock = ManualClock()
        let (fasterIsDone, bothRun) = (Gate(), Gate())
        let slower: @Sendable (ModuleContext) async throws -> Void = { _ in
            bothRun.open()
            await fasterIsDone.wait()
            clock.advance(by: .seconds(2))
        }
        let faster: @Sendable (ModuleContext) async throws -> Void = { _ in
            await bothRun.wait()
            clock.advance(by: .seconds(1))
        }
        // The end of the faster hook is noted before the slower one goes on.
        let hive = Hive(HiveOptions(observers: [FirstEnd(fasterIsDone).observe], clock: clock))
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true) {
            $0.initialize = isFirstSlower ? slower : faster
        }
        try hive.addProbe(B.self, Journal(), initializesConcurrently: true) {
            $0.initialize = isFirstSlower ? faster : slower
        }
        try await hive.start()
        let path = hive.timeline.criticalPath
        let decisive = isFirstSlower ? "A" : "B"
        #expect(names(path) == ["A.setUp", "B.setUp", decisive, "A.ready", "B.ready"])
        #expect(path.wholeDuration == .seconds(3))
        #expect(path.isComplete)
        try await hive.stop()
    }

    // C14: sequential modules are a chain; a level waits for the last of the level before.
    @Test func sequentialModulesAndLevelsAreAChain() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        func slow(_ seconds: Int) -> (inout Script) -> Void {
            { script in script.initialize = { _ in clock.advance(by: .seconds(seconds)) } }
        }
        try hive.addProbe(A.self, Journal(), level: 0, slow(1))
        try hive.addProbe(B.self, Journal(), level: 0, slow(2))
        try hive.addProbe(C.self, Journal(), level: 1, slow(3))
        try await hive.start()
        let path = hive.timeline.criticalPath
        #expect(names(path).dropFirst(3).prefix(3) == ["A", "B", "C"])
        #expect(path.wholeDuration == .seconds(6))
        let slow = "A.initialize 1.000 s, B.initialize 2.000 s, C.initialize 3.000 s"
        #expect(path.summary == "6.000 s in 9 hooks, of which \(slow)")
        try await hive.stop()
    }

    // C14: a concurrent module begins when what it depends on has ended, and the path says which that was, also when
    // nothing takes any time.
    @Test func dependencyDecidesWhenAModuleBegins() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true)
        try hive.addProbe(B.self, Journal(), initializesConcurrently: true)
        try hive.addProbe(C.self, Journal(), dependencies: [.named("B")], initializesConcurrently: true)
        try hive.addProbe(D.self, Journal(), dependencies: [.named("C")], initializesConcurrently: true)
        try await hive.start()
        let entries = hive.timeline.entries.filter { $0.phase == .initialize }
        #expect(entries.first { $0.module == "A" }?.after == nil)
        #expect(entries.first { $0.module == "B" }?.after == nil)
        #expect(entries.first { $0.module == "C" }?.after == "B")
        #expect(entries.first { $0.module == "D" }?.after == "C")
        #expect(Set(entries.map(\.stage)) == [1])
        let path = hive.timeline.criticalPath
        #expect(path.wholeDuration == .zero)
        #expect(path.summary == "0.000 µs in \(path.count) hooks")
        try await hive.stop()
    }

    // B20: what is torn down, and modules that come later, are no part of the start.
    @Test func pathEndsWithTheStart() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        try hive.addProbe(A.self, Journal()) { script in
            script.tearDown = { _ in clock.advance(by: .seconds(9)) }
        }
        try await hive.start()
        let whileRunning = hive.timeline.criticalPath
        try await hive.add(Probe<B>.self) {
            Probe<B>(Script(setUp: { _ in clock.advance(by: .seconds(20)) }))
        }
        try await hive.stop()
        #expect(names(whileRunning) == ["A.setUp", "A", "A.ready"])
        #expect(hive.timeline.criticalPath == whileRunning)
        #expect(hive.timeline.entries.count == 10)
    }

    // C15: a module that was added during the start belongs to it.
    @Test func moduleThatIsAddedDuringTheStartBelongsToIt() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { _ in
                try await hive.add(Probe<B>.self) {
                    Probe<B>(Script(ready: { _ in clock.advance(by: .seconds(5)) }))
                }
            }
        }
        try await hive.start()
        #expect(names(hive.timeline.criticalPath) == ["A.setUp", "A", "A.ready", "B.setUp", "B", "B.ready"])
        #expect(hive.timeline.criticalPath.wholeDuration == .seconds(5))
        try await hive.stop()
    }

    // B20: a path whose beginning found no room says so.
    @Test func pathThatLostItsBeginningSaysSo() async throws {
        let hive = Hive(HiveOptions(timelineCapacity: 2, clock: ManualClock()))
        try hive.addProbe(A.self, Journal())
        try await hive.start()
        #expect(names(hive.timeline.criticalPath) == ["A", "A.ready"])
        #expect(hive.timeline.criticalPath.isComplete == false)
        try await hive.stop()
        #expect(hive.timeline.criticalPath.isEmpty)
    }

    @Test func emptyHiveHasNoPath() async throws {  // C9
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try await hive.start()
        try await hive.stop()
        #expect(hive.timeline.criticalPath.isEmpty)
    }

    // C5: the error of a start that ran out of time names the path; one of a start that failed otherwise does not.
    @Test func startThatRanOutOfTimeNamesThePath() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(timeouts: HiveTimeouts(start: .seconds(10)), clock: clock))
        try hive.addProbe(A.self, Journal()) { $0.setUp = { _ in clock.advance(by: .seconds(9)) } }
        try hive.addProbe(B.self, Journal()) { script in
            script.initialize = { _ in
                clock.advance(by: .seconds(11))
                await Gate().wait()
            }
            script.tearDown = { _ in clock.advance(by: .seconds(3)) }
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(names(error?.start?.criticalPath) == ["A.setUp", "B.setUp", "A", "B"])
        let line = "critical path: 20.000 s in 4 hooks, of which A.setUp 9.000 s, B.initialize 11.000 s"
        #expect(error?.report.contains(line) == true)

        let failing = Hive(HiveOptions(clock: ManualClock()))
        try failing.addProbe(A.self, Journal()) { $0.ready = { _ in throw Failure("A") } }
        let failure = await #expect(throws: HiveError.self) { try await failing.start() }
        #expect(failure?.start?.criticalPath == [])
        #expect(names(failing.timeline.criticalPath) == ["A.setUp", "A", "A.ready"])
    }
}

/// Opens a gate when the first `initialize` has ended.
private struct FirstEnd: Sendable {
    private let gate: Gate

    init(_ gate: Gate) { self.gate = gate }

    func observe(_ observation: HiveObservation) {
        if observation.kind == .didRunHook, observation.phase == .initialize { gate.open() }
    }
}
