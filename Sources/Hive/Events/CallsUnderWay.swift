// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How many deliveries are calling handlers of an owner; whoever takes it down waits until none does (C31).
struct CallsUnderWay: ~Copyable, Sendable {
    /// Twice the number of calls, and 1 more once somebody has waited: every handler of a module passes here, so that
    /// a lock would take longer than many of them.
    private let state = Atomic<Int>(0)
    /// Opens when there are none, where somebody waits for that.
    private let none = Mutex<Gate<Void>?>(nil)

    var count: Int { state.load(ordering: .sequentiallyConsistent) / 2 }
    var isEmpty: Bool { count == 0 }

    func enter() { state.add(2, ordering: .sequentiallyConsistent) }

    func leave() {
        // The gate is there before anybody counts as waiting.
        guard state.subtract(2, ordering: .sequentiallyConsistent).newValue == 1 else { return }
        none.withLock { $0.take() }?.open()
    }

    /// Returns when there are none; the owner's subscriptions have ended before, so that none begins.
    func waitUntilNone() async {
        let none = none.withLock { $0.orNew() }
        if state.bitwiseOr(1, ordering: .sequentiallyConsistent).newValue > 1 { await none.wait() }
    }
}
