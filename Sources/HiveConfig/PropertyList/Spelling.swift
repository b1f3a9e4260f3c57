// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension String {
    /// Whether a text that may be equal has the same characters too: `é` can be one or two of them.
    func isSpelt(like other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether another text may be equal: of ASCII texts only some, such as those with a `K`, which the Kelvin sign equals.
    var hasSeveralSpellings: Bool {
        utf8.contains { $0 >= 0x80 || $0 == UInt8(ascii: "K") || $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "`") }
    }

    /// The text between double quotes, everything but ASCII in escapes, to tell texts apart that look alike.
    var inEscapes: String {
        var result = ""
        for scalar in unicodeScalars {
            result +=
                scalar.isASCII ? String(scalar).escaped : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }
        return "\"\(result)\""
    }
}
