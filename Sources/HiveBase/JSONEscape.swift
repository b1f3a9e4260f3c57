// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An escape in a text of JSON: `\n`, `\u00E9`, or the two of `\uD83D\uDC1D`, which stand for one character.
package enum JSONEscape {
    case scalar(Unicode.Scalar, byteCount: Int)
    /// One of two that would have to stand together.
    case half
    case unknown

    /// Reads what begins with the backslash at a place.
    package init(in bytes: [UInt8], at start: Int) {
        func unit(at place: Int) -> UInt16? {
            let digits = bytes[min(place, bytes.count)...].prefix(6)
            guard digits.count == 6, digits.starts(with: [0x5C, 0x75]) else { return nil }
            return digits.dropFirst(2).reduce(0) { unit, digit in
                guard let unit, let value = digit.hexadecimalValue else { return nil }
                return unit << 4 | UInt16(value)
            }
        }
        let simple: Unicode.Scalar? =
            switch start + 1 < bytes.count ? bytes[start + 1] : 0 {
            case UInt8(ascii: "\""): "\""
            case UInt8(ascii: "\\"): "\\"
            case UInt8(ascii: "/"): "/"
            case UInt8(ascii: "b"): "\u{8}"
            case UInt8(ascii: "f"): "\u{C}"
            case UInt8(ascii: "n"): "\n"
            case UInt8(ascii: "r"): "\r"
            case UInt8(ascii: "t"): "\t"
            default: nil
            }
        if let simple {
            self = .scalar(simple, byteCount: 2)
        } else if let first = unit(at: start) {
            let second = unit(at: start + 6)
            if let scalar = Unicode.Scalar(first) {
                self = .scalar(scalar, byteCount: 6)
            } else if UTF16.isLeadSurrogate(first), let second, UTF16.isTrailSurrogate(second) {
                self = .scalar(UTF16.decode(UTF16.EncodedScalar([first, second])), byteCount: 12)
            } else {
                self = .half
            }
        } else {
            self = .unknown
        }
    }
}
