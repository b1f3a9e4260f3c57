// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HiveRouting

/// What is called: directly, by name, and by URL.
package protocol PriceService: Sendable {
    /// The price of so many of a thing: the length of its name for each.
    func price(_ sku: String, quantity: Int) async -> Int
}

private struct FlatPrices: PriceService {
    @inline(never)
    func price(_ sku: String, quantity: Int) async -> Int { sku.utf8.count &* quantity }
}

/// Returns prices behind a call that the compiler cannot see through.
@inline(never)
package func flatPrices() -> any PriceService { FlatPrices() }

/// A module with an action, an exported method and a route, each of which asks the service for a price.
package final class PriceModule: HiveModule {
    package static let manifest = ModuleManifest()

    package init() {}

    package func setUp(_ context: SetupContext) async throws {
        let prices = flatPrices()
        try context.services.register((any PriceService).self) { _ in flatPrices() }
        try context.actions.target("Prices") { target in
            target.action("price", "sku", "quantity", access: .remote) { (sku: String, quantity: Int) in
                await prices.price(sku, quantity: quantity)
            }
        }
        try context.actions.export((any PriceService).self) { service in
            service.method("price", "sku", "quantity", access: .remote) { await $0.price($1, quantity: $2) }
        }
        try context.routes.accept("shop")
        try context.routes.bind("shop://catalog/:sku", "sku", "quantity", access: .remote) {
            (sku: String, quantity: Int) in
            await prices.price(sku, quantity: quantity)
        }
    }
}
