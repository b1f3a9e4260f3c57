// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePlatform

/// The client's end of a control socket; its calls wait for the server.
final class LiveConnection {
    /// Who asks, and what is known of who answers; tests say otherwise.
    struct Identity: Sendable {
        var user = geteuid()
        var peer: @Sendable (Int32) -> uid_t? = { ControlPeer.user(of: $0) }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    /// How many bytes of what was received are known to have no end of a line.
    private var searched = 0
    /// How many bytes of the answer came, since the last time when some were told.
    private var count = 0

    /// Connects to who listens at a path.
    ///
    /// - Throws: ``ControlFault`` when nobody listens there, or somebody whom the one who asks has no reason to
    ///   believe: the folder or the socket is a link, the folder is open to others, or one of them, or the process that
    ///   listens, belongs to another user than the one who asks, and than root; where root asks, all belong to one.
    init(to path: String, as identity: Identity = Identity()) throws(ControlFault) {
        guard let folder = ControlFolder.folder(of: path) else {
            throw ControlFault("is no path from the root to a socket in a folder")
        }
        let address: NotifyAddress
        do { address = try NotifyAddress(path) } catch { throw ControlFault("is no path of a socket: \(error)") }
        let owner = try ControlFolder.owner(of: folder)
        func check(_ user: uid_t?, _ what: String) throws(ControlFault) {
            if ControlPeer.isBelieved(user, asking: identity.user, owner: owner) { return }
            let whose = user.map { "user \($0)" } ?? "nobody knows whom"
            throw ControlFault("\(what) \(whose), and you are \(identity.user)")
        }
        try check(owner, "is in a folder that belongs to")
        // Another user's word counts for root only where that one cannot have put himself into the place of somebody.
        if identity.user == 0, owner != 0, ControlFolder.isOpenToAll(around: folder) {
            throw ControlFault("is in a folder of user \(owner), who may have made it for you: anybody may, around it")
        }
        var found = stat()
        guard lstat(path, &found) == 0 else { throw ControlFault("cannot be read", code: errno) }
        guard found.st_mode & S_IFMT == S_IFSOCK else { throw ControlFault("is a link or no socket") }
        try check(found.st_uid, "belongs to")
        descriptor = try Self.connected(to: address)
        // What stands at the path may have changed since; who listens may not.
        try check(identity.peer(descriptor), "is answered by a process of")
    }

    deinit { close(descriptor) }

    private static func connected(to address: NotifyAddress) throws(ControlFault) -> Int32 {
        let descriptor = NotifyAddress.openSocket(forStreams: true)
        guard descriptor >= 0 else { throw ControlFault("cannot be asked: there is no socket", code: errno) }
        // Where more wait to be let in than the system keeps, connecting waits as well.
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        while !address.withPointer({ connect(descriptor, $0, $1) == 0 }) {
            let code = errno
            if code == EINTR { continue }
            close(descriptor)
            if code == EAGAIN { throw ControlFault("does not answer: too many ask") }
            throw ControlFault("cannot be connected to", code: code)
        }
        return descriptor
    }

    /// Sends a line, of less bytes than a socket takes at once.
    func send(_ line: String) throws(ControlFault) {
        let bytes = Array("\(line)\n".utf8)
        guard bytes.count <= ControlProtocol.longestRequest else {
            throw ControlFault("takes no question of more than \(ControlProtocol.longestRequest) bytes")
        }
        let sent = bytes.withUnsafeBytes { BrokenPipe.write($0, to: descriptor) }
        // One that closes at once may have said why.
        if sent.count != bytes.count, sent.code != EPIPE { throw ControlFault("takes no question", code: sent.code) }
    }

    /// Takes what has come as an answer of its own.
    func beginAnew() { count = 0 }

    /// The next line without its end, or nil when there is none to come; it waits until the deadline, by the clock of
    /// ``ControlProtocol``, or as long as it takes.
    func line(until deadline: Int?) throws(ControlFault) -> [UInt8]? {
        while true {
            if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = Array(received[..<end])
                received.removeSubrange(...end)
                searched = 0
                return line
            }
            searched = received.count
            var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let wait = deadline.map { Int32(clamping: max(0, $0 - ControlProtocol.now)) } ?? -1
            let ready = poll(&state, 1, wait)
            if ready == 0 { throw ControlFault("does not answer in time: the process hangs or is suspended") }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let taken = ready < 0 ? -1 : read(descriptor, &bytes, bytes.count)
            if taken < 0, errno == EINTR { continue }
            if taken < 0, errno != ECONNRESET { throw ControlFault("cannot be read", code: errno) }
            guard taken > 0 else {
                if received.isEmpty { return nil }
                throw ControlFault("has sent half a line, and closed")
            }
            count += taken
            guard count <= ControlProtocol.longestAnswer else {
                throw ControlFault("answers with more than \(ControlProtocol.longestAnswer) bytes")
            }
            received += bytes.prefix(taken)
        }
    }
}
