// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How far one delivery of an event has come; the task that delivers is marked with it.
///
/// A module that is torn down waits until no delivery is inside one of its handlers; a stop takes a delivery over, so
/// that its remaining handlers are called although one hangs (C31).
@usableFromInline
// Sound: see ActivityScope.Mark; what it has beside that is atomic or has a lock, but for `links`, which are used under
// the lock of the deliveries under way. DeliveryTests lets them come and go under the thread sanitizer.
final class Broadcast: ActivityScope.Mark, @unchecked Sendable {
    /// How far a delivery has come.
    enum Progress: Equatable {
        case notBegun
        /// Among the handlers of one owner, the first of which has this place in the list.
        case inside(Int)
        case ended
    }

    private struct Waiter {
        let place: Int
        let continuation: CheckedContinuation<Void, Never>
    }

    private static let notBegun = 1 << 61
    /// The mark of a delivery that was taken over, beside its place.
    private static let takenOver = 1 << 62
    private static let ended = -1

    /// The number of the place, or what is known of a delivery that is at none.
    private let position = Atomic<Int>(Broadcast.notBegun)
    private let hasWaiters = Atomic<Bool>(false)
    private let waiters = Mutex<[Waiter]>([])
    /// Its neighbours among the deliveries under way.
    var links = DeliveriesUnderWay.Links()

    init(_ subject: EventSubject, of hive: ObjectIdentifier) {
        super.init(hive, .broadcast(subject))
    }

    /// The event.
    var subject: EventSubject {
        guard case .broadcast(let subject) = activity else { preconditionFailure("A broadcast is one of an event.") }
        return subject
    }

    /// Notes that the delivery comes to the handlers of another owner, the first of which has this place in the list.
    ///
    /// Sequentially consistent, as is the mark of an ended subscription: either the delivery sees the mark, or whoever
    /// made it sees the delivery.
    ///
    /// - Returns: Whether it may; it may not once it was taken over.
    @usableFromInline
    func enter(_ place: Int) -> Bool {
        let here = position.load(ordering: .relaxed)
        guard here & Self.takenOver == 0 else { return false }
        // Only the delivery itself moves on, so that this fails only when it has just been taken over; whoever does
        // that knows from it where the delivery ends.
        let (hasMoved, _) = position.compareExchange(
            expected: here,
            desired: place,
            ordering: .sequentiallyConsistent
        )
        if hasMoved { tellWaiters() }
        return hasMoved
    }

    /// Notes that the delivery is over, or that the handler that it calls was abandoned.
    ///
    /// - Returns: Whether the delivery was taken over, or ended, before.
    @discardableResult
    func endCalls() -> Bool {
        let old = position.exchange(Self.ended, ordering: .sequentiallyConsistent)
        tellWaiters()
        return old & Self.takenOver != 0
    }

    /// Lets the delivery call no handlers but those that it is calling, and returns where it is.
    func takeOver() -> Progress {
        Self.progress(position.bitwiseOr(Self.takenOver, ordering: .sequentiallyConsistent).oldValue)
    }

    /// How far the delivery has come.
    var progress: Progress { Self.progress(position.load(ordering: .sequentiallyConsistent)) }

    private static func progress(_ position: Int) -> Progress {
        guard position >= 0 else { return .ended }
        let number = position & ~takenOver
        return number == notBegun ? .notBegun : .inside(number)
    }

    @inline(__always)
    private func tellWaiters() {
        if hasWaiters.load(ordering: .sequentiallyConsistent) { resumeWaiters() }
    }

    /// Stands apart, because nearly always nobody waits.
    @inline(never)
    private func resumeWaiters() {
        let ready = waiters.withLock { waiters in
            let here = progress
            let ready = waiters.filter { .inside($0.place) != here }
            waiters.removeAll { .inside($0.place) != here }
            hasWaiters.store(!waiters.isEmpty, ordering: .sequentiallyConsistent)
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Returns when the delivery has left a place.
    func waitUntilOutside(_ place: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = waiters.withLock { waiters in
                hasWaiters.store(true, ordering: .sequentiallyConsistent)
                if progress != .inside(place) { return true }
                waiters.append(Waiter(place: place, continuation: continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
