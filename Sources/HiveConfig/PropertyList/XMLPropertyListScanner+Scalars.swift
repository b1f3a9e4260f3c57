// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension XMLPropertyListScanner {
    /// Reads the content of `<integer>`, `<real>`, `<date>` or `<data>` and the closing tag.
    ///
    /// No complaint shows the content: which values are secret is only known when the file has been read.
    mutating func checkScalar(_ tag: Tag) throws(PropertyListFault) {
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
        let complaint: (message: String, remedy: String)? =
            switch tag.element {
            case .integer: Self.complaintAboutInteger(content)
            case .real: Self.complaintAboutReal(content)
            case .date: Self.complaintAboutDate(content)
            default: Self.complaintAboutData(content)
            }
        guard let complaint else { return }
        throw PropertyListFault(complaint.message, remedy: complaint.remedy, offset: tag.offset)
    }

    /// Accepts `-12`, `+12` and `0x1F`, within 64 bits.
    private static func complaintAboutInteger(_ content: ArraySlice<UInt8>) -> (message: String, remedy: String)? {
        var digits = content
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let isHexadecimal = digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58])
        if isHexadecimal { digits.removeFirst(2) }
        let radix = isHexadecimal ? 16 : 10
        guard !digits.isEmpty, digits.allSatisfy({ ($0.hexadecimalValue ?? radix) < radix }) else {
            return ("the content of <integer> isn't an integer", "Write digits only, without white space")
        }
        var value = 0
        for digit in digits {
            let (product, overflowed) = value.multipliedReportingOverflow(by: radix)
            let step = (digit.hexadecimalValue ?? 0) * (isNegative ? -1 : 1)
            let (sum, overflowedAgain) = product.addingReportingOverflow(step)
            guard !overflowed, !overflowedAgain else {
                return ("the content of <integer> doesn't fit in 64 bits", "Write \(Int.min) through \(Int.max)")
            }
            value = sum
        }
        return nil
    }

    /// Accepts `-1.5`, `.5`, `1.` and `1e-3`.
    private static func complaintAboutReal(_ content: ArraySlice<UInt8>) -> (message: String, remedy: String)? {
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
        if isWellFormed, rest.isEmpty, content.count <= 512 { return nil }
        return ("the content of <real> isn't a finite real number", "Write it as in 1.5 or 2e-3, without white space")
    }

    /// Accepts `2001-01-01T00:00:00Z`, a day that exists.
    private static func complaintAboutDate(_ content: ArraySlice<UInt8>) -> (message: String, remedy: String)? {
        let pattern = "dddd-dd-ddTdd:dd:ddZ".utf8
        let fits =
            content.count == pattern.count
            && zip(content, pattern).allSatisfy { byte, expected in
                expected == UInt8(ascii: "d") ? byte.isASCIIDigit : byte == expected
            }
        let numbers = content.split { !$0.isASCIIDigit }.map { $0.reduce(0) { $0 &* 10 &+ (Int($1) - 0x30) } }
        if fits, numbers.count == 6, (1...12).contains(numbers[1]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 60,
            numbers[0] > 0, (1...dayCount(year: numbers[0], month: numbers[1])).contains(numbers[2])
        {
            return nil
        }
        return ("the content of <date> isn't a date", "Write it in UTC, as in 2001-01-31T23:59:59Z")
    }

    private static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Accepts Base64 with padding and white space in between.
    private static func complaintAboutData(_ content: ArraySlice<UInt8>) -> (message: String, remedy: String)? {
        var digits = 0
        var padding = 0
        var lastPadding = content.startIndex
        for (offset, byte) in zip(content.indices, content) where !byte.isXMLSpace {
            if byte == UInt8(ascii: "=") {
                guard padding == 0 || lastPadding == offset - 1 else { return malformedData }
                padding += 1
                lastPadding = offset
            } else {
                guard padding == 0, byte.isBase64Digit else { return malformedData }
                digits += 1
            }
        }
        return padding <= 2 && (digits + padding).isMultiple(of: 4) ? nil : malformedData
    }

    private static let malformedData = (
        message: "the content of <data> isn't Base64", remedy: "Encode the bytes with `base64`, padding included"
    )
}

extension UInt8 {
    fileprivate var isBase64Digit: Bool {
        isASCIIDigit || (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "+") || self == UInt8(ascii: "/")
    }
}
