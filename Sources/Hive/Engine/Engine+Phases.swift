// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How the engine runs a phase over modules: until the first failure, or to the end whatever fails.

extension Engine {
    /// Runs the hooks of a phase until the first failure, or until a stop is asked for.
    func runUntilFailure(
        _ phase: Phase,
        over owners: StepOwners,
        order: StepOrder? = nil,
        within whole: Deadline?,
        _ body: @escaping HookBody
    ) async throws {
        let runner = runner(phase, owners, order: order, policy: .endAtFirstFailure, whole: whole, body)
        let mustEnd = lifecycle.withLock { lifecycle in
            lifecycle.runner = runner
            return lifecycle.stopReason != nil || !lifecycle.earlyFailures.isEmpty
        }
        defer { lifecycle.withLock { $0.runner = nil } }
        if mustEnd { runner.interrupt() }
        let failed = await runner.run()
        // What was cancelled because of another failure comes after it, in whichever order modules stand.
        guard failed.isEmpty else {
            try checkWork(and: failed.flatMap(\.failures))
            let culprit = failed.first { !$0.isConsequence } ?? failed[0]
            let failures = culprit.failures + failed.filter { $0.step != culprit.step }.flatMap(\.failures)
            throw StartInterruption(phase: phase, module: owners[culprit.step]?.name, failures: failures)
        }
        try checkStopRequest(before: phase)
    }

    /// Runs the hooks of a phase one after the other, whatever any of them throws.
    func runToTheEnd(
        _ phase: Phase,
        over owners: StepOwners,
        within whole: Deadline?,
        parts: StepParts? = nil,
        _ body: @escaping HookBody
    ) async -> [HiveError.Failure] {
        guard owners.count > 0 else { return [] }
        return await runToTheEnd(runner(phase, owners, policy: .goOn, whole: whole, parts: parts, body))
    }

    /// Runs a phase whatever any of its steps throws.
    func runToTheEnd(_ runner: PhaseRunner) async -> [HiveError.Failure] {
        lifecycle.withLock { $0.stopRunner = runner }
        defer { lifecycle.withLock { $0.stopRunner = nil } }
        return await runner.run().flatMap(\.failures)
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
        throw StartInterruption(phase: .ready, module: first.module, failures: failures + consequences)
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

    func error(_ what: String, stop: StopReason?, _ report: HiveError.StartReport) -> HiveError {
        if let stop {
            return HiveError(.cancelled, "The start was cancelled: \(stop).", failures: failures, start: report)
        }
        let count = problems.errors.count
        if count > 0 {
            let things = count.counted("thing is", "things are")
            let text = "The hive cannot start: \(things) wrong with its modules."
            return HiveError(.invalidConfiguration, text, problems: problems, start: report)
        }
        let culprit = module.map { "module \($0)" } ?? "the hive"
        return HiveError(.startFailed, "\(what): \(culprit) failed in \(phase).", failures: failures, start: report)
    }
}
