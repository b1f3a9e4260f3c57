// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Measuring
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RunnerTests {
    private static let runner = Runner(effort: .quick)

    /// Work of which nothing can be left out: each step needs the one before.
    private static func work(_ iterations: Int) -> Int {
        var state = opaque(1)
        for _ in 0..<(iterations * 100) { state = opaque(state &* 3 &+ 1) }
        return opaque(state) == 0 ? 0 : iterations
    }

    @Test func otherWorkThanAskedForIsAnError() async {
        let contest = Contest("C", entrants: [Entrant("E", checksum: 2) { $0 }])
        await #expect(throws: ChecksumError.self) { try await Self.runner.run(contest) }
    }

    @Test func workThatTheOptimiserRemovedIsRefused() async throws {
        let contest = Contest("C", entrants: [Entrant("E", checksum: 3) { 3 * $0 }])
        let figure = try #require(try await Self.runner.run(contest).first)
        #expect(figure.refusal == "the optimiser removed the work")
    }

    @Test func workThatDoesNotDoubleIsRefused() async throws {
        // Whatever is asked for takes the same time.
        let entrant = Entrant(timing: "E", checksum: 1) { iterations, stopwatch in
            stopwatch.add(.milliseconds(1))
            return iterations
        }
        let figure = try #require(try await Self.runner.run(Contest("C", entrants: [entrant])).first)
        #expect(figure.doubling == 1)
        #expect(figure.refusal?.contains("twice the work took 1.00") == true)
    }

    @Test func aBudgetOfARefusedFigureIsNotShown() async throws {
        let entrant = Entrant(timing: "E", checksum: 1) { iterations, stopwatch in
            stopwatch.add(.milliseconds(1))
            return iterations
        }
        let contest = Contest("C", entrants: [entrant], budgets: [.absolute("E", atMost: 1e9)])
        let figure = try #require(try await Self.runner.run(contest).first)
        #expect(figure.verdicts.isEmpty)
    }

    /// An entrant whose iterations take exactly so long.
    private func exact(
        _ name: String,
        _ role: Entrant.Role = .subject,
        operations: Int = 1,
        takes time: Duration
    ) -> Entrant {
        Entrant(timing: name, role, operations: operations, checksum: 1) { iterations, stopwatch in
            stopwatch.add(time * iterations)
            return iterations
        }
    }

    @Test func aFigureIsTheTimeOfOneOperation() async throws {
        let contest = Contest("C", entrants: [exact("E", operations: 10, takes: .microseconds(20))])
        let figure = try #require(try await Self.runner.run(contest).first)
        #expect(figure.value == 2000)
        #expect(figure.spread == 0)
        #expect(figure.doubling == 2)
        #expect(figure.refusal == nil)
    }

    @Test func subjectsAreComparedWithFloorsAndPeers() async throws {
        let contest = Contest(
            "C",
            entrants: [
                exact("F", .floor, takes: .microseconds(10)),
                exact("P", .peer, takes: .microseconds(80)),
                exact("E", takes: .microseconds(20)),
            ]
        )
        let figures = try await Self.runner.run(contest)
        let figure = try #require(figures.first { $0.name == "E" })
        #expect(figure.ratios.map(\.name) == ["F", "P"])
        #expect(figure.ratios.map(\.value) == [2, 0.25])
        #expect(figures.filter { $0.name != "E" }.allSatisfy { $0.ratios.isEmpty })
    }

    @Test func budgetsAreJudged() async throws {
        let contest = Contest(
            "C",
            entrants: [exact("F", .floor, takes: .microseconds(10)), exact("E", takes: .microseconds(20))],
            budgets: [
                .absolute("E", atMost: 19_999), .absolute("E", atMost: 20_000),
                .multiple("E", of: "F", atMost: 1.9), .multiple("E", of: "F", atMost: 2),
                .speedup("E", over: "F", atLeast: 0.6), .speedup("E", over: "F", atLeast: 0.5),
            ]
        )
        let figure = try #require(try await Self.runner.run(contest).first { $0.name == "E" })
        #expect(figure.verdicts.map(\.isMet) == [false, true, false, true, false, true])
    }

    @Test func realWorkDoubles() async throws {
        let contest = Contest("C", entrants: [Entrant("E", checksum: 1) { Self.work($0) }])
        let figure = try #require(try await Self.runner.run(contest).first)
        // Nobody knows how busy the machine is, so only what cannot be noise.
        let doubling = try #require(figure.doubling)
        #expect(doubling > 1.2)
        #expect(figure.refusal != "the optimiser removed the work")
    }

    @Test func aContestIsFinished() async throws {
        var isFinished = false
        let contest = Contest("C", entrants: [exact("E", takes: .milliseconds(1))]) { isFinished = true }
        _ = try await Self.runner.run(contest)
        #expect(isFinished)
    }
}
