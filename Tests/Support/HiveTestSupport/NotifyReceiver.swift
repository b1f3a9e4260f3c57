// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
internal import Hive
internal import HivePlatform

/// A supervisor's end of the protocol of `sd_notify`: a datagram socket from which a test reads what was sent.
///
/// The socket has room for few messages, and who ends sends the last one once. So from the first message on that a test
/// asks for, all are taken out as they come, however late the test's own turn is.
package final class NotifyReceiver: Sendable {
    /// What goes into `NOTIFY_SOCKET`.
    package var name: String { address.name }
    private let address: NotifyAddress
    private let messages: AsyncStream<String>
    // Sound: it is only activated and cancelled, which any thread may do.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// A path that no other test has, and no other process: in the folder for temporary files where the path is short
    /// enough for a socket's name, otherwise in the system's.
    package static func freePath() -> String {
        let name = "hive-notify-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let folders = [getenv("TMPDIR").map { String(cString: $0) }, P_tmpdir].compactMap { $0 }
        // An abstract name begins with one letter more.
        let isShort = { (folder: String) in (try? NotifyAddress("@\(folder)/\(name)")) != nil }
        return "\(folders.first(where: isShort) ?? "/tmp")/\(name)"
    }

    /// Opens the socket.
    ///
    /// - Parameter name: A path that nothing has, or an abstract name, which begins with an `@`.
    /// - Throws: `NotifyAddress.Failure`, whose text says how long a name may be, or what the system has said.
    package init(_ name: String) throws {
        address = try NotifyAddress(name)
        let descriptor = NotifyAddress.openSocket(forStreams: false)
        guard descriptor >= 0 else { throw Self.failure(name) }
        let code = address.withPointer { bind(descriptor, $0, $1) }
        guard code == 0 else {
            let failure = Self.failure(name)
            close(descriptor)
            throw failure
        }
        let (messages, continuation) = AsyncStream<String>.makeStream()
        self.messages = messages
        let queue = DispatchQueue(label: "hive.notify-receiver")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)), count >= 0 {
                continuation.yield(String(decoding: bytes.prefix(count), as: UTF8.self))
            }
        }
        source.setCancelHandler { close(descriptor) }
    }

    private static func failure(_ name: String) -> NotifyAddress.Failure {
        NotifyAddress.Failure(description: "\(name): \(String(cString: strerror(errno)))")
    }

    deinit {
        source.cancel()
        // The system does not let go of a source that was never active.
        source.activate()
    }

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
        source.activate()
        var iterator = messages.makeAsyncIterator()
        return await iterator.next() ?? ""
    }
}
