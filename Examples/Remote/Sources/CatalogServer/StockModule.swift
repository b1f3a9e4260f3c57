// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import Hive

/// Has the catalogue.
final class StockModule: HiveModule {
    struct Options: ModuleOptions {
        var lookUpTakes = Duration.zero
    }
    static let optionsType: (any (Decodable & Sendable).Type)? = Options.self
    static let provides: [any Any.Type] = [(any CatalogService).self]

    func setUp(_ context: SetupContext) async throws {
        let options: Options = try context.options()
        let catalog = LocalCatalog(lookUpTakes: options.lookUpTakes)
        try context.services.register((any CatalogService).self, instance: catalog)
    }
}
