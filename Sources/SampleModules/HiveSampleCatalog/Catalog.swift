// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCatalogInterface
internal import Synchronization

/// The catalogue, in memory.
final class Catalog: CatalogService {
    private struct Shelf: StockItem {
        let product: Product
        let left: Int
    }

    private struct Watcher: Sendable {
        let limit: Int
        let isTold: @Sendable (any StockItem) -> Void
    }

    private let products: [String: Product]
    private let stock: Mutex<[String: Int]>
    private let watchers = Mutex<[Watcher]>([])

    init(_ options: CatalogModule.Options) {
        products = Dictionary(uniqueKeysWithValues: options.products.map { ($0.sku, $0.product) })
        stock = Mutex(Dictionary(uniqueKeysWithValues: options.products.map { ($0.sku, $0.stock) }))
    }

    func product(_ sku: String) throws -> Product {
        guard let product = products[sku] else { throw CatalogError.unknownProduct(sku) }
        return product
    }

    func take(_ quantities: [String: Int]) throws {
        let (before, after) = try stock.withLock { stock in
            let before = stock
            // In a fixed order, so that the same order is always refused for the same reason.
            for (sku, quantity) in quantities.sorted(by: { $0.key < $1.key }) {
                guard let left = before[sku] else { throw CatalogError.unknownProduct(sku) }
                guard quantity <= left else { throw CatalogError.outOfStock(sku, left: left) }
            }
            for (sku, quantity) in quantities { stock[sku, default: 0] -= quantity }
            return (before, stock)
        }
        // Closures are called without a lock, because they may take products themselves.
        for watcher in watchers.withLock({ $0 }) {
            for sku in quantities.keys.sorted() {
                guard let product = products[sku], let left = after[sku], let former = before[sku] else { continue }
                if former >= watcher.limit, left < watcher.limit { watcher.isTold(Shelf(product: product, left: left)) }
            }
        }
    }

    func watchStock(below limit: Int, _ isTold: @escaping @Sendable (any StockItem) -> Void) {
        watchers.withLock { $0.append(Watcher(limit: limit, isTold: isTold)) }
    }
}
