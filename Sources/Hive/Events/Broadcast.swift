// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// One delivery of an event, and how far it has come.
///
/// A module that is torn down waits until no delivery is inside one of its handlers (C31).
@usableFromInline
final class Broadcast: Sendable {
    /// Where the handlers of one owner begin: a run of the list, and a handler of the run.
    struct Place {
        let run: Int
        let handler: Int

        fileprivate static let bits = Int.bitWidth / 2
        fileprivate init(_ number: Int) {
            run = number >> Self.bits
            handler = number & ((1 << Self.bits) - 1)
        }
    }

    private struct Waiter {
        let position: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    /// The number of the place; -1 outside of all handlers.
    private let position = Atomic<Int>(-1)
    private let hasWaiters = Atomic<Bool>(false)
    private let waiters = Mutex<[Waiter]>([])
    private let belongsTo: @Sendable (Place, Owner) -> Bool

    /// - Parameter belongsTo: Whether the handlers at a place are an owner's.
    init(belongsTo: @escaping @Sendable (Place, Owner) -> Bool) {
        self.belongsTo = belongsTo
    }

    /// Notes that the delivery enters a run.
    func enter(run: Int) { move(to: run << Place.bits) }

    /// Notes that the handlers of another owner begin within the run.
    @usableFromInline
    func enter(_ handler: Int) {
        let run = Place(position.load(ordering: .relaxed)).run
        move(to: (run << Place.bits) | handler)
    }

    /// Notes that the delivery is over.
    func end() { move(to: -1) }

    /// Sequentially consistent, as is the mark of an ended subscription: either the delivery sees the mark, or whoever
    /// made it sees the delivery.
    private func move(to next: Int) {
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
        return here >= 0 && belongsTo(Place(here), owner)
    }

    /// Returns when no handler of an owner is being called; its subscriptions have ended before.
    func waitUntilOutside(_ owner: Owner) async {
        let here = position.load(ordering: .sequentiallyConsistent)
        guard here >= 0, belongsTo(Place(here), owner) else { return }
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
