// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// The clock of hives in an explored run: its time is that of the schedule.
struct VirtualClock: Clock {
    typealias Instant = ManualClock.Instant

    /// The time, in nanoseconds.
    let read: @Sendable () -> Int64

    var now: Instant { Instant(offset: .nanoseconds(read())) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Of all sleeps only this one tells the executor how long it is; others tell a time of the machine's clock.
        let wait = now.duration(to: deadline).roundedUpNanoseconds
        try await Task.sleep(nanoseconds: UInt64(max(0, wait)))
    }
}

extension Duration {
    /// The nanoseconds, the next higher number where there is none, and the largest where that is too large.
    var roundedUpNanoseconds: Int64 { adding(Duration(attoseconds: 999_999_999)).nanoseconds }
}
