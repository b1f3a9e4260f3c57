// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of the doc comments of HiveConfig and HiveTestKit, where the compiler sees them.

import Hive
import HiveConfig
import HiveTestKit

protocol CatalogService: Sendable {}
struct InMemoryCatalog: CatalogService, HiveService {
    init(_ services: ServiceResolver) throws {}
}
final class CatalogModule: HiveModule {}
actor TradeModule: HiveModule {}

let catalogue = HiveCatalogue(
    modules: [CatalogModule.self, TradeModule.self],
    services: [(any CatalogService).self],
    implementations: [InMemoryCatalog.self]
)

func start() async throws {
    let hive = try Hive(contentsOf: "Config", defaultModules: ["Shop"])
    try await hive.start()
}

func makeFromProcess() throws -> Hive {
    let hive = try Hive(contentsOf: "Config", context: .process(applicationName: "Shop", prefix: "SHOP"))
    return hive
}

func moveTime() {
    let clock = ManualClock()
    let hive = Hive(clock: clock)
    clock.advance(by: .seconds(30))
    print(hive.state)
}

print(catalogue)
moveTime()
