// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An amount in cents.
public struct Money: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of cents.
    public let cents: Int

    /// Creates an amount.
    public init(cents: Int) {
        self.cents = cents
    }

    /// No money.
    public static let zero = Money(cents: 0)

    /// Whether the left amount is the smaller one.
    public static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }

    /// The sum; amounts that come from outside are added with ``adding(_:)``.
    public static func + (left: Money, right: Money) -> Money { Money(cents: left.cents + right.cents) }

    /// Adds to an amount.
    public static func += (left: inout Money, right: Money) { left = left + right }

    /// The difference.
    public static func - (left: Money, right: Money) -> Money { Money(cents: left.cents - right.cents) }

    /// The sum, or nil when it does not fit.
    public func adding(_ other: Money) -> Money? {
        let (sum, overflow) = cents.addingReportingOverflow(other.cents)
        return overflow ? nil : Money(cents: sum)
    }

    /// So many times the amount, or nil when it does not fit.
    public func times(_ count: Int) -> Money? {
        let (product, overflow) = cents.multipliedReportingOverflow(by: count)
        return overflow ? nil : Money(cents: product)
    }

    /// A part of the amount, rounded down; for amounts of a checked cart.
    public func percent(_ percent: Int) -> Money { Money(cents: cents * percent / 100) }

    /// The amount with two digits for the cents: `12.05`.
    public var description: String {
        let (units, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(cents < 0 ? "-" : "")\(units).\(rest < 10 ? "0" : "")\(rest)"
    }
}
