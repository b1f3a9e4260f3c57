// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Catalog

extension Product {
    /// Reads what has come over the wire.
    ///
    /// - Throws: ``CatalogError/wrongAnswer(_:)`` when something is missing, or is not what was asked for. Anything may
    ///   have come: an older version of the program, or another program.
    package init(_ message: Tea_V1_Product, askedFor sku: String) throws(CatalogError) {
        guard message.sku == sku else { throw .wrongAnswer("a product that was not asked for") }
        let length = message.name.utf8.count
        guard (1...200).contains(length) else { throw .wrongAnswer("\(sku) has a name of \(length) bytes") }
        let prices: ClosedRange<Int64> = 0...1_000_000_000
        guard message.hasPrice, prices.contains(message.price) else { throw .wrongAnswer("\(sku) has no price") }
        self.init(sku: sku, name: message.name, price: Int(message.price))
    }

    /// What is sent.
    package var message: Tea_V1_Product {
        .with {
            $0.sku = sku
            $0.name = name
            $0.price = Int64(price)
        }
    }
}
