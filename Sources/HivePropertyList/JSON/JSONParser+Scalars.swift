// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

// No complaint shows what was read: which values are secret is only known when the file has been read.

extension JSONParser {
    /// Reads a text in double quotes.
    mutating func readString() throws(PropertyListFault) -> String {
        let opening = position
        position += 1
        var unescaped: [UInt8] = []
        var runStart = position
        while true {
            while position < bytes.count, !bytes[position].interruptsJSONText { position += 1 }
            guard position < bytes.count else { throw unclosed(opening) }
            let run = bytes[runStart..<position]
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return String(decoding: unescaped.isEmpty ? run : unescaped[...] + run, as: UTF8.self)
            case UInt8(ascii: "\\"):
                unescaped += run
                unescaped += UTF8.encode(try readEscape(opening)) ?? UTF8.encodedReplacementCharacter
                runStart = position
            case 0x0A, 0x0D: throw unclosed(opening)
            default:
                let remedy = "Write it as an escape, such as \\t or \\u001F"
                throw fault("a text has a control character in it", remedy: remedy)
            }
        }
    }

    private func unclosed(_ opening: Int) -> PropertyListFault {
        let remedy = "Close it with a double quote; a line break in it is \\n"
        return fault("the text has no end on its line", remedy: remedy, at: opening)
    }

    private mutating func readEscape(_ opening: Int) throws(PropertyListFault) -> Unicode.Scalar {
        switch JSONEscape(in: bytes, at: position) {
        case .scalar("\0", _):
            let remedy = "Leave it out; XML and the system know no such text"
            throw fault("a text has the character U+0000 in it", remedy: remedy)
        case .scalar(let scalar, let byteCount):
            position += byteCount
            return scalar
        case .half:
            let remedy = "Write both halves, as in \\uD83D\\uDC1D, or the character itself"
            throw fault("the escape is half of a pair", remedy: remedy)
        case .unknown where position + 1 == bytes.count: throw unclosed(opening)
        case .unknown:
            let remedy = "Write \\\\ for the character itself, or one of \\\" \\/ \\b \\f \\n \\r \\t \\u00E9"
            throw fault("the `\\` begins no escape", remedy: remedy)
        }
    }

    /// Reads `-12`, within 64 bits, or `-1.5e3`, which is finite.
    mutating func readNumber() throws(PropertyListFault) -> ConfigurationValue {
        let start = position
        let parts = DecimalParts(of: bytes[start...])
        position = parts.end
        let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
        let isWholeWellFormed = parts.whole == 1 || parts.whole > 1 && bytes[first] != UInt8(ascii: "0")
        let goesOn = position < bytes.count && (bytes[position].isPartOfWord || bytes[position] == UInt8(ascii: "."))
        guard isWholeWellFormed, parts.fraction != 0, parts.exponent != 0, !goesOn else {
            let remedy = "Write it as in -12, 0.5 or 2e-3, or as a text in double quotes"
            throw fault("this is no number of JSON", remedy: remedy, at: start)
        }
        let text = String(decoding: bytes[start..<position].prefix(DecimalParts.longest + 1), as: UTF8.self)
        if parts.fraction == nil, parts.exponent == nil {
            if let value = Int(text) { return .integer(value) }
            let remedy = "Write \(Int.min) through \(Int.max)"
            throw fault("the integer doesn't fit in 64 bits", remedy: remedy, at: start)
        }
        guard text.utf8.count <= DecimalParts.longest, let value = Double(text), value.isFinite else {
            throw .notFinite("the number", at: start)
        }
        return .real(value)
    }
}

extension UInt8 {
    /// Whether text can't simply go on with this byte.
    fileprivate var interruptsJSONText: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
