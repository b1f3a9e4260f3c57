// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Every fault at every place of every module of several graphs: whatever happens, the invariants of the contract hold.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct FaultSweepTests {
    // C3, C4, C5, C8, C18, C37, C38, C39, C49, C50
    @Test(arguments: Graph.all)
    func invariantsHold(graph: Graph) async throws {
        for sweep in SweepCase.all(of: graph).sampled {
            let scene = Scene()
            let result = try await sweep.play(scene)
            let problems = await sweep.problems(result, scene)
            #expect(problems.isEmpty, "\(sweep): \(problems.joined(separator: "; "))")
        }
    }

    @Test func sweepIsNotEmpty() {
        #expect(Graph.all.flatMap(SweepCase.all).count > 1_500)
    }
}

extension SweepCase {
    /// The invariants that do not hold.
    func problems(_ result: Result, _ scene: Scene) async -> [String] {
        var problems = await scene.leaks().map { "\($0) is still in memory" }
        func expect(_ holds: Bool, _ text: @autoclosure () -> String) {
            if !holds { problems.append(text()) }
        }
        let calls = result.calls
        expect(result.tasks.isEmpty, "left behind: \(result.tasks)")

        // Torn down exactly what was set up, exactly once, in reverse but for what comes late.
        let setUp = calls.modules(.setUp, .returned)
        let tornDown = calls.modules(.tearDown, .began)
        expect(tornDown.sorted() == setUp.sorted(), "set up \(setUp), torn down \(tornDown)")
        let late = kind == .ignoresCancellation && point != .tearDown ? name : nil
        let order = tornDown.filter { $0 != late }
        expect(order == setUp.filter { $0 != late }.reversed(), "set up \(setUp), torn down in the order \(tornDown)")

        // Every hook at most once, and willStop only of a hive that ran.
        expect(Set(calls).count == calls.count, "something was called twice: \(calls)")
        let willStop = calls.modules(.willStop, .began)
        expect(result.startError == nil ? willStop == setUp : willStop.isEmpty, "willStop of \(willStop)")

        // Nothing stays registered, and what was made is shut down once.
        expect(result.remains.isEmpty, "left: \(result.remains)")
        for name in setUp + [name] {
            let counts = (scene.count(of: "make \(name)"), scene.count(of: "shut \(name)"))
            expect(counts.0 == counts.1, "\(name)'s service was made and shut down \(counts) times")
            let work = (scene.count(of: "work \(name)"), scene.count(of: "worked \(name)"))
            expect(work.0 == work.1, "\(name)'s work began and ended \(work) times")
        }

        // Every error is kept, and the state is final.
        let error = result.startError ?? result.stopError
        let failures = (error?.failures ?? []) + (error?.start?.rollbackFailures ?? [])
        if mustFail(calls) {
            let step = point == .creation ? "setUp" : point == .work ? "run" : "\(point)"
            let mine = failures.contains { $0.module == name && ($0.step == step || kind == .ignoresCancellation) }
            expect(mine, "its failure is missing: \(error.map { "\($0)" } ?? "no error")")
        }
        if rollsBack {
            expect(failures.first?.error as? Injected == Injected(), "the cause does not come first: \(failures)")
        }
        let stopsIt = isInStart && (kind == .stops || kind == .requestsStop)
        let hasFailed = result.startError != nil && !stopsIt
        expect(result.state == (hasFailed ? .failed : .stopped), "the state is \(result.state)")
        let code = stopsIt ? HiveErrorCode.cancelled : isInStart && mustFail(calls) ? .startFailed : error?.code
        expect(error?.code == code, "the start ended with \(error.map { "\($0)" } ?? "no error")")
        return problems
    }

    /// Whether an error has to name the fault.
    private func mustFail(_ calls: [FaultInjector.Call]) -> Bool {
        switch kind {
        case .ignoresCancellation, .isTooSlow: true
        case .hangs where point == .work: false
        case .isSlow, .stops, .requestsStop, .throwsBefore, .throwsAfter, .hangs, .startsAgain, .adds, .resolves:
            calls.contains(.init(name, point, .threw))
                && (point != .work || [.throwsBefore, .startsAgain].contains(kind))
        }
    }
}
