// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive

extension String {
    /// The text in quotes, shortened, and with characters escaped that could mislead the reader of a terminal or a log.
    var shown: String {
        let head = String(unicodeScalars.prefix(80))
        let rest = head.unicodeScalars.endIndex < unicodeScalars.endIndex ? "…" : ""
        return ConfigurationValue.string(head).description + rest
    }
}

extension ConfigurationValue {
    /// The value as an error names it.
    var shown: String {
        switch self {
        case .string(let text): "the text \(text.shown)"
        case .integer, .real, .boolean: "\(self)"
        case .date, .data, .array, .dictionary: kindName
        }
    }
}
