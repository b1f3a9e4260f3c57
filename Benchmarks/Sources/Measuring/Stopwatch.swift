// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

/// Adds up the time that the process spends on processors.
///
/// Work that one task does takes as long by the clock on the wall when nothing else runs; when something does, that
/// clock counts it too, and this one does not. What several threads do at once is timed by the wall, with ``add(_:)``.
package final class Stopwatch {
    private var began: Double?
    /// The time between all starts and stops so far, in nanoseconds.
    package private(set) var nanoseconds = 0.0

    /// Creates a stopwatch that shows nothing yet.
    package init() {}

    /// Lets it run.
    package func start() { began = Self.processorTime() }

    /// Halts it; without a start it does nothing.
    package func stop() {
        guard let began else { return }
        nanoseconds += Self.processorTime() - began
        self.began = nil
    }

    /// Adds a time that was taken elsewhere.
    package func add(_ time: Duration) { nanoseconds += time / .nanoseconds(1) }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// A stopwatch belongs to the task that measures.
@available(*, unavailable)
extension Stopwatch: Sendable {}
