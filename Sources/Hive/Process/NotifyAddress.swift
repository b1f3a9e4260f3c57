// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HivePlatform

/// Where a supervisor reads: a path, or an abstract name, which Linux keeps beside the file system.
package struct NotifyAddress: Sendable {
    /// Why a name is none, or why a message was not sent.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    package let name: String
    /// As the system wants it: an abstract name begins with a zero byte, a path ends with one.
    private let path: [UInt8]

    /// Checks a name, such as one from the environment.
    package init(_ name: String) throws(Failure) {
        self.name = name
        let isAbstract = name.begins(with: "@")
        guard isAbstract || name.begins(with: "/") else {
            let text = "\(name.quoted) is neither a path from the root nor an abstract name, which begins with @"
            throw Failure(description: text)
        }
        path = isAbstract ? [0] + name.utf8.dropFirst() : name.utf8 + [0]
        guard path.count <= Self.capacity, name.utf8.count > 1 else {
            let text = "\(name.quoted) has \(name.utf8.count) bytes; a socket's name has 2 to \(Self.capacity - 1)"
            throw Failure(description: text)
        }
    }

    /// Calls a closure with the address as the system's calls take it.
    package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        // An abstract name ends with its last byte.
        let length = (MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + path.count
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
        }
    }

    /// Opens a socket for such an address, for streams or for datagrams; -1, and `errno` says why, where there is none.
    ///
    /// No other program inherits it. It is marked from the first on, where that can be had: one that another thread
    /// starts meanwhile would have it as well, and one that listens would seem to be answered as long as that runs.
    package static func openSocket(forStreams isForStreams: Bool) -> Int32 {
        let kind = isForStreams ? SOCK_STREAM : SOCK_DGRAM
        #if canImport(Glibc)
        return socket(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #elseif canImport(Musl)
        return socket(AF_UNIX, kind | SOCK_CLOEXEC, 0)
        #else
        let descriptor = socket(AF_UNIX, kind, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
        #endif
    }

    private static var capacity: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) }
}
