// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// The calls that a server is answering, all of which it may have to cancel.
final class CallsInHand: Sendable {
    private struct State {
        var next = 0
        var isOver = false
        var cancels: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Whether all calls were cancelled.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// Notes how a call is cancelled, which it is at once when all were; returns what ``remove(_:)`` takes.
    func add(cancel: @escaping @Sendable () -> Void) -> Int {
        let (number, isOver) = state.withLock { state in
            state.next += 1
            state.cancels[state.next] = cancel
            return (state.next, state.isOver)
        }
        if isOver { cancel() }
        return number
    }

    func remove(_ number: Int) { state.withLock { _ = $0.cancels.removeValue(forKey: number) } }

    /// Cancels all, and those that are yet to come.
    func cancelAll() {
        let cancels = state.withLock { state in
            state.isOver = true
            return state.cancels.values.map { $0 }
        }
        for cancel in cancels { cancel() }
    }
}
