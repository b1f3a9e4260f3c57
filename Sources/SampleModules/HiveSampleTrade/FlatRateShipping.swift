// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveSampleCartInterface
public import HiveSampleCatalogInterface
public import HiveSampleTradeInterface

/// The usual shipping: one price, and nothing for large orders.
public final class FlatRateShipping: ShippingService, ServiceImplementation {
    /// Creates the service, which needs no other.
    public init(_ services: ServiceResolver) throws {}

    /// What it costs.
    public func price(of cart: Cart) -> Money {
        cart.total >= Money(cents: 5000) ? .zero : Money(cents: 490)
    }
}
