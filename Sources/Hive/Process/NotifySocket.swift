// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The datagram socket on which a supervisor hears of a service: `NOTIFY_SOCKET` of the protocol of `sd_notify` (C59).
///
/// Messages are sent one after the other on a queue of its own, so that a supervisor that is slow holds up nobody. One that
/// is gone is told nothing more.
final class NotifySocket: Sendable {
    /// Why a message was not sent.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// What becomes of a message that the supervisor does not read within a second.
    enum Kind {
        /// It is tried again, and those after it wait.
        case needed
        /// It is dropped; one of its kind that comes while it waits takes its place.
        case status, signOfLife, moreTime
    }

    private struct State {
        /// What has not been sent yet.
        var waiting: [(text: String, kind: Kind)] = []
        var isSending = false
        /// Whether nothing is tried again.
        var isEnding = false
        var isGone = false
        var hasFailed = false
    }

    private let address: NotifyAddress
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "hive.supervisor")
    private let state = Mutex(State())
    /// Is told once, without a lock, on any thread.
    private let fail: @Sendable (Failure) -> Void

    /// Opens a socket to send from.
    ///
    /// - Parameters:
    ///   - name: A path that begins with a slash, or, in Linux's abstract names, with an `@`.
    ///   - fail: Is told when the supervisor cannot be reached, or does not read, at most once.
    /// - Throws: ``Failure`` for a name that is neither, or too long, and when the process has no descriptor left.
    init(_ name: String, fail: @escaping @Sendable (Failure) -> Void) throws(Failure) {
        address = try NotifyAddress(name)
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue)
        #else
        let kind = SOCK_DGRAM
        #endif
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(Self.reason(errno))") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        // Seconds and microseconds, word by word: an optimized build does not find the members of the C structure.
        let limit = [1, 0]
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, limit, socklen_t(MemoryLayout<timeval>.size))
        self.fail = fail
    }

    deinit { close(descriptor) }

    /// Sends assignments, one a line, in one message, after those before it.
    func send(_ assignments: String..., kind: Kind = .needed) {
        let text = assignments.map(\.onOneLine).joined(separator: "\n")
        let mustBegin = state.withLock { state in
            if state.isGone { return false }
            if kind != .needed, state.waiting.last?.kind == kind { state.waiting.removeLast() }
            state.waiting.append((text, kind))
            defer { state.isSending = true }
            return !state.isSending
        }
        if mustBegin { queue.async { self.sendWaiting() } }
    }

    /// Returns when everything has been sent; it is given up when the supervisor does not read for a second.
    func end() {
        state.withLock { $0.isEnding = true }
        queue.sync {}
    }

    private func sendWaiting() {
        while let (text, kind) = next() {
            let code = sendNow(text)
            if code == 0 { continue }
            let (mustTell, mustRetry) = state.withLock { state in
                // A supervisor that is slow is there; any other error says that it is not.
                let isSlow = code == EAGAIN || code == EWOULDBLOCK || code == ENOBUFS
                let mustRetry = isSlow && kind == .needed && !state.isEnding
                if mustRetry { state.waiting.insert((text, kind), at: 0) }
                if !isSlow { state.isGone = true }
                if state.isGone || state.isEnding { state.waiting = [] }
                defer { state.hasFailed = true }
                return (!state.hasFailed, mustRetry)
            }
            if mustTell { fail(Failure(description: "\(address.name): \(Self.reason(code))")) }
            // It has waited for a second, unless the system had no memory for it.
            if mustRetry, code == ENOBUFS { usleep(100_000) }
        }
    }

    /// Takes the next message; nil when there is none, and sending has ended.
    private func next() -> (text: String, kind: Kind)? {
        state.withLock { state in
            state.isSending = !state.waiting.isEmpty
            return state.isSending ? state.waiting.removeFirst() : nil
        }
    }

    /// Sends a message, and returns 0 or the error's code.
    private func sendNow(_ text: String) -> Int32 {
        while true {
            let code = address.withPointer { pointer, length in
                Array(text.utf8).withUnsafeBytes {
                    sendto(descriptor, $0.baseAddress, $0.count, Self.flags, pointer, length) < 0 ? errno : 0
                }
            }
            if code != EINTR { return code }
        }
    }

    /// None that ends the process when nobody reads any longer.
    private static var flags: Int32 {
        #if canImport(Darwin)
        0  // The system sends no signal for a datagram.
        #else
        Int32(MSG_NOSIGNAL)
        #endif
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
