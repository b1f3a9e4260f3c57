// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension String {
    /// The text as a JSON string, quotation marks included (RFC 8259), with nothing that a terminal would not show as
    /// it is.
    var jsonString: String { "\"\(unicodeScalars.map(\.inJSONString).joined())\"" }
}

extension ConfigurationValue {
    /// The value as JSON on one line, its keys in order: a date as seconds since the first instant of 2001, data as
    /// numbers.
    package var json: String {
        switch self {
        case .string(let text): return text.jsonString
        case .integer(let number): return "\(number)"
        case .real(let number), .date(let number):
            // JSON has no number for what is infinite.
            if !number.isFinite { return "\"\(number)\"" }
            return "\(number)".ends(with: ".0") ? "\(number)".head(before: ".") : "\(number)"
        case .boolean(let flag): return "\(flag)"
        case .data(let bytes): return "[\(bytes.map { "\($0)" }.joined(separator: ","))]"
        case .array(let elements): return "[\(elements.map(\.json).joined(separator: ","))]"
        case .dictionary(let entries):
            let sorted = entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return "{\(sorted.map { "\($0.jsonString):\($1.json)" }.joined(separator: ","))}"
        }
    }
}

extension Unicode.Scalar {
    /// The scalar inside a JSON string, escaped where a terminal would not show it as it is.
    fileprivate var inJSONString: String {
        switch self {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where isPrintable: String(self)
        // Beyond the first plane, two escapes stand for one scalar.
        default: String(self).utf16.map { "\\u" + String($0, radix: 16).rightAligned(in: 4, behind: "0") }.joined()
        }
    }
}
