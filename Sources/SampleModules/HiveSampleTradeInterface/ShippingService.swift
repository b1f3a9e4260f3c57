// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import HiveSampleCartInterface
public import HiveSampleCatalogInterface

/// Brings orders to customers; `Config/services.plist` says which implementations there are.
public protocol ShippingService: Sendable {
    /// Returns what it costs to ship a cart.
    func price(of cart: Cart) -> Money
}
