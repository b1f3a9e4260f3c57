// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

/// A client: lines come from it and go to it, within bounds that no client can exceed.
struct Connection: ~Copyable {
    /// What a client sends.
    enum Line {
        case text(String)
        /// More bytes than a line may have, or bytes that are not UTF-8: what comes after them makes no sense.
        case unreadable(String)
        /// Nothing comes any more, in time.
        case end
    }

    /// How long a client that has just connected, or has begun a line, may take when the server is about to close.
    private static let lastPatience = Duration.seconds(1)

    private let descriptor: Int32
    private let poller: SocketPoller
    private let options: ServerModule.Options
    private var buffer: [UInt8] = []
    private var hasAnswered = false

    /// Takes over a socket that does not block, and closes it in ``close()``.
    init(_ descriptor: Int32, _ poller: SocketPoller, _ options: ServerModule.Options) {
        self.descriptor = descriptor
        self.poller = poller
        self.options = options
    }

    /// Returns the next line.
    ///
    /// When the server drains, everything that has arrived is still returned; a client that has not been answered yet,
    /// or is in the middle of a line, is given a moment.
    mutating func next() async -> Line {
        var deadline = ContinuousClock.now + options.timeout
        var isLast = false
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                var line = buffer[..<end]
                buffer.removeSubrange(...end)
                guard line.count <= options.maximumLineLength else { return tooLong }
                if line.last == UInt8(ascii: "\r") { line.removeLast() }
                return String(validating: line, as: UTF8.self).map(Line.text) ?? .unreadable("not UTF-8")
            }
            guard buffer.count <= options.maximumLineLength else { return tooLong }
            switch receive() {
            case .bytes(let bytes): buffer += bytes
            case .end: return .end
            case .nothingYet:
                let outcome = await poller.wait(
                    for: Int32(POLLIN),
                    on: descriptor,
                    until: deadline,
                    isInterruptible: !isLast
                )
                switch outcome {
                case .ready: break
                case .timedOut: return .end
                case .interrupted:
                    if isLast || Task.isCancelled || hasAnswered && buffer.isEmpty { return .end }
                    deadline = min(deadline, ContinuousClock.now + Self.lastPatience)
                    isLast = true
                }
            }
        }
    }

    /// Sends a line.
    ///
    /// - Returns: Whether the client, or the system for it, has taken it in time.
    mutating func send(_ text: String) async -> Bool {
        hasAnswered = true
        var bytes = Array("\(text)\n".utf8)[...]
        let deadline = ContinuousClock.now + options.timeout
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemSend(descriptor, $0) }
            if count >= 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                let outcome = await poller.wait(
                    for: Int32(POLLOUT),
                    on: descriptor,
                    until: deadline,
                    isInterruptible: false
                )
                guard case .ready = outcome else { return false }
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Closes the connection when the client has seen the last answer.
    ///
    /// A socket that is closed while there is something to read takes back what was sent; so what still comes is read
    /// first, for a moment and within bounds.
    consuming func close() async {
        shutdown(descriptor, Int32(SHUT_WR))
        let deadline = ContinuousClock.now + Self.lastPatience
        var rest = 1 << 20
        reading: while rest > 0 {
            switch receive() {
            case .bytes(let bytes): rest -= bytes.count
            case .end: break reading
            case .nothingYet:
                let outcome = await poller.wait(
                    for: Int32(POLLIN),
                    on: descriptor,
                    until: deadline,
                    isInterruptible: false
                )
                guard case .ready = outcome else { break reading }
            }
        }
        systemClose(descriptor)
    }

    private var tooLong: Line { .unreadable("longer than \(options.maximumLineLength) bytes") }

    private enum Piece {
        case bytes(ArraySlice<UInt8>)
        case nothingYet
        case end
    }

    private func receive() -> Piece {
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 { return .bytes(bytes[..<count]) }
            if count == 0 { return .end }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EWOULDBLOCK ? .nothingYet : .end
        }
    }
}

// The system's functions, under names that the type's own do not hide; a client that has gone ends nothing.

private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)  // The sample ignores SIGPIPE.
    #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

private func systemClose(_ descriptor: Int32) { close(descriptor) }
