// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension UInt8 {
    package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
    package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// The value of a hexadecimal digit.
    package var hexadecimalValue: Int? {
        if isASCIIDigit { return Int(self) - 0x30 }
        return (0x61...0x66).contains(self | 0x20) ? Int(self | 0x20) - 0x57 : nil
    }
}

extension StringProtocol {
    /// Whether the text is an identifier of ASCII letters, digits and underscores.
    package var isASCIIIdentifier: Bool {
        guard let first = utf8.first, !first.isASCIIDigit else { return false }
        return utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "_") }
    }
}
