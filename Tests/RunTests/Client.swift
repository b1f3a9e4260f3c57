// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Synchronization
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client of a server on this machine, or what a server listens on.
final class Client {
    let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Connects to a port.
    convenience init(port: Int) throws {
        self.init(try Self.makeSocket())
        try Self.with(port) { connect(descriptor, $0, $1) }
    }

    deinit { close(descriptor) }

    /// What a supervisor has: a socket that listens, on a port that the system chooses.
    static func listener() throws -> (socket: Client, port: Int) {
        let result = Client(try makeSocket())
        try with(0) { bind(result.descriptor, $0, $1) }
        try #require(listen(result.descriptor, 128) == 0)
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(result.descriptor, $0, &length) == 0
            }
        }
        try #require(isFound)
        return (result, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Sends a text.
    func send(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = systemSend(descriptor, bytes.baseAddress, bytes.count) }
    }

    /// Sends bytes.
    func send(bytes: [UInt8]) { _ = systemSend(descriptor, bytes, bytes.count) }

    /// Says that nothing more comes.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends a text until the server has closed the connection, and reads nothing.
    func flood(_ text: String) async {
        let descriptor = descriptor
        let bytes = Array(String(repeating: text, count: 1000).utf8)
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "client").async {
                while systemSend(descriptor, bytes, bytes.count) > 0 {}
                continuation.resume()
            }
        }
    }

    /// Returns what comes until the server closes the connection, line by line.
    func lines() async -> [String] {
        let descriptor = descriptor
        return await withCheckedContinuation { continuation in
            // On a thread of its own, because reading blocks.
            DispatchQueue(label: "client").async { continuation.resume(returning: Self.lines(from: descriptor)) }
        }
    }

    private static func lines(from descriptor: Int32) -> [String] {
        var text: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            text += bytes[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    private static func makeSocket() throws -> Int32 {
        #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
        #else
        let kind = SOCK_STREAM
        #endif
        // Never without the mark while a process is started, which would keep the connection open.
        return try Child.spawning.withLock { _ in
            let descriptor = socket(AF_INET, kind, 0)
            try #require(descriptor >= 0)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
    }

    private static func with(_ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0, "\(String(cString: strerror(errno)))")
    }
}

/// The system's function, which the type's own would hide; a server that has gone ends nothing.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
    #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #endif
}
