// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HivePlatform

/// A socket that listens, and the lock by which it is the only one at its path.
///
/// The lock is held for life on a file that no other program inherits: it is free as soon as the process is gone,
/// however that ended. Who holds it may remove the socket of a process that is gone, and no two do so at once.
struct ControlSocket: Sendable {
    let path: String
    let descriptor: Int32
    let lock: Int32

    private static func lockPath(_ path: String) -> String { path + ".lock" }

    /// Binds a socket at a path from the root.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration` for a path that is too long or a folder that others may enter,
    ///   and with `invalidState` when another process, which is named by its number, listens there.
    init(at path: String) throws {
        let address: NotifyAddress
        do { address = try NotifyAddress(path) } catch { throw ControlFolder.failure("is no path: \(error)", path) }
        guard let folder = ControlFolder.folder(of: path) else {
            throw ControlFolder.failure("is no path of a socket in a folder", path)
        }
        try ControlFolder.prepare(folder)
        lock = try Self.takeLock(Self.lockPath(path))
        self.path = path
        do {
            descriptor = try Self.bound(at: address, path)
        } catch {
            unlink(Self.lockPath(path))
            close(lock)
            throw error
        }
    }

    private static func takeLock(_ path: String) throws -> Int32 {
        while true {
            let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw failure("cannot be opened: \(ControlFolder.reason(errno))", path) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                var bytes = [UInt8](repeating: 0, count: 20)
                let count = max(0, pread(descriptor, &bytes, bytes.count, 0))
                close(descriptor)
                guard code == EWOULDBLOCK else {
                    throw failure("cannot be locked: \(ControlFolder.reason(code))", path)
                }
                // Whoever has just taken it may not have written its number yet.
                let number = Int32(String(decoding: bytes.prefix(count), as: UTF8.self))
                let who = number.map { "process \($0)" } ?? "another process"
                throw failure("is held by \(who), which answers there", path, remedy: "Stop it, or give one of them")
            }
            // The former owner may have removed the file between the two calls: then the lock is on none that is found.
            var (mine, there) = (stat(), stat())
            if fstat(descriptor, &mine) == 0, lstat(path, &there) == 0, mine.st_ino == there.st_ino {
                let number = Array("\(getpid())".utf8)
                guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, number, number.count, 0) == number.count else {
                    let code = errno
                    close(descriptor)
                    throw failure("cannot be written: \(ControlFolder.reason(code))", path)
                }
                return descriptor
            }
            close(descriptor)
        }
    }

    private static func bound(at address: NotifyAddress, _ path: String) throws -> Int32 {
        var found = stat()
        if lstat(path, &found) == 0 {
            guard found.st_mode & S_IFMT == S_IFSOCK else { throw failure("is there already, and no socket", path) }
            // Its lock may have been removed by somebody who tidies up.
            let client = try made(path)
            defer { close(client) }
            let code = address.withPointer { connect(client, $0, $1) == 0 ? 0 : errno }
            if code == 0 || code == EAGAIN {
                throw failure("is answered by another process", path, remedy: "Stop it, or give one of them")
            }
            // A socket of another kind may be in use as well.
            guard code == ECONNREFUSED else {
                throw failure("is a socket of something else: \(ControlFolder.reason(code))", path)
            }
            unlink(path)
        }
        let descriptor = try made(path)
        // Before it has a name: there is no moment at which others may connect.
        let isBound =
            fchmod(descriptor, 0o600) == 0
            && address.withPointer { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 16) == 0
        guard isBound else {
            let code = errno
            close(descriptor)
            throw failure("cannot be bound: \(ControlFolder.reason(code))", path)
        }
        return descriptor
    }

    /// Makes a socket, which waits for nothing, and which no other program inherits.
    private static func made(_ path: String) throws -> Int32 {
        let descriptor = NotifyAddress.openSocket(forStreams: true)
        guard descriptor >= 0 else { throw failure("has no socket: \(ControlFolder.reason(errno))", path) }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return descriptor
    }

    private static func failure(
        _ what: String,
        _ path: String,
        remedy: String = "Mend that, or give ControlModule"
    ) -> HiveError {
        HiveError(.invalidState, "\(path.quoted) \(what). \(remedy) another path by its option `socket`.")
    }

    /// Removes the socket, and then the lock.
    func remove() {
        unlink(path)
        close(descriptor)
        unlink(Self.lockPath(path))
        close(lock)
    }
}

extension ControlFolder {
    /// Makes the folder where it is missing, with mode 0700, and refuses one that others may change or that is a link.
    ///
    /// - Throws: `HiveError` with `invalidConfiguration`, which names the path, what is wrong and what to do.
    static func prepare(_ path: String) throws {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw failure("cannot be made: \(reason(errno))", path) }
        let found: uid_t
        do { found = try owner(of: path) } catch { throw failure(error.description, path) }
        guard found == geteuid() else { throw failure("belongs to user \(found)", path) }
    }

    static func failure(_ what: String, _ path: String) -> HiveError {
        let remedy = "Give ControlModule a path in a folder of your own with mode 0700 by its option `socket`."
        return HiveError(.invalidConfiguration, "\(path.quoted) \(what). \(remedy)")
    }

    static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
