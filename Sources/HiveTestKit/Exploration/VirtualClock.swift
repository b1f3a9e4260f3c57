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
    /// Returns at a time, or throws when the task is cancelled.
    let wait: @Sendable (_ until: Int64) async throws -> Void

    var now: Instant { Instant(offset: .nanoseconds(read())) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await wait(deadline.offset.roundedUpNanoseconds)
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
