// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct SortedTests {
    private struct Stop: Error {}

    /// Numbers as a generator without a state of the system's makes them.
    private func numbers(_ count: Int, below limit: UInt64) -> [UInt64] {
        var state: UInt64 = UInt64(count)
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % limit
        }
    }

    @Test(arguments: Array(0...70) + [127, 128, 129, 1000])
    func equalElementsStayAsTheyWere(count: Int) {
        for limit: UInt64 in [1, 2, 7, 1_000_000] {
            let elements = numbers(count, below: limit).enumerated().map { (key: $1, place: $0) }
            var expected = elements
            expected.sort { ($0.key, $0.place) < ($1.key, $1.place) }
            #expect(elements.sorted { $0.key < $1.key }.map(\.place) == expected.map(\.place))
        }
    }

    @Test func whatIsInOrderIsLookedAtOnce() {
        var calls = 0
        let sorted = (0..<1000).sorted { left, right in
            calls += 1
            return left < right
        }
        #expect(sorted == Array(0..<1000))
        #expect(calls == 999)
    }

    @Test func thoseThatCompareAreInAscendingOrder() {
        #expect(["b", "c", "a"].sorted() == ["a", "b", "c"])
        #expect([Int]().sorted() == [])
        #expect(Set([3, 1, 2]).sorted() == [1, 2, 3])
    }

    @Test func whatAComparisonThrowsIsThrown() {
        #expect(throws: Stop.self) {
            try [2, 1].sorted { _, _ in throw Stop() }
        }
        #expect(throws: Never.self) {
            try [1].sorted { _, _ in throw Stop() }
        }
    }
}
