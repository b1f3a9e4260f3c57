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

/// Waits for any number of sockets on one thread of its own, so that a client that is slow takes no thread from the
/// modules.
final class SocketPoller: Sendable {
    /// How a wait ended.
    enum Outcome {
        case ready
        case timedOut
        /// Somebody has called ``interrupt()``, the task was cancelled, or the poller has ended.
        case interrupted
    }

    private struct Waiter {
        let descriptor: Int32
        let events: Int16
        let deadline: ContinuousClock.Instant?
        let isInterruptible: Bool
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var waiters: [Int: Waiter] = [:]
        var last = 0
        var isInterrupted = false
        var hasEnded = false
    }

    private let state = Mutex(State())
    /// A pipe that becomes readable when there is somebody new to wait for.
    private let wake: (read: Int32, write: Int32)

    /// Begins to wait.
    ///
    /// - Throws: ``ServerError`` when the process has no descriptor left.
    init() throws(ServerError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ServerError("no pipe can be made") }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        wake = (ends[0], ends[1])
        // Ended by `end`.
        DispatchQueue(label: "shop.sockets").async { self.run() }
    }

    /// Returns when a socket can be read or written, or when that is not to be waited for any longer.
    func wait(
        for events: Int32,
        on descriptor: Int32,
        until deadline: ContinuousClock.Instant? = nil,
        isInterruptible: Bool = true
    ) async -> Outcome {
        let id = state.withLock { state in
            state.last += 1
            return state.last
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    if state.hasEnded || isInterruptible && state.isInterrupted || Task.isCancelled { return false }
                    state.waiters[id] = Waiter(
                        descriptor: descriptor,
                        events: Int16(events),
                        deadline: deadline,
                        isInterruptible: isInterruptible,
                        continuation: continuation
                    )
                    return true
                }
                if mustWait { wakeUp() } else { continuation.resume(returning: .interrupted) }
            }
        } onCancel: {
            finish { waiterID, _ in waiterID == id }
        }
    }

    /// Ends every wait that can be interrupted, and every later one at once.
    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        finish { _, waiter in waiter.isInterruptible }
    }

    /// Ends every wait, and the thread.
    func end() {
        state.withLock { $0.hasEnded = true }
        finish { _, _ in true }
        wakeUp()
    }

    private func finish(_ isMeant: (Int, Waiter) -> Bool) {
        let waiters = state.withLock { state in
            let found = state.waiters.filter { isMeant($0.key, $0.value) }
            for id in found.keys { state.waiters[id] = nil }
            return found.values
        }
        for waiter in waiters { waiter.continuation.resume(returning: .interrupted) }
    }

    private func wakeUp() {
        var byte: UInt8 = 0
        // If the pipe is full, it is readable already.
        _ = write(wake.write, &byte, 1)
    }

    private func run() {
        while true {
            let (waiters, hasEnded) = state.withLock { (Array($0.waiters), $0.hasEnded) }
            if hasEnded { break }
            var files = [pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0)]
            files += waiters.map { pollfd(fd: $0.value.descriptor, events: $0.value.events, revents: 0) }
            let next = waiters.compactMap(\.value.deadline).min()
            poll(&files, nfds_t(files.count), next.map { Self.milliseconds(until: $0) } ?? -1)
            if files[0].revents != 0 { emptyPipe() }
            let now = ContinuousClock.now
            for (waiter, file) in zip(waiters, files.dropFirst()) {
                let isLate = waiter.value.deadline.map { $0 <= now } ?? false
                guard file.revents != 0 || isLate else { continue }
                let mustResume = state.withLock { $0.waiters.removeValue(forKey: waiter.key) != nil }
                if mustResume {
                    waiter.value.continuation.resume(returning: file.revents != 0 ? .ready : .timedOut)
                }
            }
        }
        close(wake.read)
        close(wake.write)
    }

    private func emptyPipe() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wake.read, &bytes, bytes.count) > 0 {}
    }

    /// Rounded up, so that nobody is woken before the time has come.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = (deadline - ContinuousClock.now).components
        let seconds = min(max(left.seconds, 0), 1_000)
        return Int32(seconds * 1_000 + max(left.attoseconds, 0) / 1_000_000_000_000_000 + 1)
    }
}
