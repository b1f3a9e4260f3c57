// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// Looks at the files of a hive's configuration while ``Hive/run()`` runs it, and asks for a reload when they have
/// changed.
///
/// On a dispatch queue of its own, because a file system may hang; nothing waits for it. The next look is due an
/// interval after the last one has ended.
final class ConfigurationWatcher: Sendable {
    private struct State {
        var key: DeadlineTimer.Key?
        var hasEnded = false
    }

    private let queue = DispatchQueue(label: "hive.files")
    private let hive: Hive
    private let interval: Duration
    private let reload: @Sendable () -> Void
    private let state = Mutex(State())

    init(_ hive: Hive, reload: @escaping @Sendable () -> Void) {
        self.hive = hive
        interval = hive.options.watchInterval
        self.reload = reload
    }

    /// Whether the next look is due some time.
    var isWaiting: Bool { state.withLock { $0.key != nil } }

    /// Takes a look, and then one in each interval, until ``end()`` is called or the hive is told to stop.
    func begin() {
        queue.async {
            let isOver = self.state.withLock { state in
                state.key = nil
                return state.hasEnded
            }
            if isOver || self.hive.engine.stopReason != nil { return }
            guard let hasChanged = self.hive.source?.hasChanged() else {
                return self.hive.engine.observers.notify(.init(.unavailable, subject: .text("watchesConfiguration")))
            }
            if hasChanged { self.reload() }
            self.wait()
        }
    }

    private func wait() {
        let timer = hive.engine.timer
        let now = timer.clock.now()
        let goesOn = state.withLock { state in
            if !state.hasEnded { state.key = timer.insert(at: now.adding(interval)) { self.begin() } }
            return !state.hasEnded
        }
        if goesOn { timer.arm(now: now) }
    }

    func end() {
        let key = state.withLock { state in
            state.hasEnded = true
            return state.key.take()
        }
        if let key { hive.engine.timer.remove(key) }
    }
}
