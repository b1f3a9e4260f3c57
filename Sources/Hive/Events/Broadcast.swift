// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How far one delivery of an event has come; the task that delivers is marked with it.
///
/// A module that is torn down waits until no delivery is inside one of its handlers; a stop takes a delivery over, so
/// that its remaining handlers are called although one hangs (C31).
@usableFromInline
// Sound: see ActivityScope.Mark; what it has beside that has a lock.
final class Broadcast: ActivityScope.Mark, @unchecked Sendable {
    /// How far a delivery has come.
    enum Progress: Equatable {
        case notBegun
        /// Among the handlers of one owner, the first of which has this place in the list.
        case inside(Int)
        case ended
    }

    private struct State {
        var progress = Progress.notBegun
        /// Whether the delivery may go on to no other handler: it has ended, or a stop has taken it over.
        var isTaken = false
        var waiters: [(place: Int, continuation: CheckedContinuation<Void, Never>)] = []

        /// Takes out those who wait for the delivery to leave another place than where it is.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            if waiters.isEmpty { return [] }
            let ready = waiters.filter { .inside($0.place) != progress }.map(\.continuation)
            waiters.removeAll { .inside($0.place) != progress }
            return ready
        }
    }

    private let state = Mutex(State())

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
    /// The delivery looks whether a subscription is active after this, and whoever ends one looks for deliveries after
    /// that: either the delivery sees the end, or whoever made it sees the delivery.
    ///
    /// - Returns: Whether it may; it may not once it was taken over.
    @usableFromInline
    func enter(_ place: Int) -> Bool {
        let (mayEnter, ready) = state.withLock { state -> (Bool, [CheckedContinuation<Void, Never>]) in
            if state.isTaken { return (false, []) }
            state.progress = .inside(place)
            return (true, state.takeReady())
        }
        for waiter in ready { waiter.resume() }
        return mayEnter
    }

    /// Notes that the delivery is over, or that the handler that it calls was abandoned.
    ///
    /// - Returns: Whether the delivery was taken over, or ended, before.
    @discardableResult
    func endCalls() -> Bool {
        let (wasTaken, ready) = state.withLock { state in
            defer { state.isTaken = true }
            state.progress = .ended
            return (state.isTaken, state.takeReady())
        }
        for waiter in ready { waiter.resume() }
        return wasTaken
    }

    /// Lets the delivery call no handlers but those that it is calling, and returns where it is.
    func takeOver() -> Progress {
        state.withLock { state in
            state.isTaken = true
            return state.progress
        }
    }

    /// How far the delivery has come.
    var progress: Progress { state.withLock { $0.progress } }

    /// Returns when the delivery has left a place.
    func waitUntilOutside(_ place: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.progress != .inside(place) { return true }
                state.waiters.append((place, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }
}
