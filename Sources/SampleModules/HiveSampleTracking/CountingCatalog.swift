// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveSampleCatalogInterface
internal import Synchronization

/// A catalogue that counts how often each of its products is looked up.
struct CountingCatalog: CatalogService {
    private let catalog: any CatalogService
    private let views: ViewCounter

    init(_ catalog: any CatalogService, _ views: ViewCounter) {
        self.catalog = catalog
        self.views = views
    }

    func product(_ sku: String) throws -> Product {
        let product = try catalog.product(sku)
        views.count(sku)
        return product
    }

    func take(_ quantities: [String: Int]) throws {
        try catalog.take(quantities)
    }

    func watchStock(below limit: Int, _ isTold: @escaping @Sendable (any StockItem) -> Void) {
        catalog.watchStock(below: limit, isTold)
    }
}

/// Counts from wherever it is called.
final class ViewCounter: Sendable {
    private let state = Mutex<[String: Int]>([:])

    var counts: [String: Int] { state.withLock { $0 } }

    func count(_ sku: String) {
        state.withLock { $0[sku, default: 0] += 1 }
    }
}
