// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How many deliveries are calling handlers of an owner; whoever takes it down waits until none does (C31).
struct CallsUnderWay: ~Copyable, Sendable {
    // Not private: the compiler (6.3.1) crashes on a private type in a noncopyable one that other files use.
    struct State {
        var count = 0
        /// Opens when there are none, where somebody waits for that.
        var none: Gate<Void>?
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    var isEmpty: Bool { count == 0 }

    func enter() { state.withLock { $0.count += 1 } }

    func leave() {
        let none = state.withLock { state -> Gate<Void>? in
            state.count -= 1
            return state.count == 0 ? state.none.take() : nil
        }
        none?.open()
    }

    /// Returns when there are none; the owner's subscriptions have ended before, so that none begins.
    func waitUntilNone() async { await state.withLock { $0.count == 0 ? nil : $0.none.orNew() }?.wait() }
}
