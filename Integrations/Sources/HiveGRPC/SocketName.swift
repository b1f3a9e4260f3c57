// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCNIOTransportHTTP2Posix

import enum NIOCore.SocketAddress

/// A host and a port, as somebody has written them.
struct SocketName: Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    let host: String
    let port: Int

    init(host: String, port: UInt16) {
        let isBracketed = host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = Int(port)
    }

    /// Whether the host is an address of version 6: no other has colons.
    var isIPv6: Bool { host.contains(":") }
    /// Whether the host is an address of either version, and no name.
    var isAddress: Bool { (try? NIOCore.SocketAddress(ipAddress: host, port: port)) != nil }

    /// What a client connects to: over TLS, a name counts as one of the certificate's, and an address as an address.
    var target: any ResolvableTarget {
        if isIPv6 { return .ipv6(address: host, port: port) }
        return isAddress ? .ipv4(address: host, port: port) : .dns(host: host, port: port)
    }

    /// For messages: `127.0.0.1:50051`, `[::1]:50051`.
    var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
