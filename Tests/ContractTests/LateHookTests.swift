// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// What the contract says of hooks that come back when nobody waits for them, and of what a failed start leaves.
@Suite(.timeLimit(.minutes(5)))
struct LateHookTests {
    private struct Broken: Error, Equatable {}

    private final class First: HiveModule {
        static let manifest = ModuleManifest(initializesConcurrently: true)
        init() {}
    }

    private final class Second: HiveModule {
        static let manifest = ModuleManifest(initializesConcurrently: true)
        init() {}
    }

    // C3, C14: one that had to be given up after another's failure is no cause of it.
    @Test func causeComesBeforeAHookThatWasGivenUp() async throws {
        let test = TestHive()
        try test.hive.modules.register(First.self)
        try test.hive.modules.register(Second.self)
        let latches = (release: Latch(), cancelled: Latch())
        test.faults.inject(
            .ignoringCancellation(until: latches.release, cancelled: latches.cancelled),
            into: First.self,
            at: .initialize
        )
        let faults = test.faults
        let fault = Fault("throws beside the other") { _ in
            try await faults.wait(for: .init("First", .initialize, .began))
            throw Broken()
        }
        test.faults.inject(fault, into: Second.self, at: .initialize)
        let start = Task { try await test.hive.start() }
        try await latches.cancelled.wait()
        test.clock.advance(by: .seconds(1))
        let result = await start.result
        latches.release.open()
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.start?.module == "Second")
        #expect(error?.failures.map(\.module) == ["Second", "First"])
    }

    // C5, C15: a module that was given up and comes back late is not one that runs.
    @Test func moduleThatWasGivenUpWhileAddedCanBeAddedAgain() async throws {
        let test = TestHive()
        try await test.hive.start()
        let latches = (release: Latch(), cancelled: Latch())
        test.faults.inject(
            .ignoringCancellation(until: latches.release, cancelled: latches.cancelled),
            into: First.self,
            at: .setUp
        )
        let adding = Task { try await test.hive.add(First.self) }
        try await test.faults.wait(for: .init("First", .setUp, .began))
        test.clock.advance(by: .seconds(30))
        try await latches.cancelled.wait()
        test.clock.advance(by: .seconds(1))
        let result = await adding.result
        #expect(throws: HiveError.self) { try result.get() }
        latches.release.open()
        try await test.faults.wait(for: .init("First", .tearDown, .returned))
        test.faults.removeAll()
        #expect(test.hive.modules.module(First.self) == nil)
        try await test.hive.add(First.self)
        #expect(test.hive.modules.running == ["First"])
        try await test.hive.stop()
        #expect(test.faults.modules(.tearDown, .began) == ["First", "First"])
    }

    // C50: what a module has asked for in a start that fails goes with the hive, whatever it refers to.
    @Test func queuedModulesOfAFailedStartDoNotKeepTheHive() async throws {
        let scene = Scene()
        func fail() async throws {
            let test = TestHive()
            scene.watch("the hive", test.hive)
            try test.hive.modules.register(First.self)
            let fault = Fault("adds and throws") { hive in
                try await hive.add(Second.self) {
                    _ = hive.state
                    return Second()
                }
                throw Broken()
            }
            test.faults.inject(fault, into: First.self, at: .initialize)
            await #expect(throws: HiveError.self) { try await test.hive.start() }
        }
        try await fail()
        #expect(await scene.leaks() == [])
    }

    // C31, C38: a handler of a posted event that hangs costs the stop a timeout, and no more.
    @Test func handlerThatHangsDoesNotKeepTheHiveFromStopping() async throws {
        let test = TestHive()
        let latches = (began: Latch(), release: Latch())
        try test.hive.modules.register(First.self)
        let token = test.hive.events.subscribe(Rung.self) { _, _ async in
            latches.began.open()
            await latches.release.waitIgnoringCancellation()
        }
        try await test.hive.start()
        try test.hive.events.post(Rung())
        try await latches.began.wait()
        let stop = Task { try await test.hive.stop() }
        while test.recorder.count(of: .hookEnded(.willStop, of: "hive")) == 0 {
            test.clock.advance(by: .seconds(1))
            await Task.yield()
        }
        let result = await stop.result
        let error = #expect(throws: HiveError.self) { try result.get() }
        #expect(error?.exitCode == 75)
        #expect(test.faults.modules(.tearDown, .returned) == ["First"])
        #expect(test.hive.state == .stopped)
        latches.release.open()
        token.cancel()
    }

    // C18: every hook of the start may post, and every hook may ask for a stop.
    @Test(arguments: [FaultPoint.creation, .setUp, .initialize, .ready])
    func hooksMayPostAndAskForAStop(point: FaultPoint) async throws {
        let test = TestHive()
        try test.hive.modules.register(First.self)
        let fault = Fault.reentering { hive in
            try hive.events.post(Rung())
            hive.requestStop()
            try await hive.stop()
        }
        test.faults.inject(fault, into: First.self, at: point)
        let error = await #expect(throws: HiveError.self) { try await test.hive.start() }
        #expect(error?.code == .cancelled)
        #expect(error?.start?.undeliveredEvents == ["Rung"])
        #expect(test.hive.state == .stopped)
    }
}
