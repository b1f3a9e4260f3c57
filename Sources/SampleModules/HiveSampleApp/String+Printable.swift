// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension String {
    /// The string in a form that any terminal can be shown: nothing invisible, and not too long.
    package var printable: String { printable(limit: 60) }

    /// The string in a form that any terminal can be shown, with so many characters at most.
    func printable(limit: Int) -> String {
        var text = ""
        for (count, scalar) in unicodeScalars.enumerated() {
            if count == limit { return text + "…" }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
                text += scalar.escaped(asASCII: true)
            default:
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The printable form in quotation marks.
    package var quoted: String { "\"\(printable)\"" }

    /// The string, filled up with spaces behind it.
    func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The string, filled up with spaces before it.
    func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
