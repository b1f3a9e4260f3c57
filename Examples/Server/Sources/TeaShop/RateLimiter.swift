// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Admits so many requests a second, which can be changed at any time.
package final class RateLimiter: Sendable {
    private struct State {
        var requestsPerSecond: Int
        /// How many requests could come at once.
        var allowance: Double
        var last = ContinuousClock.now
    }

    private let state: Mutex<State>

    /// Creates a limiter.
    package init(requestsPerSecond: Int = 1000) {
        state = Mutex(State(requestsPerSecond: requestsPerSecond, allowance: Double(requestsPerSecond)))
    }

    /// How many requests are admitted in a second.
    package var requestsPerSecond: Int {
        get { state.withLock { $0.requestsPerSecond } }
        set { state.withLock { $0.requestsPerSecond = newValue } }
    }

    /// Whether one more request is admitted.
    package func admitsOne() -> Bool {
        state.withLock { state in
            let now = ContinuousClock.now
            let most = Double(state.requestsPerSecond)
            state.allowance = min(most, state.allowance + most * ((now - state.last) / .seconds(1)))
            state.last = now
            guard state.allowance >= 1 else { return false }
            state.allowance -= 1
            return true
        }
    }
}
