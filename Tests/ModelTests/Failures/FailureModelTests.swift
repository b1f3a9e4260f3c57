// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Programs by chance in which modules fail, on the engine and on a model that is written from the contract alone.
@Suite("C63 C64 Failures on the engine and on the model", .serialized)
struct FailureModelTests {
    /// A sanitizer makes each program many times slower, and has been asked for something else.
    private static var usualCount: Int {
        #if HIVE_THREAD_SANITIZER || HIVE_ADDRESS_SANITIZER
        50
        #else
        2_000
        #endif
    }

    @Test("Modules that fail go, and come back, as the model says")
    func programs() async throws {
        let seeds = try chosenSeeds(1...Self.usualCount) { ProcessInfo.processInfo.environment[$0] }
        var counts: [FailureModel.Branch: Int] = [:]
        var undecided = 0
        for seed in seeds {
            let reached = try await Self.play(seed)
            if reached.isEmpty { undecided += 1 }
            for branch in reached { counts[branch, default: 0] += 1 }
        }
        print("\(seeds.count) programs, \(undecided) of them undecided")
        for branch in FailureModel.Branch.allCases { print("  \(branch): \(counts[branch] ?? 0)") }
        let missing = FailureModel.Branch.allCases.filter { counts[$0] == nil }
        #expect(missing.isEmpty || seeds.count < 2_000, "no program has reached: \(missing)")
    }

    @Test("They do so in any order of their steps", .enabled(if: Exploration.isSupported))
    func programsUnderSchedules() async throws {
        try await explore(seeds: 1...500, maximumSteps: 20_000_000) { try await Self.play(Exploration.seed ?? 0) }
    }

    /// Plays the program of a seed; under a schedule, tells of the shortest one that differs as well.
    @discardableResult
    private static func play(_ seed: Int) async throws -> Set<FailureModel.Branch> {
        let program = FailureGenerator.program(seed)
        do {
            return try await FailureRunner.run(program)
        } catch let difference as FailureRunner.Difference {
            // On threads, a shorter program is not waited for long enough to say on a busy machine that it differs.
            throw Exploration.isExploringProcess ? await shrink(program, difference) : difference
        }
    }

    private static func shrink(
        _ program: FailureProgram,
        _ difference: FailureRunner.Difference
    ) async -> FailureRunner.Difference {
        var (best, text) = (program, difference)
        var isShorter = true
        while isShorter {
            isShorter = false
            for shorter in smaller(best) {
                do {
                    try await FailureRunner.run(shorter)
                } catch let difference as FailureRunner.Difference {
                    (best, text, isShorter) = (shorter, difference, true)
                    break
                } catch {}
            }
        }
        return text
    }

    /// Programs with one thing less.
    private static func smaller(_ program: FailureProgram) -> [FailureProgram] {
        var result: [FailureProgram] = []
        func add(_ change: (inout FailureProgram) -> Void) {
            var copy = program
            change(&copy)
            if copy != program { result.append(copy) }
        }
        for place in program.operations.indices.dropFirst().reversed() { add { $0.operations.remove(at: place) } }
        for index in program.modules.indices {
            add { $0.modules[index].work = .none }
            add { $0.modules[index].offer = .nothing }
            add { $0.modules[index].isSubscriber = false }
            add { $0.modules[index].isConcurrent = false }
            for place in program.modules[index].actions.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                add { $0.modules[index].actions[place] = nil }
            }
            for need in program.modules[index].needs.indices { add { $0.modules[index].needs.remove(at: need) } }
        }
        return result
    }
}
