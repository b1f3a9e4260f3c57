// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HivePlatform

/// The connection of a client, which is closed with this.
final class ControlConnection: Sendable {
    let descriptor: Int32
    /// Who asks; nil where the system does not say.
    let user: uid_t?

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        user = ControlPeer.user(of: descriptor)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    /// Sends what there is room for, and waits for nobody.
    ///
    /// - Returns: What is left, or nil when the client has gone.
    @discardableResult
    func send(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let sent = bytes.withUnsafeBytes { BrokenPipe.write($0, to: descriptor) }
        if sent.count < 0, sent.code != EAGAIN, sent.code != EINTR { return nil }
        return bytes.dropFirst(max(0, sent.count))
    }

    @discardableResult
    func send(_ text: String) -> ArraySlice<UInt8>? { send(Array(text.utf8)[...]) }
}
