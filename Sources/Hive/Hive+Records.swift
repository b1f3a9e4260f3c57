// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Hive {
    /// Makes a hive from the link-time records of the program, which does nothing until it is started.
    ///
    /// ```swift
    /// let hive = Hive(.linked())
    /// try await hive.start()
    /// ```
    ///
    /// What code or property lists say about the same module or service wins, key by key (C17).
    ///
    /// - Parameters:
    ///   - records: The records, usually ``HiveRecords/linked(image:)``.
    ///   - context: What every module is told about the application.
    ///   - observers: Who is told every step of the hive.
    ///   - timeouts: How long hooks may take, where a module does not say otherwise.
    ///   - eventQueueCapacity: How many posted events may wait.
    ///   - timelineCapacity: How many hooks the timeline keeps; older ones make room.
    ///   - clock: What durations and timeouts are measured with.
    /// - Complexity: O(records).
    public convenience init(
        _ records: HiveRecords,
        context: HiveContext = HiveContext(),
        observers: [any HiveObserver] = [],
        timeouts: HiveTimeouts = HiveTimeouts(),
        eventQueueCapacity: Int = 1024,
        timelineCapacity: Int = 4096,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.init(
            context: context,
            observers: observers,
            timeouts: timeouts,
            eventQueueCapacity: eventQueueCapacity,
            timelineCapacity: timelineCapacity,
            clock: clock
        )
        modules.add(records)
    }
}
