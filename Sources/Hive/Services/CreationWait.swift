// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A factory whose thread waits for a service that another thread makes.
///
/// The process knows all of them, whichever hives they belong to, because a circle may lead through several hives
/// (C25). It asks only when a thread has to wait, so lookups that find their service share nothing (C46).
struct CreationWait: Sendable {
    private let waiter: Creation
    private let target: Creation

    private static let waits = Mutex<[CreationWait]>([])

    /// What came of the wish to wait.
    enum Answer {
        case wait(CreationWait)
        /// The wait would never end, because of these services.
        case cycle([ServiceKey])
    }

    /// Notes that a factory waits, unless that would close a circle.
    ///
    /// - Parameters:
    ///   - waiter: The creation that has to wait.
    ///   - asker: The creation whose resolver was asked.
    ///   - target: The creation to wait for.
    /// - Returns: The wait, to be ended, or the circle.
    static func begin(_ waiter: Creation, asker: Creation?, for target: Creation) -> Answer {
        // At once, so that of two threads that close a circle one is told.
        waits.withLock { waits in
            if let path = cycle(waiter, asker, target, waits) { return .cycle(path) }
            let wait = CreationWait(waiter: waiter, target: target)
            waits.append(wait)
            return .wait(wait)
        }
    }

    /// The circle that a wait would close; nil when it may begin.
    static func cycle(_ waiter: Creation, asker: Creation?, for target: Creation) -> [ServiceKey]? {
        waits.withLock { cycle(waiter, asker, target, $0) }
    }

    /// Notes that the wait is over.
    func end() {
        Self.waits.withLock { waits in
            let index = waits.firstIndex { $0.waiter === waiter && $0.target === target }
            if let index { waits.remove(at: index) }
        }
    }

    private static func cycle(
        _ waiter: Creation,
        _ asker: Creation?,
        _ target: Creation,
        _ waits: [CreationWait]
    ) -> [ServiceKey]? {
        path(from: target, to: waiter, waits) ?? asker.flatMap { path(from: target, to: $0, waits) }
    }

    /// The path from `waiter` back to itself if it waited for `target`.
    ///
    /// Whoever asks for a creation waits for it, so a wait of a creation is one of its ancestors too.
    private static func path(from target: Creation, to waiter: Creation, _ waits: [CreationWait]) -> [ServiceKey]? {
        var seen: Set<ObjectIdentifier> = []
        var stack: [(creation: Creation, path: [ServiceKey])] = [(target, [])]
        while let (creation, path) = stack.popLast() {
            if let ancestor = waiter.chain.first(where: { $0 === creation }) {
                return waiter.path(from: ancestor) + path + [creation.key]
            }
            guard seen.insert(ObjectIdentifier(creation)).inserted else { continue }
            for wait in waits where wait.target.isUnderWay && wait.waiter.chain.contains(where: { $0 === creation }) {
                stack.append((wait.target, path + wait.waiter.path(from: creation)))
            }
        }
        return nil
    }
}
