// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleCartInterface
internal import HiveSampleCatalogInterface
internal import HiveSampleTradeInterface

/// Checks carts out, within the limits of its options, and grants a discount on large ones.
public final class CartModule: HiveModule {
    /// Prices come from the catalogue, whoever provides it.
    public static let dependencies: [ModuleDependency] = [.service((any CatalogService).self)]
    /// The check-out.
    public static let provides: [any Any.Type] = [(any CartService).self]
    /// The limits.
    public static let optionsType: (any (Decodable & Sendable).Type)? = CartLimits.self

    /// Creates the module.
    public init() {}

    /// Registers the check-out, and answers for the discount.
    public func setUp(_ context: SetupContext) async throws {
        let limits = try context.options(as: CartLimits.self)
        try context.services.register((any CartService).self) { _ in CheckOut(limits) }
        try context.events.subscribe(DiscountAsked.self) { event, _ in
            let isBulk = event.cart.count >= limits.bulkCount
            return isBulk ? event.cart.total.percent(limits.bulkPercent) : .zero
        }
    }
}
