// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

extension XMLPropertyListParser {
    /// Why a text is no value of its kind; neither part shows the text.
    private struct Complaint: Error {
        let message: String
        let remedy: String
    }

    /// Reads the content of `<integer>`, `<real>`, `<date>` or `<data>` and the closing tag.
    ///
    /// No complaint shows the content: which values are secret is only known when the file has been read.
    mutating func readScalar(of tag: Tag) throws(PropertyListFault) -> ConfigurationValue {
        guard !tag.isEmpty else {
            throw PropertyListFault(
                "<\(tag.element.rawValue)/> holds no value",
                remedy: tag.element == .data
                    ? "Write <data></data> for no bytes" : "Write the value, or remove the entry",
                offset: tag.offset
            )
        }
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
        let content = bytes[start..<position]
        try readClosingTag(of: tag.element, openedAt: tag.offset)
        do {
            switch tag.element {
            case .integer: return .integer(try Self.integer(content))
            case .real: return .real(try Self.real(content))
            case .date: return .date(secondsSinceReferenceDate: Double(try Self.seconds(content)))
            default: return .data(try Self.data(content))
            }
        } catch {
            throw PropertyListFault(error.message, remedy: error.remedy, offset: tag.offset)
        }
    }

    /// Reads `-12`, `+12` and `0x1F`, within 64 bits.
    private static func integer(_ content: ArraySlice<UInt8>) throws(Complaint) -> Int {
        var digits = content
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let isHexadecimal =
            digits.first == UInt8(ascii: "0") && digits.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
        if isHexadecimal { digits = digits.dropFirst(2) }
        let radix = isHexadecimal ? 16 : 10
        guard !digits.isEmpty, digits.allSatisfy({ ($0.hexadecimalValue ?? radix) < radix }) else {
            throw Complaint(
                message: "the content of <integer> isn't an integer",
                remedy: "Write digits only, without white space"
            )
        }
        var value = 0
        for digit in digits {
            let (product, overflowed) = value.multipliedReportingOverflow(by: radix)
            let step = (digit.hexadecimalValue ?? 0) * (isNegative ? -1 : 1)
            let (sum, overflowedAgain) = product.addingReportingOverflow(step)
            guard !overflowed, !overflowedAgain else {
                throw Complaint(
                    message: "the content of <integer> doesn't fit in 64 bits",
                    remedy: "Write \(Int.min) through \(Int.max)"
                )
            }
            value = sum
        }
        return value
    }

    /// Reads `-1.5`, `.5`, `1.` and `1e-3`.
    private static func real(_ content: ArraySlice<UInt8>) throws(Complaint) -> Double {
        var rest = content.prefix(512)
        func dropDigits() -> Int {
            let count = rest.prefix(while: \.isASCIIDigit).count
            rest.removeFirst(count)
            return count
        }
        func dropSign() {
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
        }
        dropSign()
        var digits = dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += dropDigits()
        }
        var isWellFormed = digits > 0
        if rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            rest.removeFirst()
            dropSign()
            isWellFormed = isWellFormed && dropDigits() > 0
        }
        guard isWellFormed, rest.isEmpty, content.count <= 512,
            let value = Double(String(decoding: content, as: UTF8.self))
        else {
            throw Complaint(
                message: "the content of <real> isn't a finite real number",
                remedy: "Write it as in 1.5 or 2e-3, without white space"
            )
        }
        guard value.isFinite else {
            throw Complaint(message: "\(value) isn't a finite number", remedy: "Correct the value")
        }
        return value
    }

    /// Reads `2001-01-01T00:00:00Z`, a day that exists, as seconds since then.
    private static func seconds(_ content: ArraySlice<UInt8>) throws(Complaint) -> Int {
        if let seconds = secondsSinceReferenceDate(content) { return seconds }
        throw Complaint(
            message: "the content of <date> isn't a date",
            remedy: "Write it in UTC, as in 2001-01-31T23:59:59Z"
        )
    }

    /// Reads Base64 with padding and white space in between.
    private static func data(_ content: ArraySlice<UInt8>) throws(Complaint) -> [UInt8] {
        if let bytes = Base64.decode(content, skipping: \.isXMLSpace) { return bytes }
        throw Complaint(
            message: "the content of <data> isn't Base64",
            remedy: "Encode the bytes with `base64`, padding included"
        )
    }
}
