// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Every fault in a module that comes or goes while the hive lives, whoever asked for it: the invariants hold.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct RunTimeSweepTests {
    // C3, C5, C15, C16, C18, C27, C36, C37, C49, C50
    @Test(arguments: Graph.all)
    func invariantsHold(graph: Graph) async throws {
        for sweep in RunTimeCase.all(of: graph).sampled {
            let scene = Scene()
            let result = try await sweep.play(scene)
            let problems = await sweep.problems(result, scene)
            #expect(problems.isEmpty, "\(sweep): \(problems.joined(separator: "; "))")
        }
    }

    @Test func sweepIsNotEmpty() {
        #expect(Graph.all.flatMap(RunTimeCase.all).count > 3_000)
    }
}

extension RunTimeCase {
    /// The invariants that do not hold.
    func problems(_ result: Result, _ scene: Scene) async -> [String] {
        var problems = await scene.leaks().map { "\($0) is still in memory" }
        func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
            if !holds { problems.append(text()) }
        }
        let calls = result.calls
        expect(result.tasks.isEmpty, "left behind: \(result.tasks)")
        expect(Set(calls).count == calls.count, "something was called twice: \(calls)")

        // Torn down exactly what was set up, once; what leaves goes first, everything in reverse but for what comes
        // late.
        let setUp = calls.modules(.setUp, .returned)
        let tornDown = calls.modules(.tearDown, .began)
        expect(tornDown.sorted() == setUp.sorted(), "set up \(setUp), torn down \(tornDown)")
        let late = kind == .ignoresCancellation && point != .tearDown ? name : nil
        let punctual = setUp.filter { $0 != late }
        let first = punctual.filter { leaving.contains($0) }
        let expected = first.reversed() + punctual.filter { !first.contains($0) }.reversed()
        let order = tornDown.filter { $0 != late }
        expect(order == expected, "set up \(setUp), torn down in the order \(tornDown)")

        // Nothing stays registered, and what was made is shut down once.
        expect(result.remainsOfOperation.isEmpty, "left after the operation: \(result.remainsOfOperation)")
        expect(result.remains.isEmpty, "left: \(result.remains)")
        for name in setUp + [name] {
            let counts = (scene.count(of: "make \(name)"), scene.count(of: "shut \(name)"))
            expect(counts.0 == counts.1, "\(name)'s service was made and shut down \(counts) times")
            let work = (scene.count(of: "work \(name)"), scene.count(of: "worked \(name)"))
            expect(work.0 == work.1, "\(name)'s work began and ended \(work) times")
        }

        // Every error is kept, whoever is told.
        let errors = [result.startError, result.operationError, result.stopError].compactMap { $0 }
        let told = result.told.compactMap { $0 as? HiveError }
        if mustFail(calls) {
            let isKept = (errors + told).flatMap(\.everyFailure).contains { $0.module == name }
            expect(isKept || result.told.contains { $0 is Injected }, "its failure is missing: \(errors) \(told)")
        }
        if origin == .whileStopping {
            expect(result.operationError?.code == .invalidState, "the operation was not refused")
        }
        return problems
    }

    /// Whether an error has to name the fault.
    private func mustFail(_ calls: [FaultInjector.Call]) -> Bool {
        guard calls.contains(where: { $0.module == name && $0.point == point }) else { return false }
        switch kind {
        case .ignoresCancellation, .isTooSlow: return true
        case .hangs where point == .work: return false
        default: return calls.contains(.init(name, point, .threw)) && (point != .work || kind == .throwsBefore)
        }
    }
}
