// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Dispatch
// For the lock that stands in under the thread sanitizer.
internal import Hive
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// Orders that are kept in hand until the process gets SIGUSR1; from then on none is.
final class HeldOrders: Sendable {
    private struct State {
        var isOver = false
        var last = 0
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// Begins to listen for the signal, until it comes.
    init() {
        signal(SIGUSR1, SIG_IGN)  // The source hears it all the same.
        let source = DispatchSource.makeSignalSource(signal: SIGUSR1, queue: DispatchQueue(label: "shop.trouble"))
        // The handler keeps both.
        source.setEventHandler {
            self.letGo()
            source.cancel()
        }
        source.activate()
    }

    /// Returns when the signal has come, or when the task is cancelled.
    func wait() async {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    if state.isOver || Task.isCancelled { return false }
                    state.waiters[id] = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
        }
    }

    private func letGo() {
        let waiters = state.withLock { state in
            defer { state.waiters = [:] }
            state.isOver = true
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume() }
    }
}
