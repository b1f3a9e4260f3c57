// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the shop sells, and how much of it is left.
public protocol CatalogService: Sendable {
    /// Returns a product.
    ///
    /// - Throws: ``CatalogError/unknownProduct(_:)``.
    func product(_ sku: String) throws -> Product

    /// Takes products out of stock: all of them, or none.
    ///
    /// - Throws: ``CatalogError``, and nothing is taken.
    func take(_ quantities: [String: Int]) throws

    /// Calls a closure once for each product of which fewer than `limit` are left after somebody took some.
    ///
    /// - Parameters:
    ///   - limit: The smallest number that is enough.
    ///   - isTold: The closure; it is called in the task that takes the product, before ``take(_:)`` returns.
    func watchStock(below limit: Int, _ isTold: @escaping @Sendable (any StockItem) -> Void)
}

/// What others see of how the catalogue keeps a product.
public protocol StockItem: Sendable {
    /// The product.
    var product: Product { get }
    /// How many are left.
    var left: Int { get }
}

/// A thing that the shop sells.
public struct Product: Hashable, Sendable {
    /// The number that identifies the product.
    public let sku: String
    /// What people call it.
    public let name: String
    /// What one costs.
    public let price: Money

    /// Creates a product.
    public init(sku: String, name: String, price: Money) {
        self.sku = sku
        self.name = name
        self.price = price
    }
}

/// Why the catalogue cannot serve.
public enum CatalogError: Error, Hashable, CustomStringConvertible {
    /// Nothing is sold under that number.
    case unknownProduct(String)
    /// There is not enough of a product.
    case outOfStock(String, left: Int)

    /// The reason, for a person.
    public var description: String {
        switch self {
        case .unknownProduct(let sku): "unknown product \(sku)"
        case .outOfStock(let sku, let left): "out of stock: \(sku), \(left) left"
        }
    }
}
