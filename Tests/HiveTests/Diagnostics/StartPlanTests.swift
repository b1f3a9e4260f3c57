// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports
import HiveTestKit
import Testing

/// What is known about a start before it begins.
@Suite(.timeLimit(.minutes(5)))
struct StartPlanTests {
    private func hive(_ timeouts: HiveTimeouts = HiveTimeouts(start: .seconds(1))) -> Hive {
        Hive(HiveOptions(timeouts: timeouts, clock: ManualClock()))
    }

    // C12: a plan with a mistake says so and still has an order; it does not hang.
    @Test func planOfModulesThatDependOnEachOther() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal(), dependencies: [.named("B")], initializesConcurrently: true)
        try hive.addProbe(B.self, Journal(), dependencies: [.named("A")], initializesConcurrently: true)
        let plan = hive.startPlan()
        #expect(plan.problems.map(\.code) == [.dependencyCycle])
        #expect(plan.problems == hive.verify())
        #expect(Set(plan.modules) == ["A", "B"])
        #expect(plan.longestChain.count == 2)
    }

    // C6: without a timeout, nothing limits a start but the timeout of the whole of it.
    @Test func startWithoutTimeoutsHasNoWorstCase() throws {
        let hive = hive(HiveTimeouts(start: nil))
        try hive.addProbe(A.self, Journal())
        #expect(hive.startPlan().worstCase == nil)
        #expect(hive.startPlan().slowestSequence == nil)
        #expect(hive.startPlan().longestChain == ["A"])

        let limited = self.hive(HiveTimeouts(start: nil, wholeStart: .seconds(7)))
        try limited.addProbe(A.self, Journal())
        #expect(limited.startPlan().worstCase == .seconds(7))
    }

    @Test func emptyHive() {  // C9
        let plan = hive().startPlan()
        #expect(plan.modules.isEmpty && plan.longestChain.isEmpty)
        #expect(plan.longestSequence.isEmpty && plan.slowestSequence == [])
        #expect(plan.worstCase == .zero)
    }

    // C14: sequential modules wait for each other, concurrent ones for what they depend on.
    @Test func longestSequenceFollowsSequenceAndDependencies() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true)
        try hive.addProbe(B.self, Journal())
        try hive.addProbe(C.self, Journal(), initializesConcurrently: true)
        try hive.addProbe(D.self, Journal(), dependencies: [.named("A")])
        let plan = hive.startPlan()
        #expect(plan.modules == ["A", "B", "C", "D"])
        #expect(plan.longestSequence == ["A", "D"])
        #expect(plan.longestChain == ["A", "D"])
        // setUp and ready of four modules, and the chain of two.
        #expect(plan.worstCase == .seconds(10))
    }

    // C14: a chain is of dependencies; what only comes one after the other is told in other words.
    @Test func modulesThatOnlyFollowEachOtherAreNoChain() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal())
        try hive.addProbe(B.self, Journal())
        try hive.addProbe(C.self, Journal(), level: 2, dependencies: [.named("A")])
        try hive.addProbe(D.self, Journal(), level: 2)
        let plan = hive.startPlan()
        #expect(plan.longestChain == ["A", "C"])
        #expect(plan.longestSequence == ["A", "B", "C", "D"])
        #expect(
            plan.text == """
                1. A
                2. B
                3. C
                4. D
                longest chain of dependencies: A -> C
                initialized one after the other: A, B, C, D
                a start takes at most: 12 s

                """
        )
    }

    @Test func modulesOfWhichNoneDependsOnAnotherHaveNoChain() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal())
        try hive.addProbe(B.self, Journal())
        let lines = hive.startPlan().text.split(separator: "\n")
        #expect(lines[2] == "initialized one after the other: A, B")
        #expect(!hive.startPlan().text.contains("->"))
    }

    // C14: the sequence goes from level to level, also where nothing depends on anything.
    @Test func levelsFollowEachOther() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal(), level: 0, initializesConcurrently: true)
        try hive.addProbe(B.self, Journal(), level: 0, initializesConcurrently: true)
        try hive.addProbe(C.self, Journal(), level: 1, initializesConcurrently: true)
        try hive.addProbe(D.self, Journal(), level: 2, initializesConcurrently: true)
        #expect(hive.startPlan().longestSequence == ["A", "C", "D"])
        #expect(hive.startPlan().longestChain == ["A"])
    }

    // C6, C14: by timeouts, one slow module outweighs a chain of fast ones; the module's own timeout counts.
    @Test func slowestSequenceGoesByTimeouts() throws {
        let hive = hive()
        try hive.addProbe(A.self, Journal(), initializesConcurrently: true)
        try hive.addProbe(B.self, Journal(), dependencies: [.named("A")], initializesConcurrently: true)
        var slow = ModuleDeclaration(Probe<C>.self, at: .code())
        slow.initializesConcurrently = true
        slow.startTimeout = .seconds(5)
        slow.factory = { Probe<C>(Script()) }
        try hive.modules.register([slow])
        let plan = hive.startPlan()
        #expect(plan.longestChain == ["A", "B"])
        #expect(plan.slowestSequence == ["C"])
        #expect(plan.worstCase == .seconds(7 + 5 + 7))
    }

    // C14: what was expected is what happens, when every hook takes as long as every other.
    @Test func expectationComesTrue() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        func step(_ script: inout Script) {
            script.initialize = { _ in clock.advance(by: .seconds(1)) }
        }
        try hive.addProbe(A.self, Journal(), level: 0, step)
        try hive.addProbe(B.self, Journal(), level: 0, dependencies: [.named("C")], step)
        try hive.addProbe(C.self, Journal(), level: 1, step)
        try hive.addProbe(D.self, Journal(), level: 1, step)
        let expected = hive.startPlan().longestSequence
        try await hive.start()
        let path = hive.timeline.criticalPath
        #expect(path.filter { $0.phase == .initialize }.map(\.module) == expected)
        #expect(expected == ["A", "C", "B", "D"])
        try await hive.stop()
    }
}
