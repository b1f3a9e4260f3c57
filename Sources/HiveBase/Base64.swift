// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns bytes as text, padding included.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 0x3F] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the bytes that a text stands for, or nil for one that is no Base64 with its padding.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isSkipped: Whether a byte may stand anywhere outside of the padding and counts for nothing.
    /// - Returns: The bytes, or nil.
    package static func decode(
        _ text: some Collection<UInt8>,
        skipping isSkipped: (UInt8) -> Bool = { _ in false }
    ) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var (bits, digitCount) = (0, 0)
        var (padding, isPaddingOver) = (0, false)
        for byte in text {
            if isSkipped(byte) {
                isPaddingOver = padding > 0
                continue
            }
            if byte == UInt8(ascii: "=") {
                if isPaddingOver { return nil }
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            digitCount += 1
            // Each digit but the first of four completes a byte, and of the next one it has 4, 2 or no bits.
            let place = digitCount % 4
            if place != 1 { bytes.append(UInt8(truncatingIfNeeded: bits >> ((8 - 2 * place) % 8))) }
        }
        return padding <= 2 && (digitCount + padding).isMultiple(of: 4) ? bytes : nil
    }

    private static func value(of digit: UInt8) -> Int? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(digit) - 0x41
        case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(digit) - 0x61 + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
