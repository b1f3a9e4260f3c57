// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import GRPCCore

/// How long the caller of a call waits, as the protocol writes it: at most eight digits and a unit.
struct CallTimeout {
    /// The units in nanoseconds, from the shortest.
    private static let units: [(letter: UInt8, nanoseconds: Int64)] = [
        (UInt8(ascii: "n"), 1),
        (UInt8(ascii: "u"), 1_000),
        (UInt8(ascii: "m"), 1_000_000),
        (UInt8(ascii: "S"), 1_000_000_000),
        (UInt8(ascii: "M"), 60_000_000_000),
        (UInt8(ascii: "H"), 3_600_000_000_000),
    ]

    private let amount: Int64
    private let unit: Int

    /// Reads a timeout; nil where it is none.
    init?(_ text: String) {
        let digits = text.utf8.dropLast()
        guard 1...8 ~= digits.count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let amount = Int64(text.dropLast()),
            let unit = Self.units.firstIndex(where: { $0.letter == text.utf8.last })
        else { return nil }
        (self.amount, self.unit) = (amount, unit)
    }

    /// The timeout of a call; nil where it has none.
    init?(_ metadata: Metadata) {
        guard let text = metadata[stringValues: Self.key].first(where: { _ in true }) else { return nil }
        self.init(text)
    }

    static let key = "grpc-timeout"

    /// At most 11,400 years.
    var duration: Duration { .nanoseconds(Self.units[unit].nanoseconds) * amount }

    /// The same with seven digits at most, rounded up to the next unit; the longest is 9,999,999 hours.
    ///
    /// Up to version 2.4.3 at least, grpc-swift-2 ignores a timeout of eight digits.
    var sevenDigits: String {
        var (amount, unit) = (amount, unit)
        while amount > 9_999_999, unit < Self.units.count - 1 {
            let ratio = Self.units[unit + 1].nanoseconds / Self.units[unit].nanoseconds
            (amount, unit) = ((amount + ratio - 1) / ratio, unit + 1)
        }
        return "\(min(amount, 9_999_999))\(Character(Unicode.Scalar(Self.units[unit].letter)))"
    }
}
