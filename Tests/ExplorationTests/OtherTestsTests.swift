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

    @Test func theEnvironmentSaysWhichSeedsAreRun() throws {
        #expect(try chosenSeeds(1...3) { _ in nil } == [1, 2, 3])
        #expect(try chosenSeeds(5...6) { ["HIVE_SEEDS": "4"][$0] } == [5, 6, 7, 8])
        #expect(try chosenSeeds(.max ... .max) { ["HIVE_SEEDS": "4"][$0] } == [.max])
        #expect(try chosenSeeds(1...3) { ["HIVE_SEED": "\(Int.min)", "HIVE_SEEDS": "4"][$0] } == [.min])
    }

    @Test(arguments: [
        ("HIVE_SEED", "abc"), ("HIVE_SEED", ""), ("HIVE_SEED", "9223372036854775808"), ("HIVE_SEEDS", "0"),
        ("HIVE_SEEDS", "-1"), ("HIVE_SEEDS", "10000001"), ("HIVE_SEEDS", "1e3"),
    ])
    func whatIsNoNumberInTheEnvironmentIsRefused(_ name: String, _ value: String) throws {
        let failure = #expect(throws: ExplorationFailure.self) {
            try chosenSeeds(1...3) { $0 == name ? value : nil }
        }
        #expect(failure?.description.hasPrefix("The environment variable \(name) is '\(value)'. Write ") == true)
    }

    @Test func anyNumberIsASeed() async throws {
        let seeds = [Int.min, .min + 1, -1, 0, .max - 1, .max]
        let runs = try await exploredRuns(seeds) {
            let tasks = (0..<4).map { _ in Task { for _ in 0..<8 { await Task.yield() } } }
            for task in tasks { await task.value }
        }
        #expect(runs.failure == nil)
        #expect(Set(runs.orders).count == seeds.count)
    }

    @Test func aRunKnowsItsSeed() async throws {
        let runs = try await exploredRuns([7]) {
            #expect(Exploration.seed == nil || Exploration.seed == 7)
            if Exploration.seed == 7 { Issue.record("This is seed 7.") }
        }
        #expect(runs.failure?.seed == 7)
    }
}
