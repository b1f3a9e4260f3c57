// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension RoutedURL {
    /// Takes a URL apart.
    ///
    /// - It is `scheme://host/component/…?name=value&…`, in printable ASCII; everything else is percent-encoded, as
    ///   UTF-8, with two hexadecimal digits each. What RFC 3986 does not allow to stand for itself is refused.
    /// - The scheme is a letter, then letters, digits, `+`, `-`, `.`; its case does not count.
    /// - A host is letters, digits, `-`, `.` and `_`, at most 253 of them, with no empty part between dots; its case
    ///   does not count. Users, ports, IP literals and encoded hosts are refused; an international host is written as
    ///   `xn--…` and compared as it stands. An empty port, as ModuleProtocolMediator writes it, is understood.
    /// - Components are decoded after they have been split: an encoded slash, `.` and `..`, encoded or not, empty
    ///   components and control characters are refused. One slash at the end counts for nothing.
    /// - Items are split at `&` only, and each has a name, a `=` and a value, which may be empty; empty items, equal
    ///   names and control characters in names are refused, and so is NUL in a value. `+` is a plus, `;` a semicolon.
    /// - A fragment is read, and refused by every form but BeeHive's.
    /// - Decoding happens once: `%252e` is the text `%2e`.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/malformedURL`` or ``HiveErrorCode/limitExceeded``.
    /// - Complexity: O(n) in the length of the URL, of which at most ``URLLimits/bytes`` is looked at.
    public init(_ text: String, limits: URLLimits = URLLimits()) throws {
        guard text.utf8.count <= limits.bytes else {
            throw HiveError(.limitExceeded, "The URL has \(text.utf8.count) bytes, and \(limits.bytes) are allowed.")
        }
        self.init()
        var parser = URLParser(bytes: Array(text.utf8), limits: limits)
        try parser.parse(into: &self)
        description = text
    }
}

/// Reads the bytes of one URL, each once.
private struct URLParser {
    let bytes: [UInt8]
    let limits: URLLimits
    var position = 0

    func malformed(_ text: String, at place: Int? = nil) -> HiveError {
        HiveError(.malformedURL, "The URL is malformed at byte \(place ?? position): \(text).")
    }

