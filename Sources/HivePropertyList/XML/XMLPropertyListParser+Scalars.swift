// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// Reads the content of `<integer>`, `<real>`, `<date>` or `<data>` and the closing tag.
    ///
    /// No complaint shows the content: which values are secret is only known when the file has been read.
    mutating func readScalar(of tag: Tag) throws(PropertyListFault) -> ConfigurationValue {
        guard !tag.isEmpty else {
            let isData = tag.element == .data
            let remedy = isData ? "Write <data></data> for no bytes" : "Write the value, or remove the entry"
            throw fault("<\(tag.element.rawValue)/> holds no value", remedy: remedy, at: tag.offset)
        }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        let content = bytes[start..<position]
        try readClosingTag(of: tag.element, openedAt: tag.offset)
        switch tag.element {
        case .integer: return .integer(try integer(content, tag))
        case .real: return .real(try real(content, tag))
        case .date:
            if let seconds = secondsSinceReferenceDate(content) {
                return .date(secondsSinceReferenceDate: Double(seconds))
            }
            throw unfit(tag, "isn't a date", "Write it in UTC, as in 2001-01-31T23:59:59Z")
        default:
            // Base64 with padding and white space in between.
            if let bytes = Base64.decode(content, skipping: \.isXMLSpace) { return .data(bytes) }
            throw unfit(tag, "isn't Base64", "Encode the bytes with `base64`, padding included")
        }
    }

    private func unfit(_ tag: Tag, _ message: String, _ remedy: String) -> PropertyListFault {
        fault("the content of <\(tag.element.rawValue)> \(message)", remedy: remedy, at: tag.offset)
    }

    /// Reads `-12`, `+12` and `0x1F`, within 64 bits.
    private func integer(_ content: ArraySlice<UInt8>, _ tag: Tag) throws(PropertyListFault) -> Int {
        var digits = content
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
        if isHexadecimal { digits = digits.dropFirst(2) }
        let radix = isHexadecimal ? 16 : 10
        guard !digits.isEmpty, digits.allSatisfy({ ($0.hexadecimalValue ?? radix) < radix }) else {
            throw unfit(tag, "isn't an integer", "Write digits only, without white space")
        }
        let text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
        if let value = Int(text, radix: radix) { return value }
        throw unfit(tag, "doesn't fit in 64 bits", "Write \(Int.min) through \(Int.max)")
    }

    /// Reads `-1.5`, `.5`, `1.` and `1e-3`.
    private func real(_ content: ArraySlice<UInt8>, _ tag: Tag) throws(PropertyListFault) -> Double {
        let parts = DecimalParts(of: content.prefix(DecimalParts.longest))
        guard parts.whole + (parts.fraction ?? 0) > 0, parts.exponent != 0, parts.end == content.endIndex,
            let value = Double(String(decoding: content, as: UTF8.self))
        else { throw unfit(tag, "isn't a finite real number", "Write it as in 1.5 or 2e-3, without white space") }
        guard value.isFinite else { throw .notFinite("\(value)", at: tag.offset) }
        return value
    }
}
