// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension String {
    /// The text between double quotes, escaped so that it stays on one line and shows what it holds.
    package var quoted: String { "\"\(escaped)\"" }

    /// The text without anything that could end a line, move the cursor or reorder what follows.
    package var escaped: String { unicodeScalars.map(\.escaped).joined() }

    /// The text between double quotes, shortened.
    package func quoted(limit: Int) -> String { shortened(to: limit).quoted }

    /// Returns the text, shortened.
    ///
    /// - Parameter limit: The number of Unicode scalars to keep; three dots stand for the rest.
    /// - Returns: The text.
    package func shortened(to limit: Int) -> String {
        let head = unicodeScalars.prefix(limit)
        return head.endIndex == unicodeScalars.endIndex ? self : String(head) + "…"
    }

    /// The text in lines that can each be shown; those after the first are marked, so that none passes for a line that
    /// somebody else has written.
    package var markedLines: String {
        let lines = parts(at: "\n").map(\.onOneLine)
        return lines.joined(separator: "\n  | ")
    }

    /// The text on one line, without quotes: what could end the line or move the cursor is escaped.
    package var onOneLine: String {
        if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) || unicodeScalars.allSatisfy(\.isPrintable) { return self }
        return unicodeScalars.map { $0.isPrintable ? String($0) : $0.escaped }.joined()
    }
}

extension Unicode.Scalar {
    /// The scalar in a text between double quotes.
    var escaped: String {
        switch self {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where isPrintable: String(self)
        default: inCode
        }
    }

    /// The scalar as its number, as Swift writes it.
    var inCode: String { "\\u{\(String(value, radix: 16, uppercase: true))}" }

    /// Whether a terminal shows the scalar as itself.
    package var isPrintable: Bool {
        if isASCII { return value >= 0x20 && value < 0x7F }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }
}
