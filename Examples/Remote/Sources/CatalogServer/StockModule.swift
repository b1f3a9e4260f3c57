// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import Hive
import Logging

/// Has the catalogue.
final class StockModule: HiveModule {
    struct Options: ModuleOptions {
        /// How long the database takes to be opened; beyond 0 to try what becomes of a start that takes its time.
        var openTakes = Duration.zero
        /// How long a look-up takes.
        var lookUpTakes = Duration.zero
    }
    static let manifest = ModuleManifest(provides: [(any CatalogService).self])

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        Logger(label: "catalog").info("opening the stock")
        try await Task.sleep(for: options.openTakes)
        let catalog = LocalCatalog(lookUpTakes: options.lookUpTakes)
        try context.services.register((any CatalogService).self, instance: catalog)
    }
}
