// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePlatform
import Synchronization

extension HookContext where Self: ServiceLookup {
    /// Returns the socket of a name that the process was started with; nil when there is none, so that the module opens
    /// one.
    ///
    /// ```swift
    /// let listener = try context.inheritedSocket(named: "web") ?? listen(on: 8080)
    /// ```
    ///
    /// The descriptor is a duplicate that belongs to the caller, which closes it when the module ends, and is not
    /// passed on to programs that the process starts. The socket itself stays open for as long as the process: whoever
    /// connects meanwhile waits for the module that takes it next, after a reload, or in the process that is started
    /// next. So close the descriptor, and do not call `shutdown` on it, which would end the socket for everybody.
    /// Whether it blocks is a property of the socket, and the same for all who have it.
    ///
    /// The same module gets a further duplicate from each call. Another module of the hive gets it when the first is
    /// gone (C59).
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when another module holds it, when several have that
    ///   name, when what was handed over is no socket or no longer open, and when the process has no descriptor left;
    ///   ``HiveErrorCode/stopped`` when the module is gone.
    public func inheritedSocket(named name: String) throws -> Int32? {
        let found = scope.hive.context.inheritedSockets.filter { $0.name == name }
        guard found.count > 1 else { return try inheritedSockets(named: name).first }
        let text = "\(found.count) sockets that the process was started with are named \(name.quoted(limit: 80))"
        throw HiveError(.invalidState, "\(text). Use inheritedSockets(named:), which returns all of them.")
    }

    /// Returns all sockets of a name that the process was started with, in their order; see
    /// ``inheritedSocket(named:)``.
    ///
    /// systemd gives one name to all sockets of a unit, such as those for IPv4 and IPv6.
    ///
    /// - Throws: What that method throws; then nothing is taken.
    public func inheritedSockets(named name: String) throws -> [Int32] {
        try scope.checkAlive()
        let found = scope.hive.context.inheritedSockets.filter { $0.name == name }
        return try scope.hive.heldSockets.take(found, for: scope.runtime)
    }
}

/// Which module of a hive has taken which of the sockets that the process was started with.
final class HeldSockets: Sendable {
    private struct Holder {
        let name: String
        let id: ObjectIdentifier?
        /// The module; those of the hive itself hold for good.
        weak var runtime: ModuleRuntime?
    }

    private let holders = Mutex<[Int32: Holder]>([:])

    /// Duplicates sockets for a module, all or none.
    fileprivate func take(_ sockets: [InheritedSocket], for runtime: ModuleRuntime?) throws -> [Int32] {
        let id = runtime.map { ObjectIdentifier($0) }
        let holder = Holder(name: runtime?.name ?? "the hive itself", id: id, runtime: runtime)
        // Let go of without the lock: what a module was made with belongs to users.
        var others: [ModuleRuntime] = []
        defer { withExtendedLifetime(others) {} }
        return try holders.withLock { holders in
            for socket in sockets {
                guard let other = holders[socket.descriptor], other.id != id else { continue }
                if other.id != nil {
                    guard let runtime = other.runtime else { continue }
                    others.append(runtime)
                    if runtime.hasEnded { continue }
                }
                let text = "\(socket.text) belongs to \(other.name) already"
                throw HiveError(.invalidState, "\(text). Give each module a socket of its own name.")
            }
            var copies: [Int32] = []
            do {
                for socket in sockets { copies.append(try socket.duplicate()) }
            } catch {
                for copy in copies { close(copy) }
                throw error
            }
            for socket in sockets { holders[socket.descriptor] = holder }
            return copies
        }
    }
}

extension InheritedSocket {
    /// Whether a descriptor is an open socket.
    static func isSocket(_ descriptor: Int32) -> Bool {
        var (kind, length) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0
    }

    fileprivate var text: String {
        "The socket \(name.quoted(limit: 80)), descriptor \(descriptor), that the process was started with"
    }

    fileprivate func duplicate() throws -> Int32 {
        guard Self.isSocket(descriptor) else {
            let reason = errno == EBADF ? "is not open any longer" : "is no socket"
            throw HiveError(.invalidState, "\(text) \(reason). Look at what starts the process.")
        }
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard copy >= 0 else {
            throw HiveError(.invalidState, "\(text) cannot be used: \(String(cString: strerror(errno))).")
        }
        return copy
    }
}
