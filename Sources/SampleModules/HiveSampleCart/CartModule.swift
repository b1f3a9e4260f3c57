// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
internal import HiveSampleTradeInterface

/// Checks carts out, within the limits of its options, and grants a discount on large ones.
public final class CartModule: HiveModule {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // Prices come from the catalogue, whoever provides it.
        needs: [.service((any CatalogService).self)],
        // The check-out.
        provides: [(any CartService).self]
    )

    /// Creates the module.
    public init() {}

    /// Registers the check-out, and answers for the discount.
    public func setUp(_ context: SetupContext) async throws {
        let limits: Options = try context.options()
        try context.services.register((any CartService).self) { _ in CheckOut(limits) }
        try context.events.subscribe(DiscountAsked.self) { event, _ in
            let isBulk = event.cart.count >= limits.bulkCount
            return isBulk ? event.cart.total.percent(limits.bulkPercent) : .zero
        }
    }
}
