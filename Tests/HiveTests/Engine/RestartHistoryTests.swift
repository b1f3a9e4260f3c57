// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

/// When a module is restarted, and when no more, as a pure function of its failures and the time (C63).
@Suite(.timeLimit(.minutes(5)))
struct RestartHistoryTests {
    private struct Lost: Error {}
    private static let failure = HiveError.Failure(module: "M", step: "run", error: Lost())

    /// How long each of some failures in a row is answered with, nil for the end; the module fails at once each time.
    private func delays(_ count: Int, _ rule: RestartRule, chance: Double = 0) -> [Duration?] {
        var (history, now): (RestartHistory, Duration) = (RestartHistory(), .seconds(1))
        var delays: [Duration?] = []
        for _ in 0..<count {
            switch history.failed(Self.failure, at: now, rule, chance: chance) {
            case .restart(let next):
                delays.append(next - now)
                now = next
                history.begins(at: now, rule)
            case .escalate: delays.append(nil)
            }
        }
        return delays
    }

    @Test func delaysDoubleUpToTheirMaximum() {
        let rule = RestartRule(delay: .seconds(1), maximumDelay: .seconds(5))
        #expect(delays(6, rule) == [.zero, .seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
        #expect(RestartRule().delay(before: .max) == .seconds(30))
        #expect(RestartRule(delay: .seconds(1), maximumDelay: .longest).delay(before: .max) == .longest)
    }

    @Test func chanceAddsUpToATenth() {
        let rule = RestartRule(delay: .seconds(1))
        #expect(delays(3, rule, chance: 1) == [.zero, .milliseconds(1100), .milliseconds(2200)])
        #expect(delays(3, rule, chance: 0.5) == [.zero, .milliseconds(1050), .milliseconds(2100)])
        #expect(delays(2, rule, chance: -7) == [.zero, .seconds(1)])
        #expect(delays(2, rule, chance: 7) == [.zero, .milliseconds(1100)])
    }

    @Test func oneMoreThanTheLimitIsTheEnd() {
        let rule = RestartRule(limit: 3, within: .seconds(60), delay: .seconds(1))
        #expect(delays(4, rule) == [.zero, .seconds(1), .seconds(2), nil])
        #expect(rule.escalation == .seconds(3))
    }

    @Test func restartsThatAreLongAgoDoNotCount() {
        let rule = RestartRule(limit: 2, within: .seconds(10), delay: .seconds(8), maximumDelay: .seconds(8))
        // Of any two restarts the first is too long ago when a third one comes.
        #expect(delays(50, rule).allSatisfy { $0 != nil })
        #expect(rule.escalation == nil)
        #expect(RestartRule().escalation == nil)
    }

    @Test(arguments: 1...40)
    func theEndComesWhenItIsSaidTo(limit: Int) {
        let rule = RestartRule(limit: limit, within: .seconds(30), delay: .milliseconds(100), maximumDelay: .seconds(2))
        let answers = delays(200, rule)
        let end = answers.firstIndex(of: nil).map { answers[..<$0].compactMap(\.self).reduce(.zero, +) }
        #expect(end == rule.escalation)
    }

    @Test func whoWasUpForLongEnoughBeginsAnew() {
        let rule = RestartRule(within: .seconds(10), delay: .seconds(1))
        var history = RestartHistory()
        func fail(at seconds: Int) -> Duration? {
            let now = Duration.seconds(seconds)
            guard case .restart(let next) = history.failed(Self.failure, at: now, rule, chance: 0) else { return nil }
            return next - now
        }
        #expect(fail(at: 0) == .zero)
        _ = history.cameUp(at: .seconds(1))
        #expect(fail(at: 10) == .seconds(1))
        _ = history.cameUp(at: .seconds(20))
        #expect(fail(at: 30) == .zero)
        // Not up in between, however long that took.
        #expect(fail(at: 1000) == .seconds(1))
    }

    @Test func aReportHasTheFirstAndTheLastFailuresOfThePeriod() {
        struct Number: Error { let number: Int }
        let rule = RestartRule(limit: 1000, within: .seconds(100), delay: .zero)
        var history = RestartHistory()
        var end: [Int] = []
        for number in 0..<2000 {
            let failure = HiveError.Failure(module: "M", step: "run", error: Number(number: number))
            let now = Duration.milliseconds(number)
            if case .escalate(let failures) = history.failed(failure, at: now, rule, chance: 0) {
                end = failures.compactMap { ($0.error as? Number)?.number }
                break
            }
            history.begins(at: now, rule)
        }
        #expect(end == Array(0..<10) + Array(991...1000))
    }

    @Test func aRuleWithoutADelayAndWithoutEndIsAnsweredAtOnce() {
        #expect(RestartRule(limit: .max, delay: .zero).escalation == .zero)
        #expect(RestartRule(limit: 0).escalation == nil)
        #expect(RestartRule(limit: .max, within: .longest).escalation == nil)
    }
}
