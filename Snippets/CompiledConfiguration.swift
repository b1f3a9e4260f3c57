// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Property lists that were built into the program. HiveConfigPlugin writes the first two extensions in a target that
// uses it, as Tests/Fixtures/Clients does; here they are written by hand.

import Hive
import HiveConfig

extension CompiledConfiguration {
    static let compiled = CompiledConfiguration(folder: "Config", files: [], catalogue: .compiled)
}

extension HiveCatalogue {
    static let compiled = HiveCatalogue(modules: [:], services: [:], implementations: [:])
}

protocol CatalogService: Sendable {}
struct InMemoryCatalog: CatalogService, ServiceImplementation {
    init(_ services: ServiceResolver) throws {}
}
struct FileCatalog: CatalogService {
    init() throws {}
}
actor TradeModule: HiveModule {
    static let manifest = ModuleManifest()
}

let catalogue = HiveCatalogue(
    modules: ["TradeModule": TradeModule.self],
    services: ["CatalogService": (any CatalogService).self],
    implementations: ["MemoryCatalog": InMemoryCatalog.self]
)

let plain = HiveCatalogue(
    modules: [:],
    services: ["CatalogService": (any CatalogService).self],
    implementations: ["FileCatalog": ServiceFactory(FileCatalog.self) { _ in try FileCatalog() }]
)

// The classes of a services.plist that the compiler reads.
protocol StockService: Sendable {}
protocol PriceService: Sendable {}

final class MemoryPrices: PriceService {
    init() {}
}

actor MeanPrices: PriceService {
    private let stock: any StockService

    init(resolver: ServiceResolver) throws {
        stock = try resolver.service((any StockService).self)
    }
}

func startCompiled() async throws {
    let options = HiveOptions(context: .process(name: "Shop", prefix: "SHOP"))
    let hive = try Hive(.compiled, options: options)
    try await hive.start()
}

func makeFromTheMachine() throws -> Hive {
    let hive = try Hive(contentsOf: "/etc/shop", catalogue: .compiled)
    return hive
}

print(catalogue.modules, plain.implementations)
// Without files, this says which are missing.
for problem in HiveConfiguration(.compiled, environment: .production).problems { print(problem) }
