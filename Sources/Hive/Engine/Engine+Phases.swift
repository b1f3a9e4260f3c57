// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How the engine runs a phase over modules: until the first failure, or to the end whatever fails.

extension Engine {
    /// Runs a phase until the first failure, or until a stop is asked for.
    func runUntilFailure(_ runner: PhaseRunner) async throws {
        let mustEnd = lifecycle.withLock { lifecycle in
            lifecycle.runner = runner
            return lifecycle.mustEnd || !lifecycle.earlyFailures.isEmpty
        }
        if mustEnd { runner.interrupt() }
        let failed = await runner.run()
        lifecycle.withLock { $0.runner = nil }
        guard let first = failed.first(where: { !$0.isSurvived }) else {
            return try checkStopRequest(before: runner.phase)
        }
        try checkWork(and: failed.flatMap(\.failures))
        // What was cancelled because of another failure comes after it, in whichever order modules stand.
        let culprit = failed.first { !$0.isConsequence && !$0.isSurvived } ?? first
        let failures = culprit.failures + failed.filter { $0.step != culprit.step }.flatMap(\.failures)
        let module = runner.host.owners[culprit.step].name
        throw StartInterruption(phase: runner.phase, module: module, failures: failures)
    }

    /// Runs a phase whatever any of its steps throws.
    ///
    /// The timeout of the whole stop bounds it, unless it sees to that itself; a stop that is asked for meanwhile
    /// bounds it too.
    func runToTheEnd(_ runner: PhaseRunner, isBounded: Bool = true) async -> [HiveError.Failure] {
        let whole = lifecycle.withLock { lifecycle in
            lifecycle.stopRunner = runner
            return isBounded ? lifecycle.whole : nil
        }
        if let whole { runner.bound(by: whole) }
        let failed = await runner.run()
        lifecycle.withLock { $0.stopRunner = nil }
        return failed.flatMap(\.failures)
    }

    /// What runs a hook of each of some modules.
    func runner(
        _ phase: Phase,
        over runtimes: [ModuleRuntime],
        places: [StepPlace]? = nil,
        policy: PhaseRunner.Policy,
        whole: Deadline? = nil,
        hook: @escaping @Sendable (ModuleRuntime) async throws -> Void
    ) -> PhaseRunner {
        // Not converted as a whole, which would cast each.
        runner(phase, of: runtimes.map { $0 }, places: places, policy: policy, whole: whole) { step throws(Handover) in
            let runtime = runtimes[step.place]
            try await step.run { try await hook(runtime) }
        }
    }

    /// What runs a phase, a step for each module, or for the hive where there is none.
    func runner(
        _ phase: Phase,
        of members: [ModuleRuntime?],
        places: [StepPlace]? = nil,
        policy: PhaseRunner.Policy,
        whole: Deadline? = nil,
        hasTimeout: Bool = true,
        body: @escaping PhaseRunner.Body
    ) -> PhaseRunner {
        let kind = phase.row.timeout
        let isDrain = kind == .drain
        let name: StaticString = isDrain ? "the module's drainTimeout" : "the module's timeout"
        let usualName: StaticString = isDrain ? "the hive's timeout drain" : "the hive's timeout"
        let usual = hasTimeout ? timeouts[kind].map { (time: $0, name: usualName) } : nil
        let host = PhaseHost(owners: members.map { $0?.owner ?? owner }) { step in
            members[step]?.manifest[timeout: kind].map { ($0, name) } ?? usual
        } isLeftOut: { step in
            policy == .endAtFirstFailure && members[step]?.isFailing == true
        } willRun: { step in
            if let runtime = members[step] { runtime.interceptor?.willRun(phase, of: runtime.descriptor.type) }
        } survives: { outcome in
            self.survives(outcome, of: members[outcome.step], phase)
        } abandoned: { step, part in
            if part.isModules { members[step]?.wasLeftRunning() }
            if case .hook = part { members[step]?.abandon() }
        } returnedLate: { step, part, thrown in
            self.partReturnedLate(members[step], phase, part, thrown)
        }
        let places = places ?? members.map { _ in StepPlace() }
        return PhaseRunner(phase, places, in: self, for: host, policy: policy, whole: whole, body: body)
    }

    func checkStopRequest(before phase: Phase) throws {
        let (mustStop, hasEarlyEnds) = lifecycle.withLock { ($0.mustEnd, !$0.earlyEnds.isEmpty) }
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
