// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the shop sells.
package struct Product: Equatable, Sendable {
    package let sku: String
    package let name: String
    package let price: Money
}

/// An amount of money.
package struct Money: Equatable, Sendable, CustomStringConvertible {
    package let cents: Int

    package init(cents: Int) { self.cents = cents }

    /// Takes a price that was written down; nil for one that nobody can have asked for.
    init?(written cents: Int) {
        guard 0...Int(UInt32.max) ~= cents else { return nil }
        self.cents = cents
    }

    /// Reads 6.90 or 7; nil for anything else.
    init?(_ text: String) {
        let parts = text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false).map { Substring($0) }
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            parts.count == 1 || parts.count == 2 && parts[1].count == 2,
            let cents = Int(parts.count == 2 ? parts.joined() : text + "00")
        else { return nil }
        self.cents = cents
    }

    package var description: String {
        let rest = cents % 100
        return "\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
