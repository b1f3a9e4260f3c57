// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples on link-time records, where the compiler sees them; the program runs the hive.

import Hive
import HiveConfig

protocol RateService: Sendable { func rate(of currency: String) -> Double }
final class FixedRates: RateService, ServiceImplementation {
    init(_ services: ServiceResolver) {}
    func rate(of currency: String) -> Double { 1 }
}

#if objectFormat(ELF)

final class StockModule: HiveModule {
    static let manifest = ModuleManifest()
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(StockModule.self) })
}

@section("hive_records") @used private let fixedRates: HiveRecord = (
    1, 16, { $0.service((any RateService).self, FixedRates.self, name: "fixed") { $0 } }
)

#endif

final class LedgerModule: HiveModule {
    static let manifest = ModuleManifest()
    #if objectFormat(ELF)
    @section("hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(LedgerModule.self) })
    #else
    @section("__DATA,hive_records") @used static let record: HiveRecord = (1, 16, { $0.module(LedgerModule.self) })
    #endif
}

func makeFromRecordsAndFiles() throws -> Hive {
    let hive = try Hive(contentsOf: "Config", records: .linked())
    return hive
}

func howNamesWereFound(_ configuration: HiveConfiguration) {
    for resolution in configuration.resolutions { print(resolution) }
}

func run() async throws {
    let hive = Hive(.linked())
    try await hive.start()
    print(hive.modules.running)
    try await hive.stop()
}

try await run()
