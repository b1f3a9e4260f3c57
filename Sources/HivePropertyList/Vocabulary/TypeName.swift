// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A type's name as a property list may give it: `Module.Type` or `Module.Outer.Inner`.
///
/// Property lists come from anyone, and the Swift runtime parses what it is given as the compiler does, so nothing but
/// plain identifiers ever reaches either.
package struct TypeName {
    package static let maximumByteCount = 256
    package static let maximumComponentCount = 5

    package let components: [Substring]

    /// Takes a name apart; nil for one that is too long or holds anything but ASCII letters, digits, `_` and dots.
    package init?(_ name: String) {
        guard name.utf8.count <= Self.maximumByteCount else { return nil }
        let components = name.split(separator: ".", omittingEmptySubsequences: false)
        guard components.count <= Self.maximumComponentCount, components.allSatisfy(Self.isIdentifier) else {
            return nil
        }
        self.components = components
    }

    private static func isIdentifier(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isASCIIDigit || byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20) && byte < 0x80
        }
    }

    /// Says what keeps a text from being the name of a type.
    package static func fault(of name: String) -> String {
        let (length, depth) = (maximumByteCount, maximumComponentCount)
        return if name.utf8.count > length {
            "is longer than \(length) bytes"
        } else if name.utf8.count(where: { $0 == UInt8(ascii: ".") }) >= depth {
            "has more than \(depth) parts"
        } else {
            "is no name of a type"
        }
    }
}
