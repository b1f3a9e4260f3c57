// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let hive = Hive(HiveOptions(clock: clock))
/// clock.advance(by: .seconds(30))
/// ```
///
/// A sleep until a time that has been reached returns at once, so it does not matter whether a test advances the clock
/// before or after the sleep begins.
public final class ManualClock: Clock {
    /// A time, counted from when the clock was made.
    public struct Instant: InstantProtocol {
        /// The time since the clock was made.
        public let offset: Duration

        /// The time after a duration, or the last time that can be expressed.
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset.adding(duration)) }
        /// The duration until another time.
        public func duration(to other: Instant) -> Duration { other.offset.subtracting(offset) }
        /// Whether the left time is the earlier one.
        public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .zero)
        /// In the order in which they end.
        var sleepers: [(deadline: Instant, gate: Gate<Void>)] = []
    }

    private let state = Mutex(State())

    /// Creates a clock at time zero.
    public init() {}

    /// The time that the test has set.
    public var now: Instant { state.withLock { $0.now } }

    /// Zero: the clock can be moved by any duration.
    public var minimumResolution: Duration { .zero }

    /// Suspends until the clock reaches a time.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let gate = Gate<Void>()
        let isReached = state.withLock { state in
            if deadline <= state.now { return true }
            let place = state.sleepers.partitionPoint { $0.deadline <= deadline }
            state.sleepers.insert((deadline, gate), at: place)
            return false
        }
        if isReached { return }
        if await gate.waitUnlessCancelled() != nil { return }
        state.withLock { $0.sleepers.removeAll { $0.gate === gate } }
        throw CancellationError()
    }

    /// Moves the time forward and ends all sleeps until times that are reached, the earliest first.
    public func advance(by duration: Duration) {
        let ready = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.prefix { $0.deadline <= state.now }
            state.sleepers.removeFirst(due.count)
            return due
        }
        for sleeper in ready { sleeper.gate.open() }
    }
}
