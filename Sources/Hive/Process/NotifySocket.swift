// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HivePlatform
import Synchronization

/// The datagram socket on which a supervisor hears of a service: `NOTIFY_SOCKET` of the protocol of `sd_notify` (C59).
///
/// Messages are sent one after the other on a queue of its own, so that a supervisor that is slow, or gone, holds up
/// nobody. What it does not read waits until it does, or, where it is gone, until there is more to tell. Nothing is
/// dropped but what a later message says better, so that no more than a few wait.
final class NotifySocket: Sendable {
    typealias Failure = NotifyAddress.Failure

    /// What a message is about.
    enum Kind {
        /// What decides: the start or a reload has ended, a reload begins, the stop begins, how it has ended.
        case ready, reloading, stopping, ended
        /// What only informs.
        case status, signOfLife, moreTime
    }

    private struct Message {
        let kind: Kind
        let text: String
    }

    private struct State {
        /// What has not been sent yet: never more than a few, however long nobody reads.
        var waiting: [Message] = []
        var isSending = false
        /// Whether nothing is tried again.
        var isEnding = false
        var hasFailed = false

        /// Adds a message; those go whose place it takes.
        mutating func add(_ message: Message) {
            switch message.kind {
            case .ready:
                // Right behind another one it says nothing new.
                let last = waiting.lastIndex { $0.kind == .ready || $0.kind == .reloading }
                if let last, waiting[last].kind == .ready { waiting.remove(at: last) }
            case .reloading:
                // A reload of which nobody has heard yet is over with this one; the start is not.
                let first = waiting.firstIndex { $0.kind == .reloading } ?? waiting.endIndex
                waiting[first...].removeAll { $0.kind == .ready || $0.kind == .reloading }
            default:
                waiting.removeAll { $0.kind == message.kind }
            }
            waiting.append(message)
        }

        /// Adds a message that could not be sent before those that wait.
        mutating func putBack(_ message: Message) {
            let later = waiting
            waiting = [message]
            for message in later { add(message) }
        }
    }

    /// The longest line, in bytes; a status may have an error's text.
    private static let longestLine = 2_000

    private let address: NotifyAddress
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "hive.supervisor")
    /// What ``end()`` waits for.
    private let work = DispatchGroup()
    private let state = Mutex(State())
    /// Is told once, without a lock, on a thread of its own.
    private let fail: @Sendable (Failure) -> Void

    /// Opens a socket to send from.
    ///
    /// - Parameters:
    ///   - name: A path that begins with a slash, or, in Linux's abstract names, with an `@`.
    ///   - fail: Is told when the supervisor cannot be reached, or does not read, at most once.
    /// - Throws: ``Failure`` for a name that is neither, or too long, and when the process has no descriptor left.
    init(_ name: String, fail: @escaping @Sendable (Failure) -> Void) throws(Failure) {
        address = try NotifyAddress(name)
        descriptor = NotifyAddress.openSocket(forStreams: false)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(Self.reason(errno))") }
        // Seconds and microseconds, word by word: an optimized build does not find the members of the C structure.
        let limit = [1, 0]
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, limit, socklen_t(MemoryLayout<timeval>.size))
        self.fail = fail
    }

    deinit { close(descriptor) }

    /// Sends assignments, one a line, in one message, after those before it.
    func send(_ kind: Kind, _ assignments: String...) {
        let text = assignments.map { Self.line($0) }.joined(separator: "\n")
        let mustBegin = state.withLock { state in
            state.add(Message(kind: kind, text: text))
            defer { state.isSending = true }
            return !state.isSending
        }
        if mustBegin { queue.async(group: work) { self.sendWaiting() } }
    }

    /// Returns when everything has been sent, or after a second; nothing is tried again from now on.
    func end() {
        state.withLock { $0.isEnding = true }
        if work.wait(timeout: .now() + 1) == .timedOut { state.withLock { $0.waiting = [] } }
    }

    private func sendWaiting() {
        while let message = next() {
            let code = sendNow(message.text)
            if code == 0 { continue }
            // A supervisor that is slow is there, and will read; one that is gone is tried with the next message.
            let isSlow = code == EAGAIN || code == EWOULDBLOCK || code == ENOBUFS
            let (mustTell, goesOn) = state.withLock { state in
                state.putBack(message)
                state.isSending = isSlow && !state.isEnding
                defer { state.hasFailed = true }
                return (!state.hasFailed, state.isSending)
            }
            if mustTell { tell(Failure(description: "\(address.name): \(Self.reason(code))")) }
            guard goesOn else { return }
            // It has waited for a second, unless the system had no memory for it.
            if code == ENOBUFS { usleep(100_000) }
        }
    }

    /// Tells of a failure elsewhere: whoever is told may take its time, and messages are not to wait for that.
    private func tell(_ failure: Failure) {
        DispatchQueue(label: "hive.supervisor.failure").async(group: work) { self.fail(failure) }
    }

    /// Takes the next message; nil when there is none, and sending has ended.
    private func next() -> Message? {
        state.withLock { state in
            state.isSending = !state.waiting.isEmpty
            return state.isSending ? state.waiting.removeFirst() : nil
        }
    }

    /// An assignment on one line that is not too long for a message.
    private static func line(_ assignment: String) -> String {
        let line = assignment.onOneLine
        return line.utf8.count <= longestLine ? line : String(decoding: line.utf8.prefix(longestLine), as: UTF8.self)
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
