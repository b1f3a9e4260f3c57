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

/// Every input that the fuzz target of URLs keeps (Tests/Fuzz), replayed without a fuzzer.
@Suite(.timeLimit(.minutes(5)))
struct RemoteURLCorpusTests {
    private static let folder =
        String(#filePath.dropLast("HiveRoutingTests/Remote/RemoteURLCorpusTests.swift".count)) + "Fuzz/Corpus/RemoteURL"

    // T4, C60: whatever the bytes are, nothing unmarked is reached, and the outsider learns the kind only.
    @Test func everyInputKeepsTheInvariants() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        try #require(names.count > 20)
        let doors = try await RemoteURLInvariants.makeDoors(clock: ManualClock())
        for name in names {
            let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)"))
            do {
                try await RemoteURLInvariants.check(Array(bytes), in: doors)
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
        try await doors.stop()
    }

    // C60: the same for every hostile URL that is known, and for those that lead to something local.
    @Test func everyAttackKeepsTheInvariants() async throws {
        let doors = try await RemoteURLInvariants.makeDoors(clock: ManualClock())
        for url in Attack.all.map(\.url) + OutsiderTests.urls + OutsiderTests.secrets {
            do {
                try await RemoteURLInvariants.check(Array(url.utf8), in: doors)
            } catch {
                Issue.record("\(url): \(error)")
            }
        }
        try await doors.stop()
    }
}
