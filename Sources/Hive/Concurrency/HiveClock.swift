// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The hive's source of time: any clock, read as the time since the hive was made.
struct HiveClock: Sendable {
    /// The time since the hive was made.
    let now: @Sendable () -> Duration

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        now = { start.duration(to: clock.now) }
    }
}
