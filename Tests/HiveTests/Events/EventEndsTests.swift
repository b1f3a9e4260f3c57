// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestKit
import Testing

@testable import Hive

/// Where an event center begins and ends with its hive, and with a module.
@Suite(.timeLimit(.minutes(5)))
struct EventEndsTests {
    /// Waits until a hive is in a state, then triggers and posts.
    private static func codes(of hive: Hive, once state: HiveState) async -> [HiveErrorCode?] {
        while hive.state != state { await Task.yield() }
        return [
            await codeThrown { _ = try await hive.events.trigger(Ping()) },
            await codeThrown { try hive.events.post(Ping()) },
        ]
    }

    // C36: nothing is left of a module that has ended, and of one that has subscribed to nothing there never was
    // anything.
    @Test(arguments: [true, false])
    func modulesHaveWhatTheyHaveSubscribedToUntilTheyEnd(subscribes: Bool) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let script = Script(setUp: { context in
            if subscribes { try context.events.subscribe(Ping.self) { _, _ in } }
        })
        try hive.modules.register(Probe<A>.self) { Probe<A>(script) }
        try await hive.start()
        #expect(hive.remains(of: Probe<A>.moduleName).isEmpty == !subscribes)
        try await hive.stop()
        #expect(hive.remains(of: Probe<A>.moduleName).isEmpty)
    }

    /// Runs a hive whose stop gives up a handler, which refers to an object.
    private static func runHive(leavingOutOne kept: Journal) async throws {
        let (clock, began) = (ManualClock(), Gate())
        let hive = Hive(HiveOptions(clock: clock))
        let script = Script(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ async throws in
                began.open()
                await Gate().wait()
                kept.write("cancelled")
            }
        })
        try hive.modules.register(Probe<A>.self) { Probe<A>(script) }
        try await hive.start()
        try hive.events.post(Ping())
        await began.wait()
        let stop = Task { try await hive.stop() }
        while hive.state != .stopping { await Task.yield() }
        clock.advance(by: .seconds(10))
        let error = await #expect(throws: HiveError.self) { try await stop.value }
        #expect(error?.failures.map(\.step) == ["handler of Ping"])
        #expect(kept.entries == ["cancelled"])
    }

    // C31, C61: a hive that has stopped is let go of, with a handler that took too long for its stop.
    @Test func aHandlerThatTheStopLeavesOutIsLetGoOf() async throws {
        var kept: Journal? = Journal()
        weak let watched = kept
        try await Self.runHive(leavingOutOne: #require(kept))
        kept = nil
        while watched != nil { await Task.yield() }
    }

    // C29, C31
    @Test func aHiveThatIsSeenToRunTakesEvents() async throws {
        for _ in 0..<100 {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            async let codes = Self.codes(of: hive, once: .running)
            try await hive.start()
            #expect(await codes == [nil, nil])
            try await hive.stop()
        }
    }

    // C31
    @Test func aHiveThatIsSeenToHaveStoppedTakesNone() async throws {
        for _ in 0..<50 {
            let hive = try await Hive.running()
            async let codes = Self.codes(of: hive, once: .stopped)
            try await hive.stop()
            #expect(await codes == [.stopped, .stopped])
        }
    }

    // C29, C31, C48
    @Test func whoeverIsToldOfAStateCanDoWhatItAllows() async throws {
        let told = Journal()
        let observer = StateObserver()
        let hive = Hive(HiveOptions(observers: [observer.observe], clock: ManualClock()))
        observer.told.with { action in
            action = { [weak hive] state in
                let code: HiveErrorCode?
                do {
                    try hive?.events.checkRunning(.type(Ping.self))
                    code = nil
                } catch {
                    code = (error as? HiveError)?.code
                }
                told.write("\(state) \(code?.description ?? "takes events")")
            }
        }
        try hive.register(first: EventScript())
        try await hive.start()
        try await hive.stop()
        let expected = [
            "starting invalidState", "running takes events", "stopping takes events", "stopped stopped",
        ]
        #expect(told.entries == expected)
        observer.told.with { $0 = nil }
    }

    private final class StateObserver: Sendable {
        let told = Locked<(@Sendable (String) -> Void)?>(nil)

        func observe(_ observation: HiveObservation) {
            guard case .state(let state) = observation.subject else { return }
            told.current?("\(state)")
        }
    }

    // C30, C48
    @Test func whatWasPostedBeforeIsDeliveredAfterObserversHeardThatTheHiveRuns() async throws {
        for _ in 0..<50 {
            let watcher = Watcher([.stateChanged, .willTrigger])
            let hive = Hive(HiveOptions(observers: [watcher.observe], clock: ManualClock()))
            _ = hive.events.subscribe(Ping.self) { _, _ in }
            try hive.events.post(Ping())
            try await hive.start()
            try await hive.stop()
            let seen = watcher.journal.entries
            let running = try #require(seen.firstIndex { $0.contains("running") })
            let delivered = try #require(seen.firstIndex { $0.contains("Ping") })
            #expect(running < delivered)
        }
    }
}
