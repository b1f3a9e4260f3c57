// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import CatalogInterface
internal import Synchronization

/// The catalogue, in memory.
final class Catalog: CatalogService {
    private let products: [String: Product]
    private let stock: Mutex<[String: Int]>

    init(_ options: CatalogOptions) {
        products = Dictionary(uniqueKeysWithValues: options.products.map { ($0.sku, $0.product) })
        stock = Mutex(Dictionary(uniqueKeysWithValues: options.products.map { ($0.sku, $0.stock) }))
    }

    func product(_ sku: String) throws -> Product {
        guard let product = products[sku] else { throw CatalogError.unknownProduct(sku) }
        return product
    }

    func take(_ quantities: [String: Int]) throws {
        try stock.withLock { stock in
            var rest = stock
            // In a fixed order, so that the same order is always refused for the same reason.
            for (sku, quantity) in quantities.sorted(by: { $0.key < $1.key }) {
                guard let left = rest[sku] else { throw CatalogError.unknownProduct(sku) }
                guard quantity <= left else { throw CatalogError.outOfStock(sku, left: left) }
                rest[sku] = left - quantity
            }
            stock = rest
        }
    }
}
