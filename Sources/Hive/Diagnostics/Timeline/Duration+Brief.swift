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

    /// The duration for a sentence, with as many decimals of ``brief`` as say something: `30 s`, `30.002 s`, `0 s`.
    package var short: String {
        if nanoseconds == 0 { return "0 s" }
        let text = brief
        let unit = text.unicodeScalars.lastIndex(of: " ") ?? text.endIndex
        var number = text[..<unit]
        while number.last == "0" { number.removeLast() }
        if number.last == "." { number.removeLast() }
        return "\(number)\(text[unit...])"
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
