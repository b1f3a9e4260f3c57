// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Programs by chance, on the engine and on the model, which is written from the contract alone.
@Suite("The engine and the model", .serialized)
struct ModelTests {
    /// A sanitizer makes each program many times slower, and has been asked for something else.
    private static var usualCount: Int {
        #if HIVE_THREAD_SANITIZER || HIVE_ADDRESS_SANITIZER
        20
        #else
        2_000
        #endif
    }

    @Test("Programs by chance do on the engine what the model says")
    func programs() async throws {
        let seeds = try chosenSeeds(1...Self.usualCount) { ProcessInfo.processInfo.environment[$0] }
        var tally = Tally()
        var rest = seeds[...]
        while !rest.isEmpty, tally.different.isEmpty {
            // A few at a time, because each waits for tasks most of the time.
            for (program, outcome, repetitions) in await Self.play(rest.prefix(4)) {
                if seeds.count == 1 { print(program, outcome.text, separator: "\n") }
                tally.add(program, outcome, repetitions)
            }
            rest = rest.dropFirst(4)
        }
        print(tally)
        for (program, outcome) in tally.different {
            Issue.record("\(await Self.report(program, outcome: outcome, patience: .seconds(2)))")
        }
        guard tally.different.isEmpty else { return }
        #expect(tally.repetitions <= 1 + tally.count / 50_000)
        #expect(tally.missing.isEmpty || tally.count < 2_000, "no program has reached: \(tally.missing)")
    }

    private struct Difference: Error, CustomStringConvertible { let description: String }

    // Each seed decides its program and the order of all steps of that.
    @Test("Programs by chance do so in any order of their steps", .enabled(if: Exploration.isSupported))
    func programsUnderSchedules() async throws {
        // A difference is shrunk in its own run, under the steps of the schedule that follow.
        try await explore(seeds: 1...500, maximumSteps: 20_000_000) {
            let program = Generator.program(Exploration.seed ?? 0)
            let outcome = await Runner.run(program)
            guard outcome.isDifferent else { return }
            throw Difference(description: await Self.report(program, outcome: outcome))
        }
    }

    /// What comes of a program, and how often it was played again because it differed and the clock was moved.
    ///
    /// The runner knows of no answer whether the hive has taken it. On a machine that is busy with other programs, the
    /// clock may so be moved too early, once in some hundred thousand programs; the same program then agrees. Under a
    /// schedule nothing is played again.
    private static func steadyOutcome(of program: Program) async -> (Runner.Outcome, repetitions: Int) {
        var outcome = await Runner.run(program)
        for repetition in 0..<3 {
            guard case .different(_, _, afterTime: true) = outcome else { return (outcome, repetition) }
            outcome = await Runner.run(program)
        }
        return (outcome, 3)
    }

    private typealias Played = (program: Program, outcome: Runner.Outcome, repetitions: Int)

    /// Runs the programs of a few seeds beside each other.
    private static func play(_ seeds: ArraySlice<Int>) async -> [Played] {
        await withTaskGroup(of: Played.self) { group in
            for seed in seeds {
                group.addTask {
                    let program = Generator.program(seed)
                    let (outcome, repetitions) = await Self.steadyOutcome(of: program)
                    return (program, outcome, repetitions)
                }
            }
            var results: [Played] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.program.seed ?? 0 < $1.program.seed ?? 0 }
        }
    }

    /// The shortest program that shows the same, and what it does.
    private static func report(
        _ program: Program,
        outcome: Runner.Outcome,
        patience: Duration = .seconds(60)
    ) async -> String {
        let shrinker = Shrinker { await Runner.run($0, patience: patience).isDifferent }
        let short = await shrinker.shrink(program)
        let again = await Runner.run(short, patience: patience)
        let text = again.isDifferent ? again.text : "It was different once: \(outcome.text)"
        return "The engine and the model differ.\n\(short)\n\(text)"
    }
}

/// What programs have shown.
private struct Tally: CustomStringConvertible {
    private(set) var count = 0
    private(set) var repetitions = 0
    private(set) var different: [(program: Program, outcome: Runner.Outcome)] = []
    private var undecided: [String: Int] = [:]
    private var reached: [Branch: Int] = [:]

    mutating func add(_ program: Program, _ outcome: Runner.Outcome, _ repetitions: Int) {
        count += 1
        self.repetitions += repetitions
        switch outcome {
        case .same(let branches): for branch in branches { reached[branch, default: 0] += 1 }
        case .undecided(let reason): undecided[reason, default: 0] += 1
        case .different: different.append((program, outcome))
        }
    }

    /// The branches of the model that no program has reached.
    var missing: [Branch] { Branch.allCases.filter { reached[$0] == nil } }

    var description: String {
        let skipped = undecided.values.reduce(0, +)
        let sorted = undecided.sorted { $0.value > $1.value }
        return
            (["\(count) programs, \(skipped) of them undecided, \(different.count) differ, \(repetitions) played again"]
            + sorted.map { "  \($0.value) \($0.key)" }
            + Branch.allCases.map { "  \($0): \(reached[$0] ?? 0)" }).joined(separator: "\n")
    }
}

extension Runner.Outcome {
    var isDifferent: Bool {
        if case .different = self { return true }
        return false
    }

    var text: String {
        switch self {
        case .same: "the same"
        case .undecided(let reason): "undecided: \(reason)"
        case .different(let problems, let trace, _):
            (problems.prefix(12) + ["what happened:"] + trace.map { "  \($0)" }).joined(separator: "\n")
        }
    }
}
