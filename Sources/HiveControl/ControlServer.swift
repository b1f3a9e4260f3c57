// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HivePlatform
import Synchronization

/// Answers the clients of a socket on one thread of its own, which never waits for one of them.
final class ControlServer: Sendable {
    /// What a client may take.
    struct Limits {
        var clients = 16
        /// How long a request, and each step of taking the answer, may last, in milliseconds.
        var patience = 10_000
    }

    /// A client that has sent a part of its request, or takes its answer.
    private struct Client {
        let descriptor: Int32
        var request: [UInt8] = []
        var answer: ArraySlice<UInt8> = []
        var isAnswered = false
        var deadline: Int
    }

    private let socket: ControlSocket
    private let limits: Limits
    private let mayAsk: @Sendable (uid_t?) -> Bool
    private let answer: @Sendable ([UInt8]) -> String
    /// What is written to one end wakes the thread at the other.
    private let wake: (reading: Int32, writing: Int32)
    // A serial queue has a thread of its own, however many others are blocked.
    private let queue = DispatchQueue(label: "hive.control")

    /// Begins to answer.
    ///
    /// - Parameters:
    ///   - socket: What it listens on; it is removed with the server.
    ///   - limits: What a client may take.
    ///   - mayAsk: Whether a user is answered.
    ///   - answer: Makes the answer to a line; called on the server's thread, without a lock.
    /// - Throws: `HiveError` with `invalidState` when the process has no descriptor left.
    init(
        _ socket: ControlSocket,
        limits: Limits = Limits(),
        mayAsk: @escaping @Sendable (uid_t?) -> Bool = { ControlPeer.isAnswered($0) },
        answer: @escaping @Sendable ([UInt8]) -> String
    ) throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else {
            let code = errno
            socket.remove()
            throw HiveError(.invalidState, "ControlModule has no pipe: \(ControlFolder.reason(code)).")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (ends[0], ends[1])
        (self.socket, self.limits, self.mayAsk, self.answer) = (socket, limits, mayAsk, answer)
        queue.async { self.serve() }
    }

    /// Closes all clients at once, whatever they wait for, and removes the socket; call it once.
    func end() async {
        let byte: [UInt8] = [0]
        // A pipe that is empty takes one byte.
        _ = write(wake.writing, byte, 1)
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
        close(wake.writing)
    }

    private func serve() {
        var clients: [Client] = []
        while true {
            var polled = [pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)]
            polled += clients.map {
                pollfd(fd: $0.descriptor, events: Int16($0.isAnswered ? POLLOUT : POLLIN), revents: 0)
            }
            // More than those wait in the system's queue, which is short.
            if clients.count < limits.clients {
                polled.append(pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0))
            }
            let next = clients.map(\.deadline).min()
            let wait = next.map { Int32(clamping: max(0, $0 - Self.now)) } ?? -1
            _ = poll(&polled, nfds_t(polled.count), wait)
            if polled[0].revents != 0 { break }
            let now = Self.now
            var kept: [Client] = []
            for (place, client) in clients.enumerated() {
                var client = client
                let isOpen = polled[place + 1].revents == 0 ? now < client.deadline : goOn(&client)
                if isOpen { kept.append(client) } else { close(client.descriptor) }
            }
            if polled.count == clients.count + 2, polled[clients.count + 1].revents != 0 { admit(into: &kept) }
            clients = kept
        }
        for client in clients { close(client.descriptor) }
        close(wake.reading)
        socket.remove()
    }

    private func admit(into clients: inout [Client]) {
        let descriptor = accept(socket.descriptor, nil, nil)
        guard descriptor >= 0 else {
            // Without a descriptor the client stays in the queue: trying at once again would use a whole core.
            if errno == EMFILE || errno == ENFILE { usleep(10_000) }
            return
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        guard mayAsk(ControlPeer.user(of: descriptor)) else {
            close(descriptor)
            return
        }
        clients.append(Client(descriptor: descriptor, deadline: Self.now + limits.patience))
    }

    /// Reads or writes what can be without waiting, and says whether the client stays.
    private func goOn(_ client: inout Client) -> Bool {
        client.isAnswered ? send(&client) : receive(&client)
    }

    private func receive(_ client: inout Client) -> Bool {
        var bytes = [UInt8](repeating: 0, count: ControlRequest.longest)
        let count = read(client.descriptor, &bytes, bytes.count)
        if count < 0 { return (errno == EAGAIN || errno == EINTR) && Self.now < client.deadline }
        if count == 0 { return false }
        client.request += bytes.prefix(count)
        let text: String
        if let end = client.request.firstIndex(of: UInt8(ascii: "\n")), end < ControlRequest.longest {
            text = answer(Array(client.request[..<end]))
        } else if client.request.count >= ControlRequest.longest {
            text = ControlAnswer(error: "A request has at most \(ControlRequest.longest) bytes.").text
        } else {
            return Self.now < client.deadline
        }
        client.answer = Array(text.utf8)[...]
        client.isAnswered = true
        client.request = []
        client.deadline = Self.now + limits.patience
        return send(&client)
    }

    private func send(_ client: inout Client) -> Bool {
        let sent = client.answer.withUnsafeBytes { BrokenPipe.write($0, to: client.descriptor) }
        if sent.count < 0 { return (sent.code == EAGAIN || sent.code == EINTR) && Self.now < client.deadline }
        client.answer = client.answer.dropFirst(sent.count)
        client.deadline = Self.now + limits.patience
        return !client.answer.isEmpty
    }

    /// Milliseconds of a clock that nobody sets.
    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}