    mutating func parse(into url: inout RoutedURL) throws {
        for (place, byte) in bytes.enumerated() where !byte.isAllowedInURL {
            throw malformed("this byte has to be percent-encoded", at: place)
        }
        url.scheme = try scheme()
        try authority(into: &url)
        url.path = try path()
        if take(UInt8(ascii: "?")) { url.items = try query() }
        if take(UInt8(ascii: "#")) {
            let end = end { $0 == UInt8(ascii: "#") }
            if end < bytes.count { throw malformed("there is a second #", at: end) }
            url.fragment = try decode(position..<end, allowsControls: false)
            position = end
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    /// The place of the first of some bytes from here on, or the end.
    private func end(where stops: (UInt8) -> Bool) -> Int { bytes[position...].firstIndex(where: stops) ?? bytes.count }

    private mutating func scheme() throws -> String {
        let end = end { $0 == UInt8(ascii: ":") }
        guard end > 0, bytes[0].isASCIILetter, bytes[..<end].allSatisfy(\.isAllowedInScheme) else {
            throw malformed("it does not begin with a scheme")
        }
        guard end + 2 < bytes.count, bytes[end + 1] == UInt8(ascii: "/"), bytes[end + 2] == UInt8(ascii: "/") else {
            throw malformed("the scheme is not followed by ://", at: end)
        }
        position = end + 3
        return String(decoding: bytes[..<end], as: UTF8.self).lowercasedASCII
    }

    private mutating func authority(into url: inout RoutedURL) throws {
        let end = end { $0.endsComponent }
        var host = bytes[position..<end]
        if host.last == UInt8(ascii: ":") {
            url.hasEmptyPort = true
            host = host.dropLast()
        }
        for (place, byte) in zip(host.indices, host) where !byte.isAllowedInHost {
            throw malformed("a host has letters, digits, -, . and _, and no user and no port", at: place)
        }
        guard host.count <= 253 else { throw malformed("a host has at most 253 bytes") }
        url.host = String(decoding: host, as: UTF8.self)
        if !host.isEmpty, url.host.parts(at: ".").contains("") { throw malformed("a part of the host is empty") }
        if host.isEmpty, url.hasEmptyPort { throw malformed("there is a port and no host") }
        position = end
    }

    private mutating func path() throws -> [String] {
        var components: [String] = []
        while take(UInt8(ascii: "/")) {
            let end = end { $0.endsComponent }
            if end == position {
                let isLast = end == bytes.count || bytes[end] != UInt8(ascii: "/")
                guard isLast else { throw malformed("a component of the path is empty") }
                break
            }
            let component = try decode(position..<end, allowsControls: false)
            if component == "." || component == ".." { throw malformed("\(component) leads elsewhere") }
            if component.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
                throw malformed("a component of the path has an encoded slash")
            }
            guard components.count < limits.components else {
                throw HiveError(.limitExceeded, "The URL has more than \(limits.components) components.")
            }
            components.append(component)
            position = end
        }
        return components
    }

    private mutating func query() throws -> [RoutedURL.Item] {
        var items: [RoutedURL.Item] = []
        if position == bytes.count || bytes[position] == UInt8(ascii: "#") { return items }
        repeat {
            let end = end { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }
            let split = self.end { $0 == UInt8(ascii: "=") }
            guard split < end, split > position else { throw malformed("an item of the query is no name=value") }
            let name = try decode(position..<split, allowsControls: false)
            let text = try decode(split + 1..<end, allowsControls: true)
            guard !items.contains(where: { $0.name.isSpelt(name) }) else {
                throw malformed("the item \(name.shown) is there twice")
            }
            guard items.count < limits.items else {
                throw HiveError(.limitExceeded, "The URL's query has more than \(limits.items) items.")
            }
            items.append(RoutedURL.Item(name: name, text: text))
            position = end
        } while take(UInt8(ascii: "&"))
        return items
    }

    private func decode(_ range: Range<Int>, allowsControls: Bool) throws -> String {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var place = range.lowerBound
        while place < range.upperBound {
            var byte = bytes[place]
            if byte == UInt8(ascii: "%") {
                guard place + 2 < range.upperBound, let high = bytes[place + 1].hexadecimalValue,
                    let low = bytes[place + 2].hexadecimalValue
                else { throw malformed("a percent sign is not followed by two digits", at: place) }
                byte = UInt8(high << 4 | low)
                if byte == 0 || !allowsControls && (byte < 0x20 || byte == 0x7F) {
                    throw malformed("a control character is encoded", at: place)
                }
                place += 2
            }
            decoded.append(byte)
            place += 1
        }
        guard decoded.count <= limits.valueBytes else {
            throw HiveError(.limitExceeded, "A part of the URL has more than \(limits.valueBytes) bytes.")
        }
        guard let text = String(validating: decoded, as: UTF8.self) else {
            throw malformed("what is encoded is no UTF-8", at: range.lowerBound)
        }
        return text
    }
}

extension UInt8 {
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    private var isASCIILetterOrDigit: Bool { isASCIILetter || isASCIIDigit }
    fileprivate var isAllowedInScheme: Bool { isASCIILetterOrDigit || [0x2B, 0x2D, 0x2E].contains(self) }
    fileprivate var isAllowedInHost: Bool { isASCIILetterOrDigit || [0x2D, 0x2E, 0x5F].contains(self) }

    /// Whether the host, or a component of the path, ends before the byte: `/`, `?` or `#`.
    fileprivate var endsComponent: Bool { [0x23, 0x2F, 0x3F].contains(self) }

    /// Whether RFC 3986 lets the byte stand somewhere in a URL; brackets are left out, for they mean IP literals only.
    fileprivate var isAllowedInURL: Bool {
        switch self {
        case 0x00...0x20, 0x22, 0x3C, 0x3E, 0x5B...0x5E, 0x60, 0x7B...0x7D, 0x7F...0xFF: false
        default: true
        }
    }
}

extension String {
    /// The text in small letters, as hosts and schemes are compared; it is ASCII.
    var lowercasedASCII: String {
        utf8.contains { $0.lowercased != $0 } ? String(decoding: utf8.map(\.lowercased), as: UTF8.self) : self
    }

    /// Whether the text may be a URL's scheme.
    var isScheme: Bool { utf8.first?.isASCIILetter == true && utf8.allSatisfy(\.isAllowedInScheme) }
    /// Whether the text may be a URL's host.
    var isHost: Bool {
        !isEmpty && utf8.count <= 253 && utf8.allSatisfy(\.isAllowedInHost)
            && !parts(at: ".").contains("")
    }
}
