// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if HIVE_LOCK_ORDER
import HivePlatform

/// The locks that one line of the sources makes: what holds for one of them has to hold for all.
package struct LockClass: Hashable, CustomStringConvertible {
    let file: String
    let line: UInt

    /// Whether code of the application takes it, as the tests and the test kit are for the engine.
    let isApplication: Bool

    package init(file: String, line: UInt) {
        self.file = file
        self.line = line
        isApplication = !file.utf8.starts(with: "Hive/".utf8) && !file.utf8.starts(with: "HiveRouting/".utf8)
    }

    package var description: String { "\(file):\(line)" }
}

/// Which class of locks has been taken while which other was held.
package struct LockGraph {
    private var after: [LockClass: Set<LockClass>] = [:]

    package init() {}

    /// Notes that a lock of the class `next` is taken while those of `held` are.
    ///
    /// - Returns: The circle that this closes, from `next` to a held one and back, or `nil`.
    /// - Complexity: Constant for an order that is known, else linear in the number of orders.
    package mutating func take(_ next: LockClass, holding held: [LockClass]) -> [LockClass]? {
        for lock in held where after[lock]?.contains(next) != true {
            if let path = path(from: next, to: lock) { return path + [next] }
            after[lock, default: []].insert(next)
        }
        return nil
    }

    private func path(from start: LockClass, to end: LockClass) -> [LockClass]? {
        var paths = [[start]]
        var seen: Set = [start]
        while let path = paths.popLast() {
            guard let last = path.last, last != end else { return path }
            for next in after[last] ?? [] where seen.insert(next).inserted { paths.append(path + [next]) }
        }
        return nil
    }
}

/// Checks, in tests that are built for it, that the package takes its locks in one order.
///
/// Two threads that take two locks in different orders wait for each other only where they meet; here the second order
/// that is ever seen ends the process, with both in its message. So does a lock of the application that is taken under
/// one of the package: none of the application's code runs there (C18).
package enum LockOrder {
    private final class Held {
        var locks: [LockClass] = []
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key) { value in
            let held: UnsafeMutableRawPointer? = value
            if let held { Unmanaged<Held>.fromOpaque(held).release() }
        }
        return key
    }()

    // Sound: touched between the two calls in `take` only.
    nonisolated(unsafe) private static var graph = LockGraph()
    // Sound: a lock of the C library, which is never freed.
    nonisolated(unsafe) private static let graphLock = {
        let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
        return lock
    }()

    private static var current: Held {
        if let known = pthread_getspecific(key) { return Unmanaged.fromOpaque(known).takeUnretainedValue() }
        let held = Held()
        pthread_setspecific(key, Unmanaged.passRetained(held).toOpaque())
        return held
    }

    /// To be called before a lock is taken: a wrong order ends the process and does not hang.
    static func take(_ lock: LockClass) {
        let held = current
        if !held.locks.isEmpty {
            if lock.isApplication, let ours = held.locks.last(where: { !$0.isApplication }) {
                fatalError("Code of the application runs under a lock: \(lock) is taken under \(ours).")
            }
            pthread_mutex_lock(graphLock)
            let circle = graph.take(lock, holding: held.locks)
            pthread_mutex_unlock(graphLock)
            if let circle {
                let orders = circle.map(\.description).joined(separator: "\n  then ")
                fatalError("Locks are taken in a circle:\n  \(orders)\nThis thread holds \(held.locks).")
            }
        }
        held.locks.append(lock)
    }

    static func letGo() {
        current.locks.removeLast()
    }

    /// Whether the calling thread holds no lock at all.
    static var holdsNone: Bool { current.locks.isEmpty }

    /// Ends the process where the calling thread holds a lock of the package.
    static func check(_ what: String) {
        let locks = current.locks.filter { !$0.isApplication }
        if !locks.isEmpty { fatalError("\(what) under a lock: this thread holds \(locks).") }
    }
}

/// What watches the runtime's functions in the tests asks here.
@c(hive_check_no_lock)
package func checkNoLock(_ what: UnsafePointer<CChar>) {
    if LockOrder.holdsNone { return }
    LockOrder.check(String(cString: what))
}
#endif
