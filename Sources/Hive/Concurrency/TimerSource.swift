// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch

/// A source of Dispatch's that rings once each time it was set.
// Sound: the system's functions on sources may be called from any thread; DeadlineTimerTests does so, under the thread
// sanitizer.
final class TimerSource: @unchecked Sendable {
    private let source = DispatchSource.makeTimerSource(queue: .global())

    init(ring: @escaping @Sendable () -> Void) {
        source.setEventHandler(handler: ring)
        source.activate()
    }

    /// Rings once after that time, and not at the time that was set before.
    func set(nanoseconds: Int64) { source.schedule(deadline: .now() + .nanoseconds(Int(nanoseconds))) }

    /// Rings each time that so long has passed.
    func set(every interval: Duration) {
        let interval = DispatchTimeInterval.nanoseconds(Int(clamping: interval.nanoseconds))
        source.schedule(deadline: .now() + interval, repeating: interval)
    }

    func cancel() { source.cancel() }
}
