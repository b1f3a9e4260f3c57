// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import HiveSampleCatalogInterface

/// Turns what a customer wants into what it costs.
public protocol CartService: Sendable {
    /// Checks lines against the shop's limits and adds up what they cost.
    ///
    /// - Throws: ``CartError``, or `CatalogError` for a product that is not sold.
    func checkOut(_ lines: [CartLine]) throws -> Cart
}

/// A product and how many of it a customer wants.
public struct CartLine: Hashable, Sendable {
    /// The product's number.
    public let sku: String
    /// How many.
    public let quantity: Int

    /// Creates a line.
    public init(sku: String, quantity: Int) {
        self.sku = sku
        self.quantity = quantity
    }
}

/// Lines that were checked, with their prices.
public struct Cart: Hashable, Sendable {
    /// A product, how many of it, and what they cost together.
    public struct Item: Hashable, Sendable {
        /// The product.
        public let product: Product
        /// How many.
        public let quantity: Int
        /// What they cost.
        public let amount: Money

        /// Creates an item.
        public init(product: Product, quantity: Int, amount: Money) {
            self.product = product
            self.quantity = quantity
            self.amount = amount
        }
    }

    /// The items, in the order of the lines.
    public let items: [Item]
    /// What they cost together, never more than the shop's limit.
    public let total: Money

    /// Creates a cart.
    public init(items: [Item], total: Money) {
        self.items = items
        self.total = total
    }

    /// How many things are in the cart.
    public var count: Int { items.reduce(0) { $0 + $1.quantity } }
}

/// Why a cart cannot be checked out.
public enum CartError: Error, Hashable, CustomStringConvertible {
    /// There is nothing in it.
    case empty
    /// It has more lines than the shop handles.
    case tooManyLines(limit: Int)
    /// A product is listed twice.
    case repeatedProduct(String)
    /// A quantity of zero or less.
    case quantityNotPositive(String, Int)
    /// More of a product than the shop sells at once.
    case quantityTooLarge(String, limit: Int)
    /// The total is above the shop's limit.
    case totalTooLarge(limit: Money)

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .empty: "nothing is ordered"
        case .tooManyLines(let limit): "more than \(limit) lines"
        case .repeatedProduct(let sku): "\(sku) is listed twice"
        case .quantityNotPositive(let sku, let quantity): "quantity \(quantity) of \(sku)"
        case .quantityTooLarge(let sku, let limit): "more than \(limit) of \(sku)"
        case .totalTooLarge(let limit): "the total is more than \(limit)"
        }
    }
}
