// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// One delivery of an event, and how far it has come.
///
/// A module that is torn down waits until no delivery is inside one of its handlers (C31).
final class Broadcast: Sendable {
    private struct Waiter {
        let position: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private let position = Atomic<Int>(-1)
    private let hasWaiters = Atomic<Bool>(false)
    private let waiters = Mutex<[Waiter]>([])
    private let belongsTo: @Sendable (Int, Owner) -> Bool

    /// - Parameter belongsTo: Whether a position calls handlers of an owner.
    init(belongsTo: @escaping @Sendable (Int, Owner) -> Bool) {
        self.belongsTo = belongsTo
    }

    /// Notes that the delivery enters a position; -1 is the end.
    ///
    /// Sequentially consistent, as is the mark of an ended subscription: either the delivery sees the mark, or whoever
    /// made it sees the delivery.
    func enter(_ next: Int) {
        position.store(next, ordering: .sequentiallyConsistent)
        guard hasWaiters.load(ordering: .sequentiallyConsistent) else { return }
        let ready = waiters.withLock { waiters in
            let ready = waiters.filter { $0.position != next }
            waiters.removeAll { $0.position != next }
            hasWaiters.store(!waiters.isEmpty, ordering: .sequentiallyConsistent)
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Whether handlers of an owner are being called.
    func isInside(_ owner: Owner) -> Bool {
        let here = position.load(ordering: .sequentiallyConsistent)
        return here >= 0 && belongsTo(here, owner)
    }

    /// Returns when no handler of an owner is being called; its subscriptions have ended before.
    func waitUntilOutside(_ owner: Owner) async {
        let here = position.load(ordering: .sequentiallyConsistent)
        guard here >= 0, belongsTo(here, owner) else { return }
        await withCheckedContinuation { continuation in
            let isOver = waiters.withLock { waiters in
                hasWaiters.store(true, ordering: .sequentiallyConsistent)
                if position.load(ordering: .sequentiallyConsistent) != here { return true }
                waiters.append(Waiter(position: here, continuation: continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
