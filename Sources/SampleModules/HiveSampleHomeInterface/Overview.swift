// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import HiveSampleCatalogInterface

/// What was sold, to whom, and for how much.
public struct Overview: Hashable, Sendable {
    /// How many, and for how much.
    public struct Sum: Hashable, Sendable {
        /// How many things or orders.
        public var count = 0
        /// For how much.
        public var amount = Money.zero

        /// Creates a sum of nothing.
        public init() {}

        /// Counts something.
        public mutating func add(_ count: Int, for amount: Money) {
            self.count += count
            self.amount += amount
        }
    }

    /// Things sold, by the product's number, before discounts.
    public var products: [String: Sum] = [:]
    /// Orders, by the customer's name: what they pay.
    public var customers: [String: Sum] = [:]
    /// All things sold.
    public var goods = Sum()
    /// All discounts.
    public var discounts = Sum()
    /// All shipping.
    public var shipping = Sum()
    /// All orders that were accepted: what customers pay.
    public var accepted = Sum()
    /// How many orders were rejected.
    public var rejected = 0

    /// Creates an overview of nothing.
    public init() {}
}
