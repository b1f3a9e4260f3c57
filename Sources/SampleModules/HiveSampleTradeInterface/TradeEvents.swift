// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveSampleCartInterface
public import HiveSampleCatalogInterface

/// An order was accepted.
public struct OrderPlaced: HiveEvent {
    /// What was sold.
    public let receipt: Receipt

    /// Creates the event.
    public init(receipt: Receipt) {
        self.receipt = receipt
    }
}

/// An order was not accepted.
public struct OrderRejected: HiveEvent {
    /// The order.
    public let order: Order
    /// Why.
    public let reason: Rejection

    /// Creates the event.
    public init(order: Order, reason: Rejection) {
        self.order = order
        self.reason = reason
    }
}

/// Asks every module what it takes off the price of a cart; the customer gets the largest answer.
public struct DiscountAsked: HiveEvent {
    /// What is taken off.
    public typealias Reply = Money

    /// Who buys.
    public let customer: String
    /// What they buy.
    public let cart: Cart

    /// Creates the event.
    public init(customer: String, cart: Cart) {
        self.customer = customer
        self.cart = cart
    }
}
