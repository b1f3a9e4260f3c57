// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The hive's source of time: any clock, read as the time since the hive was made.
struct HiveClock: Sendable {
    /// The clock that it is.
    let base: any Clock<Duration>
    /// The time since the hive was made.
    let now: @Sendable () -> Duration
    /// Returns at a time, or throws when the task is cancelled.
    let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// Whether the clock is one of the machine's, for which the system has timers.
    let isMachines: Bool

    /// The longest sleep; nobody waits a hundred years for a hook.
    static let longest = Duration.seconds(100 * 365 * 86400)

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        base = clock
        now = { start.duration(to: clock.now) }
        sleep = { time in
            let now = clock.now
            let left = time.subtracting(start.duration(to: now))
            try await clock.sleep(until: now.advanced(by: min(left, Self.longest)), tolerance: nil)
        }
        isMachines = clock is ContinuousClock || clock is SuspendingClock
    }
}
