// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What came back.
struct Answer: Equatable, Sendable {
    let status: Int
    let body: String
}

/// The server refused or closed the connection, or took longer than anything here may.
struct NoAnswer: Error, CustomStringConvertible {
    let description: String
}

/// Asks a server on this machine, by a connection of its own.
func get(_ path: String, _ port: Int) async throws -> Answer {
    try await ask("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", port)
}

/// Sends a request without a body to a server on this machine.
func post(_ path: String, _ port: Int) async throws -> Answer {
    try await ask("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", port)
}

private func ask(_ request: String, _ port: Int) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
        // On a thread of its own, because the calls block.
        Thread.detachNewThread { continuation.resume(with: Result { try answer(to: request, port) }) }
    }
}

private func answer(to request: String, _ port: Int) throws -> Answer {
    let connection = try Connection(port: port)
    try connection.send(request)
    let text = try connection.receiveAll()
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
        throw NoAnswer(description: "closed after \"\(text)\"")
    }
    return Answer(status: status, body: String(parts[1]))
}

/// A connection to a port of this machine, or a port that nobody else gets meanwhile.
final class Connection {
    let port: Int
    private let descriptor: Int32

    /// Connects.
    init(port: Int) throws {
        self.port = port
        let descriptor = try Self.makeSocket()
        self.descriptor = descriptor
        try Self.with(port) { try Self.check(connect(descriptor, $0, $1), "connect") }
        // Longer than anything takes that ends at all.
        var time = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    private init(accepting: Bool) throws {
        let descriptor = try Self.makeSocket()
        self.descriptor = descriptor
        try Self.with(0) { try Self.check(bind(descriptor, $0, $1), "bind") }
        if accepting { try Self.check(listen(descriptor, 8), "listen") }
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutableBytes(of: &address) { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Takes a port, where whoever connects waits for ever for an answer.
    static func listener() throws -> Connection { try Connection(accepting: true) }

    /// Takes a port, where whoever connects is refused.
    static func refuser() throws -> Connection { try Connection(accepting: false) }

    /// Whether this machine has an address of version 6 for itself.
    static var isIPv6There: Bool {
        #if canImport(Glibc)
        let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET6, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_addr = in6addr_loopback
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
            }
        }
    }

    func send(_ text: String) throws {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        let bytes = Array(text.utf8)
        try Self.check(Int32(systemSend(descriptor, bytes, bytes.count, flags)), "send")
    }

    /// Returns when something has come.
    func receiveSome() throws {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        try Self.check(Int32(count), "receive")
        if count == 0 { throw NoAnswer(description: "closed before anything has come") }
    }

    func receiveAll() throws -> String {
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            try Self.check(Int32(count), "receive, after \(text.count) bytes")
            if count == 0 { return String(decoding: text, as: UTF8.self) }
            text += bytes[..<count]
        }
    }

    private static func check(_ result: Int32, _ call: String) throws {
        if result < 0 { throw NoAnswer(description: "\(call): \(String(cString: strerror(errno)))") }
    }

    private static func makeSocket() throws -> Int32 {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        try check(descriptor, "socket")
        // Or a server that is started meanwhile would keep the connection open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    private static func with(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        try withUnsafePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// The system's function, which the type's own would hide.
private func systemSend(_ descriptor: Int32, _ bytes: [UInt8], _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
