// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The clock of hives in an explored run: its time is that of the schedule.
struct VirtualClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    /// The time, in nanoseconds.
    let read: @Sendable () -> Int64

    var now: Instant { Instant(offset: .nanoseconds(read())) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        // Of all sleeps only this one tells the executor how long it is; others tell a time of the machine's clock.
        let wait = (deadline.offset - now.offset).roundedUpNanoseconds
        try await Task.sleep(nanoseconds: UInt64(max(0, wait)))
    }
}

extension Duration {
    /// The nanoseconds, the next higher number where there is none, and the largest where that is too large.
    var roundedUpNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (nanoseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !isTooLarge else { return seconds < 0 ? .min : .max }
        let rest = attoseconds / 1_000_000_000 + (attoseconds % 1_000_000_000 > 0 ? 1 : 0)
        let (sum, isSumTooLarge) = nanoseconds.addingReportingOverflow(rest)
        return isSumTooLarge ? .max : sum
    }
}
