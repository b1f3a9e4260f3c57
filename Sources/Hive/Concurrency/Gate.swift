// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A value that comes once, and that any number of tasks wait for.
package final class Gate<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        /// By their keys, because one may be cancelled.
        var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
        var lastKey = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets everybody go on with a value; does nothing when there is one.
    ///
    /// - Returns: Whether it was the first one.
    @discardableResult
    package func open(_ value: Value) -> Bool {
        let waiters = state.withLock { state -> [Int: CheckedContinuation<Value?, Never>]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiters = [:] }
            return state.waiters
        }
        for waiter in waiters?.values ?? [:].values { waiter.resume(returning: value) }
        return waiters != nil
    }

    /// The value, once it has come.
    package var value: Value? { state.withLock { $0.value } }

    /// Returns when the value has come; to be cancelled changes nothing.
    @discardableResult
    package nonisolated(nonsending) func wait() async -> Value {
        guard let value = await suspend(key: nil) else { preconditionFailure("A gate has opened without a value.") }
        return value
    }

    /// Returns when the value has come, or nil when the calling task is cancelled before.
    package nonisolated(nonsending) func waitUnlessCancelled() async -> Value? {
        let key = state.withLock { state in
            state.lastKey += 1
            return state.lastKey
        }
        return await withTaskCancellationHandler {
            await suspend(key: key)
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
            waiter?.resume(returning: nil)
        }
    }

    /// Suspends until the value has come; where there is a key, the waiter under it may be let go before.
    private nonisolated(nonsending) func suspend(key: Int?) async -> Value? {
        await withCheckedContinuation { continuation in
            let (waits, value) = state.withLock { state -> (Bool, Value?) in
                // A task that is cancelled has called its handler, or does so when it finds the waiter.
                if state.value != nil || key != nil && Task.isCancelled { return (false, state.value) }
                if key == nil { state.lastKey += 1 }
                state.waiters[key ?? state.lastKey] = continuation
                return (true, nil)
            }
            if !waits { continuation.resume(returning: value) }
        }
    }
}

extension Gate where Value == Void {
    /// Lets everybody go on.
    package func open() { open(()) }
}

extension Optional where Wrapped == Gate<Void> {
    /// The gate, which is made where nobody has waited before.
    package mutating func orNew() -> Gate<Void> {
        let gate = self ?? Gate()
        self = gate
        return gate
    }
}

/// How something has ended that one task does, and for whose end others wait.
package typealias Completion = Gate<Result<Void, any Error>>

extension Gate where Value == Result<Void, any Error> {
    /// Does it in the calling task, and lets those go on who wait for its end.
    ///
    /// - Throws: What the body throws.
    package nonisolated(nonsending) func run(_ body: nonisolated(nonsending) () async throws -> Void) async throws {
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        open(result)
        try result.get()
    }

    /// Returns when it is over, or throws what it has thrown.
    package nonisolated(nonsending) func waitForSuccess() async throws { try await wait().get() }

    /// What it has thrown, once it is over.
    package var error: (any Error)? { if case .failure(let error) = value { error } else { nil } }
}
