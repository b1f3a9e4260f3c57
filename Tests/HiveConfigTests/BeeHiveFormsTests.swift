// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig
@testable import HivePropertyList

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// C42
@Suite(.timeLimit(.minutes(5)))
struct BeeHiveFormsTests {
    private struct ModulesFile: Encodable {
        struct Entry: Encodable {
            var moduleClass: String
            var moduleLevel: String
            var modulePriority: String
        }
        var moduleClasses = [
            Entry(moduleClass: "ShopModule", moduleLevel: "1", modulePriority: "-5"),
            Entry(moduleClass: "HomeModule", moduleLevel: "0", modulePriority: "7"),
        ]
    }

    private func encoded(_ value: some Encodable, _ format: PropertyListDecoder.PropertyListFormat) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return Array(try encoder.encode(value))
    }

    @Test func numbersThatAreNoneAreErrors() async throws {
        let read = try await configuration(
            modules: modules(["moduleClass": "HomeModule", "moduleLevel": "basik", "modulePriority": "1.5"])
        )
        #expect(
            read.errors == [
                """
                invalidValue moduleClasses[0].moduleLevel: Expected an integer, "basic" or "normal", found the string \
                "basik".
                """,
                "invalidValue moduleClasses[0].modulePriority: Expected an integer, found the string \"1.5\".",
            ]
        )
        #expect(read.problems[0].remedy == "Did you mean \"basic\"?")
    }

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func arraysLoadUnchanged(format: PropertyListDecoder.PropertyListFormat) async throws {
        let services = [["service": "PriceService", "impl": "MemoryPrices"]]
        let files = [
            "modules.plist": try encoded(ModulesFile(), format), "services.plist": try encoded(services, format),
        ]
        let hive = try await withFiles(files) {
            try Hive(contentsOf: $0, defaultModules: ["HiveConfigTests"], options: HiveOptions(clock: ManualClock()))
        }
        #expect(hive.verify().errors == [])
        #expect(hive.modules.descriptors.map(\.name) == ["HomeModule", "ShopModule"])
        #expect(hive.modules.descriptors.map(\.priority) == [7, -5])
        #expect(hive.modules.descriptors.map(\.level) == [.basic, .normal])
    }

    @Test(arguments: [PropertyListDecoder.PropertyListFormat.xml, .binary])
    func olderServiceFormLoadsUnchanged(format: PropertyListDecoder.PropertyListFormat) async throws {
        let files = [
            "modules.plist": xml(plist(modules())),
            "services.plist": try encoded(["PriceService": "MemoryPrices", "StockService": "Warehouse"], format),
        ]
        let hive = try await withFiles(files) {
            try Hive(contentsOf: $0, defaultModules: ["HiveConfigTests"], options: HiveOptions(clock: ManualClock()))
        }
        try await hive.start()
        #expect(try hive.services.service((any PriceService).self).price() == 3)
        #expect(try hive.services.service((any StockService).self).stock() == 7)
        try await hive.stop()
    }
}
