// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The guide "Finding races in your modules" says what happens; its samples stand in `Snippets/`.
@Suite(.enabled(if: Exploration.isSupported)) struct GuideTests {
    @Test func theRaceIsFoundByTheSeedThatTheGuideNames() async throws {
        let runs = try await exploredRuns(Array(1...2_000)) {
            let hive = Hive()
            try hive.modules.register(Before.StockModule.self)
            try await hive.start()
            let stock = try hive.services.service(Before.Stock.self)
            async let first = stock.sell()
            async let second = {
                for _ in 1...5 { await Task.yield() }
                return await stock.sell()
            }()
            #expect(await [first, second].count { $0 } == 1)
            try await hive.stop()
        }
        let failure = try #require(runs.failure)
        #expect(failure.reason == .recordedIssues)
        let seed = try #require(failure.seed)
        // Tests/ExplorationTests/GuideTests.swift, from the root of the package.
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let path = "\(root)/Sources/HiveTestKit/HiveTestKit.docc/Guides/finding-races.md"
        let guide = String(decoding: try #require(FileManager.default.contents(atPath: path)), as: UTF8.self)
        #expect(guide.contains("Seed \(seed): Issues were recorded"), "\(failure)")
        #expect(guide.contains("HIVE_SEED=\(seed) swift test --filter theLastBoxIsSoldOnce"))
    }
}
