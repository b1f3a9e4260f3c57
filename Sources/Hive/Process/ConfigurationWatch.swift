// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

/// How changes of a configuration's files are noticed: see ``HiveOptions/watchesConfiguration``.
///
/// The files are those that a reload reads: the base files, the overlays of the hive's environment and the drop-ins, in
/// either format, or the files that the configuration was made from by their paths. Which of them there are counts, and
/// of each the inode, size and times of what its path leads to, and its contents while it has just changed: files that
/// are written in place or replaced, links that lead elsewhere, as those of Kubernetes, and folders that are replaced,
/// go or come back. Other files, such as an editor's temporary ones, do not count. The first look is taken before the
/// files are first read.
///
/// A change is a reload when two looks in a row have found the same, so that what is written meanwhile settles first.
/// What several files say is read in a moment in which none of them changes. So whoever changes several that belong
/// together does so within one interval, or replaces their folder, or a link to it.
///
/// A process of root that watches refuses a configuration that others may change, when the hive is made and in each
/// reload. Each file, and each folder above it, on its path and behind its links, must belong to root, and neither its
/// group nor others may write it. A folder with the sticky bit, such as `/tmp`, may be written by others, because they
/// cannot replace root's files there. The modes do not count where the file system is mounted read-only.
public struct ConfigurationWatch: Hashable, Sendable {
    /// How long after a look the next one is taken.
    ///
    /// One that is not positive is an error of ``Hive/verify()`` and of the start, with ``HiveErrorCode/invalidValue``.
    public let interval: Duration

    /// Looks at the files again and again, at the hive's clock: a few calls of the system each time.
    public static func polling(every interval: Duration = .seconds(2)) -> ConfigurationWatch {
        ConfigurationWatch(interval: interval)
    }

    /// What is wrong with it.
    var problems: [Problem] {
        if interval > .zero { return [] }
        let text = "The interval of the hive's watchesConfiguration is \(interval.short), so that it would never rest."
        return [Problem(.error, .invalidValue, at: nil, text, remedy: "Make it longer, such as 2 s.")]
    }
}

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

    init(_ hive: Hive, _ watch: ConfigurationWatch, reload: @escaping @Sendable () -> Void) {
        self.hive = hive
        self.interval = watch.interval
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
