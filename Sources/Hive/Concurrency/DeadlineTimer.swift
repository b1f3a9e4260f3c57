// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The one timer of a hive, for the deadlines of all its hooks and handlers (C61).
///
/// Nearly everything returns long before its deadline. So a deadline costs an entry in a queue, which goes with it; the
/// alarm is set for the earliest one and not disturbed when that is removed or a later one comes. It then goes off for
/// nothing and is set anew. A hive in which nothing has a deadline has no alarm.
final class DeadlineTimer: Sendable {
    /// Is called when a time has come, in a task of its own; it may have been removed meanwhile.
    typealias Listener = @Sendable () -> Void
    typealias Key = DeadlineQueue<Listener>.Key

    private struct State {
        var queue = DeadlineQueue<Listener>()
        var alarm: Alarm?
    }

    let clock: HiveClock
    private let state = Mutex(State())

    init(_ clock: HiveClock) {
        self.clock = clock
    }

    deinit { state.withLock { $0.alarm }?.cancel() }

    /// Sees to it that a listener is called when a time has come, once; until then it is kept.
    ///
    /// - Parameters:
    ///   - time: When, by the hive's clock.
    ///   - now: What the clock says, which the caller has read.
    ///   - listener: What is called.
    /// - Returns: What names the deadline.
    /// - Complexity: O(log n) in the number of deadlines.
    func add(at time: Duration, now: Duration, _ listener: @escaping Listener) -> Key {
        defer { arm(now: now) }
        return insert(at: time, listener)
    }

    /// Does the first half of ``add(at:now:_:)``, also under a lock; the caller calls ``arm(now:)`` after that.
    func insert(at time: Duration, _ listener: @escaping Listener) -> Key {
        state.withLock { $0.queue.insert(listener, at: time) }
    }

    /// Sees to it that the alarm rings for the earliest deadline; to be called without a lock.
    func arm(now: Duration) { state.withLock { setAlarm(&$0, now: now) }?() }

    /// Forgets a deadline; does nothing when its time has come.
    func remove(_ key: Key) {
        // Released without the lock: what it refers to may be user code.
        _ = state.withLock { $0.queue.remove(key) }
    }

    /// Lets go of the alarm if no deadline is left; a deadline that comes later gets another one.
    func end() {
        let alarm = state.withLock { $0.queue.isEmpty ? $0.alarm.take() : nil }
        alarm?.cancel()
    }

    /// Returns at a time by the hive's clock; nobody is blocked, and no task sleeps.
    func wait(until time: Duration) async {
        let end = Gate<Void>()
        _ = add(at: time, now: clock.now()) { end.open() }
        await end.wait()
    }

    /// Sets the alarm, and returns what has to be done for that without the lock, if anything.
    private func setAlarm(_ state: inout State, now: Duration) -> (@Sendable () -> Void)? {
        guard let earliest = state.queue.earliest else { return nil }
        if let set = state.alarm?.earliest, set <= earliest { return nil }
        if state.alarm == nil { state.alarm = Alarm(clock) { [weak self] in self?.ring($0) } }
        return state.alarm?.set(to: earliest, now: now)
    }

    /// Tells those whose time has come, and sets the alarm for the others.
    private func ring(_ time: Duration?) {
        let now = clock.now()
        let (due, begin) = state.withLock { state in
            let due = state.queue.removeDue(at: now)
            state.alarm?.hasRung(time)
            return (due, setAlarm(&state, now: now))
        }
        begin?()
        // Ends when the listener has been told. A task each, and none that belongs to anything: listeners cancel tasks,
        // and what those do then is user code, which may hang.
        for listener in due { Task.detached { listener() } }
    }
}
