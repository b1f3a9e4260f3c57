// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Measuring
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ThresholdsTests {
    private func thresholds(_ counts: [String: Double]) -> Thresholds {
        var thresholds = Thresholds()
        thresholds.update(counts, on: "x86_64")
        return thresholds
    }

    @Test func moreThanTheToleranceIsARegression() {
        let findings = thresholds(["lookup": 100]).findings(["lookup": 110.1], on: "x86_64")
        #expect(findings == [.regression("lookup", threshold: 100, count: 110.1)])
        #expect(findings.allSatisfy { $0.isFault })
    }

    @Test func somethingWithoutAThresholdIsAFault() {
        let findings = thresholds(["lookup": 100]).findings(["lookup": 100, "event": 5], on: "x86_64")
        #expect(findings == [.missing("event")])
        #expect(findings.allSatisfy { $0.isFault })
    }

    @Test func somethingThatIsNotCountedAnyMoreIsAFault() {
        let findings = thresholds(["lookup": 100, "event": 5]).findings(["lookup": 100], on: "x86_64")
        #expect(findings == [.stale("event")])
        #expect(findings.allSatisfy { $0.isFault })
    }

    @Test func anotherArchitectureHasThresholdsOfItsOwn() {
        #expect(thresholds(["lookup": 100]).findings(["lookup": 100], on: "arm64") == [.missing("lookup")])
    }

    @Test func lessThanTheToleranceAsksForAnUpdateAndIsNoFault() {
        let findings = thresholds(["lookup": 100]).findings(["lookup": 89.9], on: "x86_64")
        #expect(findings == [.improvement("lookup", threshold: 100, count: 89.9)])
        #expect(findings.allSatisfy { !$0.isFault && $0.description.contains("--update") })
    }

    @Test(arguments: [90.1, 100, 109.9])
    func whatIsWithinTheToleranceIsFine(count: Double) {
        #expect(thresholds(["lookup": 100]).findings(["lookup": count], on: "x86_64").isEmpty)
    }

    @Test func anUpdateTakesAwayWhatIsNotCounted() {
        var thresholds = thresholds(["lookup": 100, "event": 5])
        thresholds.update(["lookup": 90], on: "x86_64")
        #expect(thresholds.findings(["lookup": 90], on: "x86_64").isEmpty)
    }
}
