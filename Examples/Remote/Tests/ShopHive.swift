// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Catalog
import CatalogClient
import Hive
import HiveConfig

/// The shop in this process, by its own property lists, for a test that calls the catalogue itself.
///
/// - Parameters:
///   - environment: `remote`, or nothing.
///   - variables: What else the environment has.
///   - body: The test.
/// - Returns: What the test returns.
/// - Throws: What the test throws, or the hive.
func withShop<Result>(
    _ environment: String,
    _ variables: [String: String] = [:],
    _ body: (any CatalogService, Hive) async throws -> Result
) async throws -> Result {
    // Without a word of the test, the deadline is later than any test ends.
    let variables = ["SHOP_ENVIRONMENT": environment, "SHOP_CATALOG_DEADLINE": "600"].merging(variables) { $1 }
    let catalogue = HiveCatalogue(
        modules: ["CatalogModule": CatalogModule.self, "WebModule": WebModule.self],
        services: ["CatalogService": (any CatalogService).self],
        implementations: [
            "LocalCatalog": ServiceFactory(LocalCatalog.self) { _ in LocalCatalog() },
            "RemoteCatalog": ServiceFactory(RemoteCatalog.self) { try RemoteCatalog(resolver: $0) },
        ]
    )
    let options = HiveOptions(
        context: .process(name: "Shop", prefix: "SHOP", arguments: [], variables: variables),
        only: [.named("CatalogModule")]
    )
    let folder = packageFolder.appending(path: "Config").path()
    let hive = try Hive(contentsOf: folder, catalogue: catalogue, options: options)
    try await hive.start()
    do {
        let result = try await body(try hive.services.service((any CatalogService).self), hive)
        try await hive.stop()
        return result
    } catch {
        try? await hive.stop()
        throw error
    }
}

/// Stands for the shop's own, which takes no part.
final class WebModule: HiveModule {
    static let manifest = ModuleManifest()

    init() {}
}
