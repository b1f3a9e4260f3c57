// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Modules that are initialized beside each other.
@Suite(.timeLimit(.minutes(5)))
struct ConcurrentModulesTests {
    // C14: sequential modules keep their order, beside a concurrent one that takes longer than all of them.
    @Test func sequentialModulesKeepTheirOrder() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let areDone = Gate()
        try hive.addProbe(A.self, journal, initializesConcurrently: true) {
            $0.initialize = { _ in await areDone.wait() }
        }
        try hive.addProbe(B.self, journal)
        try hive.addProbe(C.self, journal) { $0.initialize = { _ in areDone.open() } }
        try hive.addProbe(D.self, journal) { $0.ready = { _ in journal.write("all initialized") } }
        try await hive.start()
        let order = journal.entries.filter { $0.hasSuffix("initialize") && $0 != "A.initialize" }
        #expect(order == ["B.initialize", "C.initialize", "D.initialize"])
        try await hive.stop()
    }
}
