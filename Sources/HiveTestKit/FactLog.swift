// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

/// Facts in the order in which they were noted, and the tasks that wait for one.
final class FactLog<Fact: Sendable>: Sendable {
    private struct Waiter {
        let isMatch: @Sendable (Fact) -> Bool
        var missing: Int
        let gate: Gate<Fact>
    }

    private struct State {
        var facts: [Fact] = []
        var waiters: [Waiter] = []
    }

    private let state = Mutex(State())

    var facts: [Fact] { state.withLock { $0.facts } }

    func note(_ fact: Fact) {
        let ready = state.withLock { state in
            state.facts.append(fact)
            for place in state.waiters.indices where state.waiters[place].isMatch(fact) {
                state.waiters[place].missing -= 1
            }
            let ready = state.waiters.filter { $0.missing == 0 }.map(\.gate)
            if !ready.isEmpty { state.waiters.removeAll { $0.missing == 0 } }
            return ready
        }
        for gate in ready { gate.open(fact) }
    }

    /// Returns the fact that matches, the first or, with `count`, a later one; at once if it was noted already.
    func wait(count: Int = 1, where isMatch: @escaping @Sendable (Fact) -> Bool) async throws -> Fact {
        try Task.checkCancellation()
        let gate = Gate<Fact>()
        let match = state.withLock { state -> Fact? in
            let matches = state.facts.filter(isMatch)
            if matches.count >= count { return matches[count - 1] }
            state.waiters.append(Waiter(isMatch: isMatch, missing: count - matches.count, gate: gate))
            return nil
        }
        if let match { return match }
        if let fact = await gate.waitUnlessCancelled() { return fact }
        state.withLock { $0.waiters.removeAll { $0.gate === gate } }
        throw CancellationError()
    }
}
