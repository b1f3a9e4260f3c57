// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension Duration {
    /// The duration in nanoseconds, rounded towards zero; one that does not fit is the largest or smallest that does.
    package var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// The duration with three decimals, in the unit that suits its size: `1.250 s`, `0.000 µs`.
    package var brief: String {
        let nanoseconds = nanoseconds
        switch nanoseconds.magnitude {
        case 1_000_000_000...: return "\((nanoseconds / 1_000_000).thousandths) s"
        case 1_000_000...: return "\((nanoseconds / 1000).thousandths) ms"
        default: return "\(nanoseconds.thousandths) µs"
        }
    }
}

extension Int64 {
    /// A thousandth of the number, with three decimals.
    package var thousandths: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 1000)
        let digits = "\(rest)"
        let zeros = String(repeating: "0", count: 3 - digits.count)
        return "\(self < 0 ? "-" : "")\(whole).\(zeros)\(digits)"
    }
}
