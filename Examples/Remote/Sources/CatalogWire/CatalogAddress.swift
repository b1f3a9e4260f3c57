// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where a catalogue is: a host, and its port.
package struct CatalogAddress: Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    package let host: String
    package let port: UInt16

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - host: A name or an address; one of version 6 may stand in brackets, as in a URL.
    ///   - port: The port.
    package init(host: String, port: UInt16) {
        let isBracketed = host.utf8.first == UInt8(ascii: "[") && host.utf8.last == UInt8(ascii: "]")
        self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
        self.port = port
    }

    /// Whether the host is an address of version 6: no other has colons.
    package var isIPv6: Bool { host.contains(":") }

    /// For messages: `127.0.0.1:9090`, `[::1]:9090`.
    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
