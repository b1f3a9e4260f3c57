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

/// What keeps the server from serving, and why.
struct ServerError: Error, CustomStringConvertible {
    let description: String

    /// Creates an error with the system's reason.
    init(_ text: String) {
        description = "\(text): \(String(cString: strerror(errno)))"
    }
}

/// A socket on which clients arrive; nobody is accepted before somebody asks for a client.
struct Listener {
    /// What became of an attempt to accept a client.
    enum Arrival {
        case client(Int32)
        /// Nobody waits.
        case nobody
        /// The client has gone already.
        case gone
        /// The system has no room for another one.
        case failed(ServerError)
    }

    let descriptor: Int32
    /// Whether the socket was there before the process, and takes in clients for the next one as well.
    let isInherited: Bool

    /// Uses a socket that was handed over.
    init(inherited descriptor: Int32) {
        self.descriptor = descriptor
        isInherited = true
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }

    /// Listens on a port of this machine, which nobody outside of it reaches.
    ///
    /// - Throws: ``ServerError``, for instance when the port is in use.
    init(port: Int) throws(ServerError) {
        descriptor = socket(AF_INET, Self.stream, 0)
        isInherited = false
        guard descriptor >= 0 else { throw ServerError("port \(port) cannot be listened on") }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, 128) == 0 else {
            let error = ServerError("port \(port) cannot be listened on")
            close()
            throw error
        }
    }

    /// The port; 0 for a socket of another kind.
    var port: Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isFound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
        }
        return isFound && address.sin_family == sa_family_t(AF_INET) ? Int(UInt16(bigEndian: address.sin_port)) : 0
    }

    /// Accepts a client, if one waits.
    func accept() -> Arrival {
        let client = systemAccept(descriptor)
        if client >= 0 {
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            _ = fcntl(client, F_SETFL, O_NONBLOCK)
            return .client(client)
        }
        switch errno {
        case EAGAIN, EWOULDBLOCK: return .nobody
        case EMFILE, ENFILE, ENOBUFS, ENOMEM, EBADF, EINVAL: return .failed(ServerError("no client can be accepted"))
        default: return .gone
        }
    }

    func close() { systemClose(descriptor) }

    private static var stream: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }
}

// The system's functions, under names that the type's own do not hide.

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }

private func systemClose(_ descriptor: Int32) { close(descriptor) }
