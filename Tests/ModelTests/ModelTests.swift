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
    private static func number(_ variable: String) -> UInt64? {
        ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
    }

    /// A sanitizer makes each program many times slower, and has been asked for something else.
    private static var usualCount: UInt64 {
        #if HIVE_THREAD_SANITIZER || HIVE_ADDRESS_SANITIZER
        20
        #else
        2_000
        #endif
    }

    @Test("Programs by chance do on the engine what the model says")
    func programs() async throws {
        if let seed = Self.number("HIVE_SEED") {
            let program = Generator.program(seed)
            print(program)
            var outcome = await Runner.run(program)
            var times = Self.number("HIVE_TIMES") ?? 1
            while times > 1, !outcome.isDifferent {
                outcome = await Runner.run(program)
                times -= 1
            }
            print(outcome.text)
            #expect(!outcome.isDifferent)
            return
        }
        let count = Self.number("HIVE_SEEDS") ?? Self.usualCount
        let first = Self.number("HIVE_FIRST_SEED") ?? 1
        let most = Self.number("HIVE_DIFFERENCES") ?? 1
        var undecided: [String: Int] = [:]
        var reached: [Branch: Int] = [:]
        var found: [Program] = []
        let began = ContinuousClock.now
        var played: UInt64 = 0
        while played < count, found.count < most {
            // A few at a time, because each waits for tasks most of the time.
            let seeds = (first + played)..<(first + min(played + 4, count))
            for (program, outcome) in await Self.play(seeds) {
                switch outcome {
                case .same(let branches): for branch in branches { reached[branch, default: 0] += 1 }
                case .undecided(let reason): undecided[reason, default: 0] += 1
                case .different:
                    found.append(program)
                    await Self.report(program, outcome)
                }
            }
            played += UInt64(seeds.count)
        }
        let time = ContinuousClock.now - began
        let skipped = undecided.values.reduce(0, +)
        print("\(played) programs in \(time), \(skipped) of them undecided, \(found.count) differ")
        for (reason, count) in undecided.sorted(by: { $0.value > $1.value }) { print("  \(count) \(reason)") }
        if Self.number("HIVE_TABLE") != nil || count < 10_000 {
            for branch in Branch.allCases { print("  \(branch): \(reached[branch] ?? 0)") }
        }
        guard found.isEmpty else { return }
        let missing = Branch.allCases.filter { reached[$0] == nil }
        #expect(missing.isEmpty || count < 2_000, "no program has reached: \(missing)")
    }

    /// Runs the programs of a few seeds beside each other.
    private static func play(_ seeds: Range<UInt64>) async -> [(program: Program, outcome: Runner.Outcome)] {
        await withTaskGroup(of: (program: Program, outcome: Runner.Outcome).self) { group in
            for seed in seeds {
                group.addTask {
                    let program = Generator.program(seed)
                    return (program, await Runner.run(program))
                }
            }
            var results: [(program: Program, outcome: Runner.Outcome)] = []
            for await result in group { results.append(result) }
            return results.sorted { $0.program.seed ?? 0 < $1.program.seed ?? 0 }
        }
    }

    /// Prints the shortest program that shows the same.
    private static func report(_ program: Program, _ outcome: Runner.Outcome) async {
        let shrinker = Shrinker { await Runner.run($0, patience: .seconds(2)).isDifferent }
        let short = await shrinker.shrink(program)
        let again = await Runner.run(short)
        let text = again.isDifferent ? again.text : "It was different once: \(outcome.text)"
        Issue.record("The engine and the model differ.\n\(short)\n\(text)")
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
        case .different(let problems, let trace):
            (problems.prefix(12) + ["what happened:"] + trace.map { "  \($0)" }).joined(separator: "\n")
        }
    }
}
