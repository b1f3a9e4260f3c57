// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveSampleCartInterface
public import HiveSampleCatalogInterface
public import HiveSampleTradeInterface

/// Fast shipping: the usual price, and more for each thing.
public final class ExpressShipping: ShippingService, ServiceImplementation {
    private let standard: any ShippingService

    /// Creates the service from the usual one.
    public init(_ services: ServiceResolver) throws {
        standard = try services.service((any ShippingService).self)
    }

    /// What it costs.
    public func price(of cart: Cart) -> Money {
        standard.price(of: cart) + Money(cents: 600 + 50 * cart.count)
    }
}
