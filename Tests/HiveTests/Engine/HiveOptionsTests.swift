// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveReports
import HiveTestKit
import Testing

@testable import Hive

/// What a hive is made with (C55).
@Suite(.timeLimit(.minutes(5)))
struct HiveOptionsTests {
    private final class Plain: HiveModule {
        static let manifest = ModuleManifest()
    }

    // C51, C43: a delay may be zero, and never nil.
    @Test func delayThatIsNegativeIsRefusedWithWhatItMayBe() {
        #expect(HiveTimeouts(drainDelay: .zero).problems.isEmpty)
        let problems = HiveTimeouts(drainDelay: .seconds(-1)).problems
        #expect(problems.map(\.code) == [.invalidValue])
        #expect(problems.map(\.message) == ["The hive's drainDelay is -1 s."])
        #expect(problems.map(\.remedy) == ["Give it more than 0, or 0 for none."])
    }

    @Test func oneValueMakesAnyNumberOfHives() async throws {
        let (clock, recorder) = (ManualClock(), HiveRecorder())
        var options = HiveOptions(
            context: HiveContext(name: "Shop", key: "k"),
            observers: [recorder.observe],
            timeouts: HiveTimeouts(start: .seconds(3)),
            timelineCapacity: 1,
            clock: clock
        )
        let hives = [Hive(options), Hive(HiveRecords(), options: options)]
        // A hive keeps what it was made with.
        options.context.name = "Other"
        options.observers = []
        for hive in hives {
            try hive.modules.register(Plain.self)
            #expect(hive.context.name == "Shop")
            #expect(hive.context.key == "k")
            #expect(hive.startPlan().worstCase == .seconds(9))
            try await hive.start()
            try await hive.stop()
            #expect(hive.timeline.entries.count == 1)
        }
        let states = recorder.observations(of: .stateChanged).map { "\($0.subject, default: "")" }
        #expect(states == ["starting", "running", "stopping", "stopped", "starting", "running", "stopping", "stopped"])
    }

    @Test func hivesForTestsShareAClockIfItStandsStill() {
        let clock = ManualClock()
        #expect(TestHive(HiveOptions(clock: clock)).clock === clock)
        // A clock that goes by itself would make a test depend on the machine.
        let (first, second) = (TestHive(), TestHive(HiveOptions(clock: SuspendingClock())))
        #expect(first.clock !== second.clock)
    }
}
