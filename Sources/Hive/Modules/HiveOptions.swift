// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What any hive is made with, whether code, property lists or the compiler say which modules it has (C55).
package struct HiveOptions: Sendable {
    /// What every module is told about the application.
    package var context: HiveContext
    /// Whoever watches the hive's steps.
    package var observers: [any HiveObserver]
    /// How long hooks may take, where a module does not say otherwise.
    package var timeouts: HiveTimeouts
    /// How many posted events may wait.
    package var eventQueueCapacity: Int
    /// How many hooks the timeline keeps; older ones make room.
    package var timelineCapacity: Int
    /// What durations and timeouts are measured with.
    package var clock: any Clock<Duration>

    /// Creates options.
    package init(
        context: HiveContext = HiveContext(),
        observers: [any HiveObserver] = [],
        timeouts: HiveTimeouts = HiveTimeouts(),
        eventQueueCapacity: Int = 1024,
        timelineCapacity: Int = 4096,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.context = context
        self.observers = observers
        self.timeouts = timeouts
        self.eventQueueCapacity = eventQueueCapacity
        self.timelineCapacity = timelineCapacity
        self.clock = clock
    }
}
