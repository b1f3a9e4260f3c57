// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveRouting
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
public import HiveSampleHomeInterface
internal import HiveSampleTradeInterface

/// The shop's front page, which runs on the main actor, as user interfaces do.
@MainActor
public final class HomeModule: HiveModule, HomeService {
    /// The front page.
    public nonisolated static let manifest = ModuleManifest(provides: [(any HomeService).self])

    /// What was sold so far.
    public private(set) var overview = Overview()

    /// Creates the module.
    public init() {}

    /// Registers the front page, and follows the trade.
    public func setUp(_ context: SetupContext) async throws {
        try context.services.register((any HomeService).self, instance: self)
        try context.events.subscribe(OrderPlaced.self) { event, _ in await self.add(event.receipt) }
        try context.events.subscribe(OrderRejected.self) { _, _ in await self.addRejection() }
        // shop://today/sales/rejected shows both, one after the other.
        try context.routes.chain("shop://today") { today in
            today.component("sales", access: .remote) { @concurrent in await self.sales() }
            today.component("rejected", access: .remote) { @concurrent in await self.rejected() }
        }
    }

    private func sales() -> String { "\(overview.accepted.count) orders, \(overview.accepted.amount)" }
    private func rejected() -> String { "\(overview.rejected) orders rejected" }

    private func add(_ receipt: Receipt) {
        for item in receipt.cart.items {
            overview.products[item.product.sku, default: .init()].add(item.quantity, for: item.amount)
        }
        overview.customers[receipt.order.customer, default: .init()].add(1, for: receipt.total)
        overview.goods.add(receipt.cart.count, for: receipt.cart.total)
        if receipt.discount > .zero { overview.discounts.add(1, for: receipt.discount) }
        if receipt.shipping > .zero { overview.shipping.add(1, for: receipt.shipping) }
        overview.accepted.add(1, for: receipt.total)
    }

    private func addRejection() { overview.rejected += 1 }
}
