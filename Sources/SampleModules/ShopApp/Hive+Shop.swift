// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
internal import HiveConfig
internal import ShopCart
internal import ShopCatalog
internal import ShopHome
internal import ShopTracking
internal import ShopTrade
internal import TradeInterface

extension Hive {
    /// What the property lists may name.
    private static let catalogue = HiveCatalogue(
        modules: [CatalogModule.self, CartModule.self, TradeModule.self, TrackingModule.self, HomeModule.self],
        services: [(any ShippingService).self, (any TradeService).self],
        implementations: [FlatRateShipping.self, ExpressShipping.self]
    )

    /// Makes the shop's hive from a folder of property lists; `SHOP_ENVIRONMENT` says where it runs.
    package static func shop(config: String, journal: BootJournal) throws -> Hive {
        try Hive(
            contentsOf: config,
            catalogue: catalogue,
            context: .process(applicationName: "Shop", prefix: "SHOP", arguments: []),
            observers: [journal]
        )
    }
}
