// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension String {
    /// The text as a JSON string, quotation marks included (RFC 8259), with nothing that a terminal would not show as
    /// it is.
    var jsonString: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result += scalar.inJSONString
            }
        }
        return result + "\""
    }

    /// JSON with everything escaped that a terminal would not show as it is, such as marks that reorder what follows.
    ///
    /// Outside its strings, JSON on one line has printable characters only, so every escape stands in a string.
    package var printableJSON: String {
        if unicodeScalars.allSatisfy(\.isPrintable) { return self }
        return unicodeScalars.map(\.inJSONString).joined()
    }
}

extension Unicode.Scalar {
    /// The scalar inside a JSON string, escaped where a terminal would not show it as it is.
    fileprivate var inJSONString: String {
        if isPrintable { return String(self) }
        // Beyond the first plane, two escapes stand for one scalar.
        return String(self).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}
