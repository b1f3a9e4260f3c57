// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// How many digits the parts of a decimal number have, such as `-12.5e3`, and where it ends.
package struct DecimalParts {
    /// The bytes that one may have, which is far more than say anything.
    package static let longest = 512

    package let whole: Int
    /// Nil without a point.
    package private(set) var fraction: Int?
    /// Nil without an `e`.
    package private(set) var exponent: Int?
    package let end: Int

    package init(of bytes: ArraySlice<UInt8>) {
        var rest = bytes
        func take(_ wanted: String) -> Bool {
            guard let byte = rest.first, wanted.utf8.contains(byte) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Int {
            let count = rest.prefix(while: \.isASCIIDigit).count
            rest.removeFirst(count)
            return count
        }
        _ = take("-+")
        whole = digits()
        if take(".") { fraction = digits() }
        if take("eE") {
            _ = take("-+")
            exponent = digits()
        }
        end = rest.startIndex
    }
}
