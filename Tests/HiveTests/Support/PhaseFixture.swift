// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit

@testable import Hive

/// What phases run in, without a hive around them.
final class PhaseFixture: Sendable {
    let clock = ManualClock()
    let spy = Spy()
    let environment: PhaseEnvironment

    init() {
        environment = PhaseEnvironment(
            identity: ObjectIdentifier(spy),
            timer: DeadlineTimer(HiveClock(clock)),
            grace: .seconds(1),
            observers: Observers([spy.observe]),
            timeline: TimelineBuffer(capacity: 1000)
        )
    }

    // Whoever has made a timer ends it; its alarm would keep it.
    deinit { environment.timer.end() }
}
