// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the shop sells, and how much of it is left, wherever that is kept.
package protocol CatalogService: Sendable {
    /// Returns a product.
    ///
    /// - Throws: ``CatalogError/noProduct(sku:)``, or what comes of the way there.
    func product(_ sku: String) async throws(CatalogError) -> Product

    /// Takes some of a product away for a customer, and returns how many are left.
    ///
    /// - Throws: ``CatalogError/noProduct(sku:)``, ``CatalogError/outOfStock(sku:left:)``, or what comes of the way
    ///   there. After ``CatalogError/unavailable(_:)``, ``CatalogError/deadlineExceeded`` and
    ///   ``CatalogError/cancelled`` nobody knows whether it was done.
    func reserve(_ sku: String, quantity: Int) async throws(CatalogError) -> Int
}

package struct Product: Codable, Equatable, Sendable {
    package let sku: String
    package let name: String
    /// In cents.
    package let price: Int

    package init(sku: String, name: String, price: Int) {
        self.sku = sku
        self.name = name
        self.price = price
    }

    /// Throws ``CatalogError/invalid(_:)`` for what is no product's number.
    package static func check(sku: String) throws(CatalogError) {
        guard (1...32).contains(sku.utf8.count) else { throw .invalid("a product's number has 1 to 32 bytes") }
    }

    /// Throws ``CatalogError/invalid(_:)`` for more than anybody may have at once, or less than one.
    package static func check(quantity: Int) throws(CatalogError) {
        guard (1...1000).contains(quantity) else { throw .invalid("a quantity is from 1 to 1000, not \(quantity)") }
    }
}

/// Why a call has no result, in this process and across the wire.
package enum CatalogError: Error, Equatable, Sendable {
    // What the catalogue says.
    case noProduct(sku: String)
    case outOfStock(sku: String, left: Int)
    /// The caller asks for what cannot be.
    case invalid(String)

    // What comes of the way there.
    /// The catalogue cannot be reached, or was lost while it worked.
    case unavailable(String)
    /// It took too long.
    case deadlineExceeded
    /// The caller no longer waits.
    case cancelled
    /// The catalogue answered, but what came is no answer to trust.
    case wrongAnswer(String)
}

extension CatalogError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noProduct(let sku): "there is no product \(sku)"
        case .outOfStock(let sku, let left): "of \(sku) only \(left) are left"
        case .invalid(let reason): reason
        case .unavailable(let reason): "the catalogue is not available: \(reason)"
        case .deadlineExceeded: "the catalogue took too long"
        case .cancelled: "the call was cancelled"
        case .wrongAnswer(let reason): "the catalogue gave a wrong answer: \(reason)"
        }
    }
}
