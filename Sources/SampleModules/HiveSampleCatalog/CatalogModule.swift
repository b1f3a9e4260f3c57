// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleCatalogInterface

/// Offers the products that its options list.
public final class CatalogModule: HiveModule {
    /// Everybody needs the catalogue.
    public static let level: ModuleLevel = .basic
    /// The catalogue itself.
    public static let provides: [any Any.Type] = [(any CatalogService).self]
    /// Products, prices and stock.
    public static let optionsType: (any (Decodable & Sendable).Type)? = CatalogOptions.self

    /// Creates the module.
    public init() {}

    /// Registers the catalogue.
    public func setUp(_ context: SetupContext) async throws {
        let options = try context.options(as: CatalogOptions.self)
        try context.services.register((any CatalogService).self) { _ in Catalog(options) }
    }
}
