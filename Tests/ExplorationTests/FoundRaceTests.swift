// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

/// Races that the plain order does not show are found, and their seeds play them again (C68).
@Suite(.enabled(if: Exploration.isSupported)) struct FoundRaceTests {
    private struct Overdrawn: Error {}
    private struct UsedTwice: Error {}

    /// Checks, suspends, and acts.
    private actor Account {
        private(set) var balance = 100
        private func audit() async { await Task.yield() }
        func withdraw(_ amount: Int) async {
            guard balance >= amount else { return }
            await audit()
            balance -= amount
        }
    }

    /// Fails only when the second withdrawal begins while the first is under way.
    @Sendable private static func withdrawTwice() async throws {
        if await balanceOfTwo() < 0 { throw Overdrawn() }
    }

    @Sendable private static func balanceOfTwo() async -> Int {
        let account = Account()
        await withTaskGroup { group in
            group.addTask { await account.withdraw(80) }
            group.addTask {
                for _ in 0..<8 { await Task.yield() }
                await account.withdraw(80)
            }
        }
        return await account.balance
    }

    @Test func aCheckAndAnActApart() async throws {
        let failure = await #expect(throws: ExplorationFailure.self) {
            try await explore(seeds: 1...2_000) { try await Self.withdrawTwice() }
        }
        let seed = try #require(failure?.seed)
        #expect(failure?.reason == .threw)
        let report = try #require(failure?.description)
        #expect(report.hasPrefix("Seed \(seed): The body has thrown: Overdrawn()"))
        #expect(report.contains("HIVE_SEED=\(seed) swift test --filter aCheckAndAnActApart\n"))
        #expect(report.contains("turn of an actor"))
    }

    @Test func `a name that is no identifier`() async throws {
        let failure = await #expect(throws: ExplorationFailure.self) {
            try await explore(seeds: 1...2_000) { try await Self.withdrawTwice() }
        }
        #expect(failure?.reason == .threw, "\(String(describing: failure))")
        #expect(failure?.description.contains("swift test --filter 'a name that is no identifier'") == true)
    }

    @Test func aSeedGivesTheSameOrderAHundredTimes() async throws {
        let seeds = [Int](repeating: 3, count: 50) + [Int](repeating: 4, count: 50)
        let runs = try await exploredRuns(seeds) { _ = await Self.balanceOfTwo() }
        #expect(Set(runs.orders.prefix(50)).count == 1)
        #expect(Set(runs.orders.suffix(50)).count == 1)
        #expect(Set(runs.orders).count == 2)
        #expect(!runs.orders.contains(nil))
        // Once more, in processes of their own.
        let again = try await exploredRuns([3]) { _ = await Self.balanceOfTwo() }
        #expect(again.orders.first == runs.orders.first)
    }

    /// Is used before it is armed, unless somebody is late by many steps.
    private actor Store {
        private var (isArmed, uses, isUsedTwice) = (false, 0, false)
        func arm() { isArmed = true }
        func use() async {
            guard isArmed else { return }
            let before = uses
            await Task.yield()
            if uses != before { isUsedTwice = true }
            uses += 1
        }
        func check() throws { if isUsedTwice { throw UsedTwice() } }
    }

    @Sendable private static func useLate() async throws {
        let store = Store()
        @Sendable func wait() async { for _ in 0..<8 { await Task.yield() } }
        await withTaskGroup { group in
            group.addTask {
                await wait()
                await store.arm()
                await store.use()
                await wait()
            }
            group.addTask {
                await store.use()
                await wait()
            }
            for _ in 0..<4 { group.addTask { await wait() } }
        }
        try await store.check()
    }

    @Test func aStepThatIsVeryLateIsFoundByPrioritiesAlone() async throws {
        let even = stride(from: 2, through: 2_000, by: 2).map { $0 }
        let uniform = try await exploredRuns(even) { try await Self.useLate() }
        #expect(uniform.failure == nil)
        let odd = stride(from: 1, through: 1_999, by: 2).map { $0 }
        let priorities = try await exploredRuns(odd) { try await Self.useLate() }
        #expect(priorities.failure?.reason == .threw)
    }
}
