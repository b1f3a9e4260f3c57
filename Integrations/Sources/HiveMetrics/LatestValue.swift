// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Tells a value whenever it changes, never an older one after a newer one, and holds no lock meanwhile.
final class LatestValue: Sendable {
    private struct State {
        var value = 0
        /// Whether the value has changed since it was told.
        var isNew = false
        /// Whether somebody tells it, who goes on until nothing is new.
        var isTelling = false
    }

    private let state = Mutex(State())
    private let tell: @Sendable (Int) -> Void

    init(_ tell: @escaping @Sendable (Int) -> Void) {
        self.tell = tell
    }

    /// Sets the value, which ``tellAnew()`` tells; to be called under the lock that guards what it is made of, because
    /// an older one could come last otherwise.
    func set(_ value: Int) {
        state.withLock { state in
            state.value = value
            state.isNew = true
        }
    }

    /// Tells the value if it is new and nobody does so already; to be called without a lock.
    func tellAnew() {
        let mustTell = state.withLock { state in
            defer { state.isTelling = true }
            return !state.isTelling
        }
        guard mustTell else { return }
        while let value = next() { tell(value) }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.isNew else {
                state.isTelling = false
                return nil
            }
            state.isNew = false
            return state.value
        }
    }
}
