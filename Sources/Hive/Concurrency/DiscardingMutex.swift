// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A state that takes out values which may hold the application's objects.
protocol DiscardingState: ~Copyable, Sendable {
    /// What the call that is under way has taken out.
    var discarded: [any Sendable] { get set }
}

/// A mutex around a state, which lets go of what the state takes out when it is open: a `deinit` is the application's
/// code, and runs without a lock (C18).
struct DiscardingMutex<State: DiscardingState & ~Copyable>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    init(_ state: consuming sending State) {
        mutex = Mutex(state)
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        var discarded: [any Sendable] = []
        defer { withExtendedLifetime(discarded) {} }
        return try mutex.withLock { state throws(Failure) in
            defer { swap(&discarded, &state.discarded) }
            return try body(&state)
        }
    }
}
