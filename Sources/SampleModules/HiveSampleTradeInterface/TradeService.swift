// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import HiveSampleCartInterface
public import HiveSampleCatalogInterface

/// Sells.
public protocol TradeService: Sendable {
    /// Runs an order through the shop: checks it, prices it, takes it out of stock, and tells everybody.
    ///
    /// - Throws: ``Rejection`` when the shop does not accept the order; everything else is a fault of the program.
    func place(_ order: Order) async throws -> Receipt

    /// Says what so many of a product cost before discounts, and takes nothing out of stock.
    ///
    /// - Throws: ``Rejection`` when a cart with nothing else cannot be checked out.
    func quote(_ sku: String, quantity: Int) async throws -> Quote
}

/// What so many of a product cost.
public struct Quote: Hashable, Sendable, Encodable {
    /// The product's number.
    public let sku: String
    /// What people call it.
    public let name: String
    /// How many.
    public let quantity: Int
    /// What they cost together, in cents.
    public let goods: Int
    /// What the usual shipping costs, in cents.
    public let shipping: Int
    /// What a customer without a discount pays, in cents.
    public let total: Int

    /// Creates a quote for an item of a cart.
    public init(_ item: Cart.Item, shipping: Money) {
        sku = item.product.sku
        name = item.product.name
        quantity = item.quantity
        goods = item.amount.cents
        self.shipping = shipping.cents
        total = (item.amount + shipping).cents
    }
}

/// What a customer wants.
public struct Order: Hashable, Sendable {
    /// The number that identifies the order.
    public let id: String
    /// Who wants it.
    public let customer: String
    /// What they want.
    public let lines: [CartLine]
    /// The name of the shipping service; nil for the usual one.
    public let shipping: String?

    /// Creates an order.
    public init(id: String, customer: String, lines: [CartLine], shipping: String? = nil) {
        self.id = id
        self.customer = customer
        self.lines = lines
        self.shipping = shipping
    }
}

/// What was sold, and for how much.
public struct Receipt: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// The order's products with their prices.
    public let cart: Cart
    /// The discount.
    public let discount: Money
    /// What the shipping costs.
    public let shipping: Money

    /// Creates a receipt.
    public init(order: Order, cart: Cart, discount: Money, shipping: Money) {
        self.order = order
        self.cart = cart
        self.discount = discount
        self.shipping = shipping
    }

    /// What the customer pays.
    public var total: Money { cart.total - discount + shipping }
}
