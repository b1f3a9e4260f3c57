// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// How long something took, as people read it.
@Suite(.timeLimit(.minutes(5)))
struct DurationTextTests {
    @Test(arguments: [
        (Duration.seconds(30), "30 s"), (.seconds(30.002221027999997), "30.002 s"), (.seconds(100), "100 s"),
        (.milliseconds(1500), "1.5 s"), (.milliseconds(300), "300 ms"), (.microseconds(1250), "1.25 ms"),
        (.nanoseconds(500), "0.5 µs"), (.zero, "0 s"), (Duration(attoseconds: 1), "0 s"), (.seconds(-2), "-2 s"),
        (.milliseconds(-1), "-1 ms"), (.seconds(3600), "3600 s"),
    ])
    func sentenceHasNoMoreDecimalsThanSaySomething(_ duration: Duration, _ text: String) {
        #expect(duration.short == text)
    }

    // C5: no error of a timeout shows what a binary fraction makes of it.
    @Test func errorOfATimeoutIsReadable() async throws {
        let clock = ManualClock()
        let timeouts = HiveTimeouts(start: .milliseconds(300))
        let hive = Hive(HiveOptions(timeouts: timeouts, clock: clock))
        try hive.modules.register(Probe<A>.self) {
            Probe<A>(Script(initialize: { _ in clock.advance(by: .nanoseconds(300_001_027)) }))
        }
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let message = (error?.failures.first?.error as? HiveError)?.message
        #expect(message == "A took longer for initialize than the hive's timeout allows: 300.001 ms of 300 ms.")
    }

    @Test func observationIsReadable() {
        let step = HiveObservation(.didRunHook, module: "A", phase: .setUp, duration: .seconds(30.002221027999997))
        #expect("\(step)" == "didRunHook A setUp 30.002 s")
    }
}
