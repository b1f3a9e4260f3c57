// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch

/// Rings at the earliest of the times that it was set to.
///
/// By the machine's clock it is one source of Dispatch's, which is set anew any number of times and leaves nothing
/// behind. Any other clock can only be slept by: a task sleeps until each time that was earlier than all others when
/// the alarm was set to it. No sleep is ended before its time, because a clock may keep one that was cancelled until
/// then; so there are never more of them than there are different timeouts.
struct Alarm: Sendable {
    /// Is called at a time that the alarm was set to, or before it where clocks disagree.
    typealias Ring = @Sendable (_ time: Duration?) -> Void

    private let clock: HiveClock
    private let ring: Ring
    /// The earliest time that the alarm is set to.
    private(set) var earliest: Duration?
    private var source: TimerSource?
    private var sleepers: [Duration: PendingTask] = [:]

    /// Makes an alarm that is not set; whoever it rings for calls ``hasRung(_:)``.
    init(_ clock: HiveClock, ring: @escaping Ring) {
        self.clock = clock
        self.ring = ring
    }

    /// Sees to it that the alarm rings at a time, which is earlier than all that it is set to.
    ///
    /// - Returns: What has to be done for that without a lock, if anything.
    mutating func set(to time: Duration, now: Duration) -> (@Sendable () -> Void)? {
        earliest = time
        if clock.isMachines {
            let source = source ?? TimerSource { [ring] in ring(nil) }
            self.source = source
            // One more, because the duration was rounded down. What Dispatch counts stands still while the machine
            // sleeps.
            let wait = min(max(.zero, time.subtracting(now)), HiveClock.longest).nanoseconds + 1
            source.set(nanoseconds: wait)
            return nil
        }
        let sleeper = PendingTask()
        sleepers[time] = sleeper
        return { [clock, ring] in
            sleeper.begin {
                // Ends at its time, or with the alarm. Detached, because it is nobody's who has a deadline.
                Task.detached {
                    do {
                        try await clock.sleep(time)
                    } catch {
                        return  // The alarm has ended.
                    }
                    ring(time)
                }
            }
        }
    }

    /// Notes that the alarm is no longer set to a time at which it has rung.
    mutating func hasRung(_ time: Duration?) {
        if let time { sleepers[time] = nil }
        earliest = sleepers.keys.min()
    }

    /// Ends the alarm; to be called without a lock, because a clock that is slept by is told.
    func cancel() {
        source?.cancel()
        for sleeper in sleepers.values { sleeper.cancel() }
    }
}
