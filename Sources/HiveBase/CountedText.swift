// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Int {
    /// The number with what it counts: `1 thing is`, `2 things are`.
    ///
    /// - Parameters:
    ///   - one: What follows the number one.
    ///   - many: What follows every other number; the first form and an s when nil.
    /// - Returns: The number, a space, and the form that fits.
    package func counted(_ one: String, _ many: String? = nil) -> String {
        "\(self) \(self == 1 ? one : many ?? one + "s")"
    }
}
