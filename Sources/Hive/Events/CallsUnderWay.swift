// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How many deliveries are calling handlers of an owner; whoever takes it down waits until none does (C31).
struct CallsUnderWay: ~Copyable, Sendable {
    // Not private: the compiler (6.3.1) crashes on a private type in a noncopyable one that other files use.
    struct State {
        var count = 0
        /// Whoever waits.
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.count == 0 } }

    func enter() { state.withLock { $0.count += 1 } }

    func leave() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0, !state.waiters.isEmpty else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when there are none; the owner's subscriptions have ended before, so that none begins.
    func waitUntilNone() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count > 0 { state.waiters.append(continuation) }
                return state.count == 0
            }
            if isOver { continuation.resume() }
        }
    }
}
