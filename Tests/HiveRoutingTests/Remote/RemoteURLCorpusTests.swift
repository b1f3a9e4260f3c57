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

    // T4: whatever the bytes are, nothing unmarked is reached, and the outsider learns the kind only.
    @Test func everyInputKeepsTheInvariants() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        try #require(names.count > 20)
        let hive = try await RemoteURLInvariants.makeHive(clock: ManualClock())
        for name in names {
            let bytes = try #require(FileManager.default.contents(atPath: "\(Self.folder)/\(name)"))
            do {
                try await RemoteURLInvariants.check(Array(bytes), in: hive)
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
        try await hive.stop()
    }
}
