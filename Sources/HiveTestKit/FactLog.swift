// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Synchronization

/// Facts in the order in which they were noted, and the tasks that wait for one.
final class FactLog<Fact: Sendable>: Sendable {
    private struct Waiter {
        let isMatch: @Sendable (Fact) -> Bool
        var missing: Int
        let continuation: CheckedContinuation<Fact, any Error>
    }

    private struct State {
        var facts: [Fact] = []
        var waiters: [Int: Waiter] = [:]
        var nextWaiter = 0
    }

    private let state = Mutex(State())

    var facts: [Fact] { state.withLock { $0.facts } }

    func note(_ fact: Fact) {
        let ready = state.withLock { state in
            state.facts.append(fact)
            var ready: [CheckedContinuation<Fact, any Error>] = []
            for (id, waiter) in state.waiters where waiter.isMatch(fact) {
                if waiter.missing > 1 {
                    state.waiters[id]?.missing -= 1
                } else {
                    state.waiters[id] = nil
                    ready.append(waiter.continuation)
                }
            }
            return ready
        }
        for continuation in ready { continuation.resume(returning: fact) }
    }

    /// Returns the fact that matches, the first or, with `count`, a later one; at once if it was noted already.
    func wait(count: Int = 1, where isMatch: @escaping @Sendable (Fact) -> Bool) async throws -> Fact {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.withLock { state -> Result<Fact, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    let matches = state.facts.filter(isMatch)
                    if matches.count >= count { return .success(matches[count - 1]) }
                    let missing = count - matches.count
                    state.waiters[id] = Waiter(isMatch: isMatch, missing: missing, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}
