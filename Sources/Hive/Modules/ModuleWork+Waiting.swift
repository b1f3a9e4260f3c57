// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Who waits for a module's work, and how it sleeps.

extension ModuleWork {
    /// What others wait for, each of which comes once; the gates are opened without the work's lock.
    struct Gates: Sendable {
        /// It has said that it is up, or has ended.
        let announced = Gate<Void>()
        /// The hive runs, or the work is to end.
        let admitted = Gate<Void>()
        /// It was asked to end, or has ended.
        let askedToEnd = Gate<Void>()
        let ended = Gate<Void>()
        /// It has ended, or nobody waits for it any more.
        let over = Gate<Void>()
    }

    /// Says that the work drains, and returns at a time, or before when it is asked to end or the calling task is
    /// cancelled.
    ///
    /// - Returns: Whether the work goes on.
    nonisolated(nonsending) func sleep(until time: Duration, by timer: DeadlineTimer) async -> Bool {
        sayThatItDrains()
        let end = Gate<Void>()
        let (key, watcher) = state.withLock { state -> (Int?, Gate<Void>?) in
            if state.isToEnd { return (nil, nil) }
            let key = state.newKey()
            state.sleeps[key] = (time, end)
            return (key, state.watcher.take())
        }
        watcher?.open()
        if let key {
            let entry = timer.add(at: time, now: timer.clock.now()) { end.open() }
            _ = await end.waitUnlessCancelled()
            timer.remove(entry)
            state.withLock { _ = $0.sleeps.removeValue(forKey: key) }
        }
        return !Task.isCancelled && !state.withLock { $0.isToEnd }
    }

    /// Returns when the work sleeps until a later time than now, or has ended.
    nonisolated(nonsending) func waitUntilAsleep(now: Duration) async {
        while true {
            let watcher = state.withLock { state -> Gate<Void>? in
                if hasEnded || state.sleeps.contains(where: { $0.value.until > now }) { return nil }
                return state.watcher.orNew()
            }
            guard let watcher else { return }
            await watcher.wait()
        }
    }
}
