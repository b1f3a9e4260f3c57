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

    @Test(arguments: [(1000, 0), (1240, 0), (1260, 1)])
    func aBudgetIsLostWhenItIsMissedByMoreThanTheRoom(nanoseconds: Int, lost: Int) async throws {
        let contest = Contest(
            "C",
            entrants: [exact("F", .floor, takes: .nanoseconds(1000)), exact("E", takes: .nanoseconds(nanoseconds))],
            budgets: [.multiple("E", of: "F", atMost: 1), .speedup("E", over: "F", atLeast: 0.5)]
        )
        var results = Results(machine: ReportTests.machine, rounds: 3)
        results.figures = try await Self.runner.run(contest)
        #expect(results.lostBudgets(room: 0.25).count == lost)
    }

    @Test func aBudgetThatNothingWasHeldAgainstIsLost() async throws {
        let refused = Entrant(timing: "F", .floor, checksum: 1) { iterations, stopwatch in
            stopwatch.add(.milliseconds(1))
            return iterations
        }
        let contest = Contest(
            "C",
            entrants: [refused, exact("E", takes: .nanoseconds(1000))],
            budgets: [.multiple("E", of: "F", atMost: 1)]
        )
        var results = Results(machine: ReportTests.machine, rounds: 3)
        results.figures = try await Self.runner.run(contest)
        #expect(results.lostBudgets(room: 0.25) == ["C: E: what it is held against is refused"])
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

    // MARK: - Figures that are refused

    /// An entrant that takes the same time however much is asked for, the first so many times that it is called.
    private func disturbed(_ name: String, _ role: Entrant.Role, calls: Int = .max, then time: Duration) -> Entrant {
        var left = calls
        return Entrant(timing: name, role, checksum: 1) { iterations, stopwatch in
            left -= 1
            stopwatch.add(left >= 0 ? .milliseconds(1) : time * iterations)
            return iterations
        }
    }

    /// How often a quick runner calls an entrant of a millisecond while it runs a contest the one time.
    private static let callsOfOneRun = 1 + 3 * 11

    @Test(arguments: 1...3)
    func aRefusedFloorIsMeasuredAgain(times: Int) async throws {
        let floor = disturbed("F", .floor, calls: times * Self.callsOfOneRun, then: .milliseconds(1))
        let contest = Contest(
            "C",
            entrants: [floor, exact("E", takes: .milliseconds(2))],
            budgets: [.multiple("E", of: "F", atMost: 2)]
        )
        let figures = try await Self.runner.run(contest)
        #expect(figures.map(\.refusal) == [nil, nil])
        #expect(figures[0].value == 1e6)
        #expect(figures[1].ratios.map(\.value) == [2])
        #expect(figures[1].verdicts.map(\.isMet) == [true])
        #expect(figures[1].isWithout.isEmpty)
    }

    @Test func nothingIsComparedWithAFloorThatIsRefusedEachTime() async throws {
        let contest = Contest(
            "C",
            size: 7,
            entrants: [
                disturbed("F", .floor, then: .zero), exact("G", .floor, takes: .milliseconds(1)),
                exact("E", takes: .milliseconds(2)),
            ],
            budgets: [
                .absolute("E", atMost: 1), .multiple("E", of: "F", atMost: 2), .multiple("E", of: "G", atMost: 2),
            ]
        )
        var results = Results(machine: ReportTests.machine, rounds: 3)
        results.figures = try await Self.runner.run(contest)
        #expect(results.figures[0].refusal == "twice the work took 1.00 times as long")
        let figure = results.figures[2]
        #expect(figure.ratios.map(\.name) == ["G"])
        #expect(figure.verdicts.map(\.isMet) == [false, true])
        #expect(figure.isWithout == ["F"])
        // The run has not failed, and its first lines say what it lacks.
        #expect(results.failures.isEmpty)
        let lines = [
            "Refused each time: C: F, 7: twice the work took 1.00 times as long.", "Not compared with C: F, 7: E.",
        ]
        #expect(results.notices == lines)
        #expect(Report(results).whole(.terminal).hasPrefix(lines.joined(separator: "\n")))
        #expect(Report(results).short(.markdown).hasPrefix("- " + lines.joined(separator: "\n- ")))
    }

    @Test func twoThatAreNeverAcceptedInTheSameRunAreNotCompared() async throws {
        // The one is disturbed in the first run, the other in all that follow.
        var calls = 0
        let late = Entrant(timing: "E", checksum: 1) { iterations, stopwatch in
            calls += 1
            stopwatch.add(calls > Self.callsOfOneRun ? .milliseconds(1) : .milliseconds(iterations))
            return iterations
        }
        let floor = disturbed("F", .floor, calls: Self.callsOfOneRun, then: .milliseconds(1))
        let figures = try await Self.runner.run(Contest("C", entrants: [floor, late]))
        #expect(figures.map(\.refusal) == [nil, nil])
        #expect(figures[1].ratios.isEmpty)
        #expect(figures[1].isWithout == ["F"])
    }

    @Test func workThatWasRemovedFailsTheRunAndIsNotLookedForAgain() async throws {
        var calls = 0
        let floor = Entrant("F", .floor, checksum: 1) { iterations in
            calls += 1
            return iterations
        }
        var results = Results(machine: ReportTests.machine, rounds: 3)
        let contest = Contest("C", entrants: [floor, exact("E", takes: .milliseconds(1))])
        results.figures = try await Self.runner.run(contest)
        #expect(calls < 50)
        #expect(results.failures == ["C: F is refused: the optimiser removed the work"])
        #expect(results.figures[1].isWithout == ["F"])
    }
}
