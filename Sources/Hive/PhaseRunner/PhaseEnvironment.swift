// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a ``PhaseRunner`` needs of a hive: its time, and whom to tell.
final class PhaseEnvironment: Sendable {
    /// What ``ActivityScope`` knows the hive by.
    let identity: ObjectIdentifier
    /// Watches over the timeouts of hooks and handlers.
    let timer: DeadlineTimer
    let clock: HiveClock
    /// How long a hook that was cancelled may take to return.
    let grace: Duration
    let observers: Observers
    private let run: RunObserverPlace
    private let hasObservers: Bool
    let timeline: TimelineBuffer

    /// Whether anybody observes; every hook asks, and so it copies nothing.
    var isObserved: Bool { hasObservers || !run.isEmpty }

    init(
        identity: ObjectIdentifier,
        timer: DeadlineTimer,
        grace: Duration,
        observers: Observers,
        timeline: TimelineBuffer
    ) {
        self.identity = identity
        self.timer = timer
        clock = timer.clock
        self.grace = grace
        self.observers = observers
        run = observers.run
        hasObservers = !observers.isFixedEmpty
        self.timeline = timeline
    }
}
