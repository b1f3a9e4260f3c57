// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Measuring
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReportTests {
    static let machine = Machine(processor: "P", cores: 2, system: "S", compiler: "C", load: 0.5)

    private func figure(_ size: Int, _ value: Double) -> Figure {
        Figure(group: "Start", name: "no-op", role: .subject, size: size, unit: .nanoseconds, value: value)
    }

    @Test(arguments: [
        "nothing", "<!-- t: begin -->", "<!-- t: end -->\n<!-- t: begin -->",
        "<!-- t: begin -->\n<!-- t: end -->\n<!-- t: end -->", "x <!-- t: begin -->\n<!-- t: end -->",
    ])
    func aTextWithoutTheSectionIsLeftAlone(text: String) {
        #expect(throws: MarkedSection.Missing.self) { try MarkedSection("t").replacing(with: "new", in: text) }
    }

    @Test func aSectionIsReplacedAgainAndAgain() throws {
        let text = "a\n<!-- t: begin -->\nold\n<!-- t: end -->\nb\n"
        let once = try MarkedSection("t").replacing(with: "new", in: text)
        #expect(once == "a\n<!-- t: begin -->\n\nnew\n\n<!-- t: end -->\nb\n")
        #expect(try MarkedSection("t").replacing(with: "new", in: once) == once)
    }

    @Test func aSeriesThatGrowsTooFastFailsTheRun() {
        var results = Results(machine: Self.machine, rounds: 3)
        // What one of so many costs grows with how many there are.
        results.figures = [figure(10, 10), figure(100, 100), figure(1000, 1000)]
        results.fit("Start", expecting: .linear)
        #expect(results.series.map(\.growth.slope).allSatisfy { abs($0 - 2) < 1e-9 })
        #expect(results.failures.count == 1)
        #expect(results.failures.first?.contains("Start: no-op is more than linear") == true)
    }

    @Test func aRefusedFigureFailsTheRun() {
        var results = Results(machine: Self.machine, rounds: 3)
        var refused = figure(10, 1)
        refused.refusal = "why"
        results.figures = [refused]
        #expect(results.failures == ["Start: no-op, 10 is refused: why"])
        #expect(Report(results).whole(.terminal).contains("why"))
    }

    @Test func aSeriesThatGrowsAsItShouldFailsNothing() {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [figure(10, 7), figure(100, 7.1), figure(1000, 7.2)]
        results.fit("Start", expecting: .linear)
        #expect(results.series.count == 1)
        #expect(results.failures.isEmpty)
    }

    @Test func sizesBelowTheSmallestThatCountsAreLeftOut() {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [figure(1, 9000), figure(10, 7), figure(100, 7), figure(1000, 7)]
        results.fit("Start", expecting: .linear, from: 10)
        #expect(results.series.map(\.growth.slope).allSatisfy { abs($0 - 1) < 1e-9 })
    }

    @Test func aConstantSeriesIsHeldAgainstItsFloor() {
        var results = Results(machine: Self.machine, rounds: 3)
        // The machine was three times as slow for a while, for the floor too.
        results.figures = [(1, 20.0), (100, 60), (10_000, 20)].map { size, value in
            var figure = figure(size, value)
            figure.ratios = [.init(name: "F", role: .floor, value: 2)]
            return figure
        }
        results.fit("Start", expecting: .constant)
        #expect(results.series.count == 1)
        #expect(results.failures.isEmpty)
    }

    @Test func whereTheFloorIsRefusedAConstantSeriesHasNoPoint() {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [(1, 2.0), (10, 2), (100, 2), (1000, nil)].map { size, ratio in
            var figure = figure(size, 20)
            figure.ratios = ratio.map { [.init(name: "F", role: .floor, value: $0)] } ?? []
            return figure
        }
        results.fit("Start", expecting: .constant)
        #expect(results.series.map(\.growth.slope) == [0])
    }

    @Test func resultsAreReadAsTheyWereWritten() throws {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [figure(10, 7), figure(100, 7), figure(1000, 7)]
            .judged(by: [.absolute("no-op", atMost: 7), .multiple("no-op", of: "no-op", atMost: 0.5)])
        results.fit("Start", expecting: .linear)
        #expect(results.figures[0].verdicts.map(\.isMet) == [true, false])
        let data = try JSONEncoder().encode(results)
        #expect(try JSONDecoder().decode(Results.self, from: data) == results)
    }

    @Test func theShortTableShowsBudgetsOnly() {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [figure(10, 1234)].judged(by: [.absolute("no-op", atMost: 1000)]) + [figure(77, 1)]
        let table = Report(results).short(.markdown)
        #expect(table.contains("| Start: no-op, 10 | 1.23 µs | ≤ 1.00 µs: **missed** |"))
        #expect(!table.contains("77"))
    }

    @Test func headlinesStandBesideWhatOneWouldUseInstead() throws {
        var results = Results(machine: Self.machine, rounds: 3)
        results.figures = [figure(10, 1234), figure(100, 5)]
        let headline = Headline("What it takes", "Start: no-op, 10", beside: "Start: no-op, 100", called: "another")
        let table = try Report(results).front([headline])
        #expect(table.contains("| What it takes | 1.23 µs | 5.00 ns | another |"))
        #expect(table.hasSuffix("\n\nP, 2 cores, S, C, load 0.5 before the run; median of 3 rounds."))
    }

    @Test(arguments: ["Start: no-op, 10", "Start: no-op, 11"])
    func aHeadlineWithoutAFigureIsAnError(title: String) {
        var results = Results(machine: Self.machine, rounds: 3)
        var refused = figure(10, 1)
        refused.refusal = "why"
        results.figures = [refused, figure(100, 5)]
        let headline = Headline("What it takes", title, beside: "Start: no-op, 100", called: "another")
        #expect(throws: Headline.Missing.self) { try Report(results).front([headline]) }
    }

    @Test func quantilesLieBetweenNeighbours() {
        #expect(median([3, 1, 2]) == 2)
        #expect(median([4, 1, 2, 3]) == 2.5)
        #expect(quantile(0.25, of: [0, 1, 2, 3, 4]) == 1)
        #expect(spread([1, 2, 3]) == 0.5)
    }
}
