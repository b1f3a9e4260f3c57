// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How the engine runs a phase over modules: until the first failure, or to the end whatever fails.

extension Engine {
    /// Runs phases until the first failure, or until a stop is asked for; each ends at its first failure.
    func runUntilFailure(_ phases: [PhaseRow.Next]) async throws {
        defer { lifecycle.withLock { $0.runner = nil } }
        let row = PhaseRow(phases) { runner in
            let mustEnd = self.lifecycle.withLock { lifecycle in
                lifecycle.runner = runner
                return lifecycle.stopReason != nil || !lifecycle.earlyFailures.isEmpty
            }
            if mustEnd { runner.interrupt() }
        } didEnd: { runner in
            try self.check(runner)
        }
        if let error = await row.run() { throw error }
    }

    /// Throws when a phase of the start has not ended well, or a stop was asked for.
    private func check(_ runner: PhaseRunner) throws {
        let failed = runner.takeOutcomes()
        // What was cancelled because of another failure comes after it, in whichever order modules stand.
        guard failed.isEmpty else {
            try checkWork(and: failed.flatMap(\.failures))
            let culprit = failed.first { !$0.isConsequence } ?? failed[0]
            let failures = culprit.failures + failed.filter { $0.step != culprit.step }.flatMap(\.failures)
            let module = runner.host.owner(of: culprit.step).name
            throw StartInterruption(phase: runner.phase, module: module, failures: failures.map(services.explained))
        }
        try checkStopRequest(before: runner.phase)
    }

    /// Runs a phase whatever any of its steps throws, unless it has none.
    func runToTheEnd(_ runner: PhaseRunner?, isBounded: Bool = true) async -> [HiveError.Failure] {
        let failures = FailureList()
        await runToTheEnd([{ runner }], failures, isBounded: isBounded)
        return failures.all
    }

    /// Runs phases whatever any of their steps throws; what comes between them throws nothing.
    ///
    /// The timeout of the whole stop bounds them, unless they see to that themselves; a stop that is asked for while
    /// one runs bounds that too.
    func runToTheEnd(_ phases: [PhaseRow.Next], _ failures: FailureList, isBounded: Bool = true) async {
        defer { lifecycle.withLock { $0.stopRunner = nil } }
        let row = PhaseRow(phases) { runner in
            let whole = self.lifecycle.withLock { lifecycle in
                lifecycle.stopRunner = runner
                return isBounded ? lifecycle.whole : nil
            }
            if let whole { runner.bound(by: whole) }
        } didEnd: { runner in
            failures.add(runner.takeOutcomes().flatMap(\.failures))
        }
        _ = await row.run()
    }

    /// What runs a phase that goes on after failures, one step after the other; nil where there is none.
    func runnerToTheEnd(
        _ phase: Phase,
        over owners: StepOwners,
        parts: StepParts? = nil,
        _ body: @escaping HookBody
    ) -> PhaseRunner? {
        guard owners.count > 0 else { return nil }
        return runner(phase, owners, policy: .goOn, parts: parts, body)
    }

    /// What runs a phase, a step for each module, or one for the hive.
    func runner(
        _ phase: Phase,
        _ owners: StepOwners,
        order: StepOrder? = nil,
        policy: PhaseRunner.Policy,
        whole: Deadline? = nil,
        parts: StepParts? = nil,
        _ body: @escaping HookBody
    ) -> PhaseRunner {
        PhaseRunner(
            phase,
            order ?? StepOrder(count: owners.count),
            in: core.environment,
            for: ModuleSteps(engine: self, phase: phase, owners: owners),
            policy: policy,
            whole: whole,
            parts: parts,
            body: body
        )
    }

    func checkStopRequest(before phase: Phase) throws {
        let (mustStop, hasEarlyEnds) = lifecycle.withLock { ($0.stopReason != nil, !$0.earlyEnds.isEmpty) }
        if hasEarlyEnds { try checkWork() }
        if mustStop { throw StartInterruption(phase: phase, module: nil, failures: []) }
    }

    /// Throws when the work of a module has ended that is only coming, with what was cancelled because of that (C49).
    func checkWork(and consequences: [HiveError.Failure] = []) throws {
        let failures = lifecycle.withLock { $0.earlyFailures }
        guard let first = failures.first else { return }
        let all = (failures + consequences).map(services.explained)
        throw StartInterruption(phase: .ready, module: first.module, failures: all)
    }
}

/// What goes wrong in phases that go on all the same.
final class FailureList: Sendable {
    private let failures = Mutex<[HiveError.Failure]>([])

    var all: [HiveError.Failure] { failures.withLock { $0 } }

    func add(_ more: [HiveError.Failure]) {
        if !more.isEmpty { failures.withLock { $0 += more } }
    }
}

/// Why a start, an addition or a reload ended before its end.
struct StartInterruption: Error {
    let phase: Phase
    /// The module that failed; nil when it was cancelled between two hooks.
    let module: String?
    let failures: [HiveError.Failure]
    /// What is wrong with the modules, when nothing was begun for it.
    var problems: [Problem] = []

    func error(_ what: String, stop: StopReason?, isInStart: Bool = true, _ report: HiveError.StartReport) -> HiveError
    {
        if let stop {
            let text = isInStart ? "The start was cancelled: \(stop)." : "\(what), because the hive stops: \(stop)."
            return HiveError(.cancelled, text, failures: failures, start: report)
        }
        let count = problems.errors.count
        if count > 0 {
            let things = count.counted("thing is", "things are")
            let subject = problems.areUnreadArguments ? "arguments" : "modules"
            let text = "The hive cannot start: \(things) wrong with its \(subject)."
            return HiveError(.invalidConfiguration, text, problems: problems, start: report)
        }
        let culprit = module.map { "module \($0)" } ?? "the hive"
        return HiveError(.startFailed, "\(what): \(culprit) failed in \(phase).", failures: failures, start: report)
    }
}
