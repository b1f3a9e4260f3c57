// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Who waits for a module's work, and how it sleeps.

extension ModuleWork {
    /// What somebody waits for.
    enum Fact {
        /// It has said that it is up, or has ended.
        case announced
        /// The hive runs, or the work is to end.
        case admitted
        case askedToEnd
        /// It sleeps until a later time, or has ended.
        case asleep(now: Duration)
        case ended
        /// The handler with that key is not being called.
        case handlerReturned(Int)
        /// It has ended, has never begun, or nobody waits for it any more.
        case over
    }

    /// Changes the state, then wakes those who wait for what holds now, without the lock.
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = change(&state)
            return (result, state.takeWoken())
        }
        for continuation in woken { continuation.resume() }
        return result
    }

    /// Returns when a fact holds or, where that is allowed, when the calling task is cancelled or a time has come.
    nonisolated(nonsending) func wait(
        for fact: Fact,
        orCancelled: Bool = false,
        until deadline: (timer: DeadlineTimer, time: Duration)? = nil
    ) async {
        let key = state.withLock { $0.newKey() }
        var entry: DeadlineTimer.Key?
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = update { state in
                    if state.holds(fact) || orCancelled && Task.isCancelled { return false }
                    state.waiters[key] = (fact, deadline?.time, continuation)
                    return true
                }
                guard waits else { return continuation.resume() }
                guard let (timer, time) = deadline else { return }
                entry = timer.add(Waking { self.wake(key) }, at: time, now: timer.clock.now())
            }
        } onCancel: {
            if orCancelled { wake(key) }
        }
        if let entry { deadline?.timer.remove(entry) }
    }

    private func wake(_ key: Int) { state.withLock { $0.waiters.removeValue(forKey: key) }?.continuation.resume() }

    /// Wakes somebody when a time has come.
    private final class Waking: DeadlineListener {
        private let wake: @Sendable () -> Void

        init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

        func timeHasCome() { wake() }
    }

    /// Says that the work drains, and returns at a time, or before when it is asked to end or the calling task is
    /// cancelled.
    ///
    /// - Returns: Whether the work goes on.
    nonisolated(nonsending) func sleep(until time: Duration, by timer: DeadlineTimer) async -> Bool {
        sayThatItDrains()
        await wait(for: .askedToEnd, orCancelled: true, until: (timer, time))
        return !Task.isCancelled && !state.withLock { $0.holds(.askedToEnd) }
    }

    /// Returns when the work sleeps until a later time than now, or has ended.
    nonisolated(nonsending) func waitUntilAsleep(now: Duration) async { await wait(for: .asleep(now: now)) }
}

extension ModuleWork.State {
    /// Takes out those who wait for what holds now.
    mutating func takeWoken() -> [CheckedContinuation<Void, Never>] {
        if waiters.isEmpty { return [] }
        let woken = waiters.filter { holds($0.value.fact) }
        for key in woken.keys { waiters[key] = nil }
        return woken.values.map(\.continuation)
    }

    func holds(_ fact: ModuleWork.Fact) -> Bool {
        switch fact {
        case .announced: isAnnounced || hasEnded
        case .admitted: stage != .coming || end != nil
        case .askedToEnd: stage >= .draining || end != nil
        case .asleep(let now): hasEnded || waiters.contains { $0.value.until.map { $0 > now } == true }
        case .ended: hasEnded
        case .handlerReturned(let key): !called.contains(key)
        case .over: task == nil || hasEnded || isAbandoned
        }
    }
}
