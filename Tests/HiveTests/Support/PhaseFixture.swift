// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit

@testable import Hive

/// What phases run in, without a hive around them.
final class PhaseFixture: Sendable {
    let clock = ManualClock()
    let spy = Spy()
    let engine: Engine

    init() {
        var options = HiveOptions(observers: [spy.observe], clock: clock)
        options.timelineCapacity = 1000
        engine = Engine(options)
    }
}
