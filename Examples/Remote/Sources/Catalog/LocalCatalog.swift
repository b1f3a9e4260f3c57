// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Logging

/// The catalogue itself, in the memory of this process.
package actor LocalCatalog: CatalogService {
    private var stock = ["tea": 100, "mug": 3]
    private let products = [
        "tea": Product(sku: "tea", name: "Green tea", price: 690),
        "mug": Product(sku: "mug", name: "Mug", price: 850),
    ]
    private let lookUpTakes: Duration
    private let logger = Logger(label: "catalog")

    /// Creates a catalogue that answers at once.
    package init() { self.init(lookUpTakes: .zero) }

    /// Creates a catalogue that takes its time, as one with a database does.
    package init(lookUpTakes: Duration) { self.lookUpTakes = lookUpTakes }

    package func product(_ sku: String) async throws(CatalogError) -> Product {
        try Product.check(sku: sku)
        if lookUpTakes > .zero { try await takeTime(sku) }
        guard let product = products[sku] else { throw .noProduct(sku: sku) }
        return product
    }

    package func reserve(_ sku: String, quantity: Int) async throws(CatalogError) -> Int {
        try Product.check(sku: sku)
        try Product.check(quantity: quantity)
        guard let left = stock[sku] else { throw .noProduct(sku: sku) }
        guard left >= quantity else { throw .outOfStock(sku: sku, left: left) }
        stock[sku] = left - quantity
        return left - quantity
    }

    private func takeTime(_ sku: String) async throws(CatalogError) {
        // Whoever asks chooses it, and must not write lines of the log, nor move the cursor of its reader.
        let metadata: Logger.Metadata = ["sku": "\(sku.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())"]
        logger.info("looking up", metadata: metadata)
        do {
            try await Task.sleep(for: lookUpTakes)
            logger.info("looked up", metadata: metadata)
        } catch {
            logger.info("look-up was cancelled", metadata: metadata)
            throw .cancelled
        }
    }
}
