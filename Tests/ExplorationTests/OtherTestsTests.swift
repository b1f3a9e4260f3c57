// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import HiveTestKit
import Testing

/// An exploration stays in processes of its own (C68).
@Suite(.enabled(if: Exploration.isSupported)) struct OtherTestsTests {
    @Test func otherTestsKeepTheirThreads() async throws {
        async let runs = exploredRuns(Array(1...200)) { await Task.yield() }
        // That process has one thread only.
        if !Exploration.isExploringProcess {
            let (left, right) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            @Sendable func meet(_ mine: DispatchSemaphore, _ other: DispatchSemaphore) {
                mine.signal()
                other.wait()
            }
            // Each blocks a thread until the other runs, so both must have one.
            await withTaskGroup { group in
                group.addTask { meet(left, right) }
                group.addTask { meet(right, left) }
            }
            #expect(Exploration.seed == nil)
        }
        #expect(try await runs.failure == nil)
    }

    @Test func theEnvironmentSaysWhichSeedsAreRun() {
        #expect(chosenSeeds(1...3, only: nil, count: nil) == [1, 2, 3])
        #expect(chosenSeeds(5...6, only: nil, count: 4) == [5, 6, 7, 8])
        #expect(chosenSeeds(5...6, only: nil, count: 0) == [5, 6])
        #expect(chosenSeeds(1...3, only: 17, count: 4) == [17])
    }

    @Test func aRunKnowsItsSeed() async throws {
        let runs = try await exploredRuns([7], stopsAtFailure: false) {
            #expect(Exploration.seed == nil || Exploration.seed == 7)
            if Exploration.seed == 7 { Issue.record("This is seed 7.") }
        }
        #expect(runs.failure?.seed == 7)
    }
}
