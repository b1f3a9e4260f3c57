// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@testable import HiveConfig

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder beside this file.
private let fixtures = String(#filePath.dropLast("MistakesTests.swift".count)) + "Fixtures/"

@Suite(.timeLimit(.minutes(5)))
struct MistakesTests {
    private let catalogue = HiveCatalogue(
        modules: [
            ShopModule.self, CartModule.self, HomeModule.self, Twins.TwinModule.self, OtherTwins.TwinModule.self,
        ],
        services: [(any PriceService).self, (any StockService).self],
        implementations: [MemoryPrices.self, OtherPrices.self, OwnPrices.self, Warehouse.self]
    )

    // C43
    @Test func everythingWrongIsReportedAtOnce() throws {
        let error = #expect(throws: HiveError.self) {
            try Hive(
                contentsOf: fixtures + "Mistakes",
                catalogue: catalogue,
                options: HiveOptions(clock: ManualClock())
            )
        }
        let report = try #require(error).report.replacing(fixtures, with: "")
        let expected = try String(contentsOfFile: fixtures + "Mistakes/report.txt", encoding: .utf8)
        #expect(report + "\n" == expected)
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.exitCode == 78)
    }

    // C44 C45
    @Test func filesThatCannotBeReadAreReportedAtOnce() throws {
        let names = [
            "absent", "directory", "empty", "malformed", "truncated", "duplicates", "encoding", "text", "array",
        ]
        let read = HiveConfiguration(
            modules: names.map { "\(fixtures)Broken/\($0).plist" },
            services: ["\(fixtures)Broken/number.plist"]
        )
        let error = #expect(throws: HiveError.self) { try Hive(read, options: HiveOptions(clock: ManualClock())) }
        let report = try #require(error).report.replacing(fixtures, with: "")
        let expected = try String(contentsOfFile: fixtures + "Broken/report.txt", encoding: .utf8)
        #expect(report + "\n" == expected)
    }
}
