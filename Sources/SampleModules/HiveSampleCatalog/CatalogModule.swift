// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
internal import HiveSampleCatalogInterface

/// Offers the products that its options list.
public final class CatalogModule: HiveModule {
    /// What the module is.
    public static let manifest = ModuleManifest(
        // Everybody needs the catalogue.
        level: .basic,
        // The catalogue itself.
        provides: [(any CatalogService).self]
    )

    /// Creates the module.
    public init() {}

    /// Registers the catalogue.
    public func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        try context.services.register((any CatalogService).self) { _ in Catalog(options) }
    }
}
