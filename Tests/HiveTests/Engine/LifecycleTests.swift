// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LifecycleTests {
    // C15: the registry is closed when the start begins, also from within a hook.
    @Test func registeringAfterTheStartThrows() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.setUp = { [weak hive] _ in
                #expect { try hive?.modules.register(Late.self) } throws: { ($0 as? HiveError)?.code == .invalidState }
            }
        }
        try await hive.start()
        #expect { try hive.modules.register(Late.self) } throws: { ($0 as? HiveError)?.code == .invalidState }
        try await hive.stop()
    }

    private final class Late: HiveModule {
        static let manifest = ModuleManifest()
    }

    // C24: nor is anything registered for a hive that goes down.
    @Test func servicesCannotBeRegisteredFromTheStopOn() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.addProbe(A.self, Journal()) { script in
            script.willStop = { [weak hive] _ in
                #expect(throws: HiveError.self) { try hive?.services.register(Int.self, instance: 1) }
            }
        }
        try await hive.start()
        try hive.services.register(String.self, instance: "in time")
        try await hive.stop()
    }

    // C8: what ends because of a stop has not started, although nothing failed; observers hear so.
    @Test func startThatAStopEndsIsToldWithItsError() async throws {
        let test = TestHive()
        test.faults.inject(.reentering { $0.requestStop() }, into: Probe<A>.self, at: .setUp)
        try test.hive.addProbe(A.self, Journal())
        await #expect(throws: HiveError.self) { try await test.hive.start() }
        let last = try #require(test.recorder.observations(of: .stateChanged).last)
        #expect(last.subject == .state(.stopped))
        #expect((last.error as? HiveError)?.code == .cancelled)
    }

    // C37: every module is torn down and every error is kept, in order.
    @Test func stopGoesOnAfterEveryError() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        func fail(_ script: inout Script, _ name: String) {
            script.willStop = { _ in throw Failure("\(name).willStop") }
            script.tearDown = { _ in throw Failure("\(name).tearDown") }
        }
        try hive.addProbe(A.self, journal) { fail(&$0, "A") }
        try hive.addProbe(B.self, journal) { script in
            fail(&script, "B")
            script.setUp = { context in
                try context.services.register(Int.self, shutdown: { _ in throw Failure("shutdown") }, instance: 1)
            }
        }
        try await hive.start()
        let error = await #expect(throws: HiveError.self) { try await hive.stop() }
        #expect(error?.code == .stopFailed)
        #expect(
            error?.failures.map { "\($0.error)" } == [
                "Failure(A.willStop)", "Failure(B.willStop)",
                "Failure(B.tearDown)", "Failure(shutdown)", "Failure(A.tearDown)",
            ]
        )
        #expect(error?.exitCode == 71)
        #expect(hive.state == .stopped)
    }

    // C8: a stop that comes before the start is remembered.
    @Test func stopBeforeTheStartMakesItThrow() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register(Int.self, shutdown: { _ in journal.write("shutdown") }, instance: 1)
        try hive.addProbe(A.self, journal)
        try await hive.stop()
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .cancelled)
        #expect(journal.entries == ["shutdown"])
    }

    // C48: what ends a start or a stop says how long that took, also one that has failed.
    @Test(arguments: [true, false])
    func observersAreToldHowLongAStartAndAStopTook(succeeds: Bool) async throws {
        let recorder = HiveRecorder()
        let clock = ManualClock()
        let hive = Hive(HiveOptions(observers: [recorder.observe], clock: clock))
        try hive.addProbe(A.self, Journal()) {
            $0.ready = { _ in
                clock.advance(by: .seconds(2))
                if !succeeds { throw Failure("A") }
            }
            $0.tearDown = { _ in clock.advance(by: .seconds(3)) }
        }
        if succeeds {
            try await hive.start()
            try await hive.stop()
        } else {
            await #expect(throws: HiveError.self) { try await hive.start() }
        }
        let states = recorder.observations(of: .stateChanged)
        let wholes: [Duration?] = succeeds ? [nil, .seconds(2), nil, .seconds(3)] : [nil, .seconds(5)]
        #expect(states.map(\.duration) == wholes)
    }
}
