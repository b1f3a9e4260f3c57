// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface

/// The check-out; Hive makes it and so wires its catalogue.
final class CheckOut: CartService {
    private let catalog = Autowired<any CatalogService>()
    private let limits: CartModule.Options

    init(_ limits: CartModule.Options) {
        self.limits = limits
    }

    func checkOut(_ lines: [CartLine]) throws -> Cart {
        guard !lines.isEmpty else { throw CartError.empty }
        guard lines.count <= limits.maximumLines else { throw CartError.tooManyLines(limit: limits.maximumLines) }
        let catalog = try catalog.get()
        let limit = Money(cents: limits.maximumTotal)
        var items: [Cart.Item] = []
        var total = Money.zero
        var seen: Set<String> = []
        for line in lines {
            try check(line, &seen)
            let product = try catalog.product(line.sku)
            guard let amount = product.price.times(line.quantity), let sum = total.adding(amount), sum <= limit else {
                throw CartError.totalTooLarge(limit: limit)
            }
            items.append(Cart.Item(product: product, quantity: line.quantity, amount: amount))
            total = sum
        }
        return Cart(items: items, total: total)
    }

    private func check(_ line: CartLine, _ seen: inout Set<String>) throws {
        guard line.quantity > 0 else { throw CartError.quantityNotPositive(line.sku, line.quantity) }
        guard line.quantity <= limits.maximumQuantity else {
            throw CartError.quantityTooLarge(line.sku, limit: limits.maximumQuantity)
        }
        guard seen.insert(line.sku).inserted else { throw CartError.repeatedProduct(line.sku) }
    }
}
