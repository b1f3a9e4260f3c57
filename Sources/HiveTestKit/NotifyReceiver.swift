// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// A supervisor's end of the protocol of `sd_notify`: a datagram socket from which a test reads what was sent.
package final class NotifyReceiver: Sendable {
    package struct Failure: Error {
        package let code: Int32
    }

    /// What goes into `NOTIFY_SOCKET`.
    package let name: String
    private let descriptor: Int32

    /// A path in the folder for temporary files that no other test has, and no other process.
    package static func freePath() -> String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
        return "\(folder)/hive-notify-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    }

    /// Opens the socket.
    ///
    /// - Parameter name: A path that nothing has, or an abstract name, which begins with an `@`.
    /// - Throws: ``Failure`` with the system's code.
    package init(_ name: String) throws {
        self.name = name
        #if canImport(Glibc)
        let kind = Int32(SOCK_DGRAM.rawValue)
        #else
        let kind = SOCK_DGRAM
        #endif
        descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw Failure(code: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : name.utf8 + [0]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t((MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.count)
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard code == 0 else {
            close(descriptor)
            throw Failure(code: errno)
        }
    }

    deinit { close(descriptor) }

    /// Receives until a message contains an assignment, and returns that message.
    ///
    /// - Returns: The message, its assignments in lines; nothing when the task was cancelled.
    package func message(with assignment: String) async -> String {
        while true {
            let text = await next()
            if text.isEmpty { return text }
            if text.split(separator: "\n").contains(where: { $0.hasPrefix(assignment) }) { return text }
        }
    }

    /// Receives one message; nothing when the task was cancelled, after which nothing is received any longer.
    package func next() async -> String {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own, because it waits in the kernel.
                DispatchQueue(label: "hive.notify-receiver").async { [self] in
                    var bytes = [UInt8](repeating: 0, count: 65_536)
                    let count = recv(descriptor, &bytes, bytes.count, 0)
                    continuation.resume(returning: String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
                }
            }
        } onCancel: {
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }
}
