// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension String {
    /// The text with spaces behind it, so that it has at least so many characters.
    package func leftAligned(in width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    /// The text with something before it, so that it has at least so many characters.
    package func rightAligned(in width: Int, behind filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, width - count)) + self
    }
}
