// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How the long-running work of modules begins, and what follows from its end (C49).

extension Engine {
    /// Gives a module its work, which begins later; nil when the hive is only brought up for a question (C57).
    func makeWork(of runtime: ModuleRuntime, _ worker: any WorkingModule) -> ModuleWork? {
        guard lifecycle.withLock({ $0.question == nil }) else { return nil }
        let manifest = runtime.descriptor.manifest
        let work = ModuleWork(manifest.work ?? .immediate, mayEnd: manifest.workMayEnd ?? false)
        runtime.take(work)
        return work
    }

    /// Begins work at the end of its module's `ready`, and returns when it has announced itself.
    nonisolated(nonsending)
        func beginAnnounced(_ work: ModuleWork, of runtime: ModuleRuntime, _ worker: any WorkingModule) async throws
    {
        // The hook may have returned although it was told to end.
        try Task.checkCancellation()
        begin(work, of: runtime, worker)
        let (end, isAnnounced) = await work.waitUntilAnnounced()
        if isAnnounced { return }
        if case .threw(let error, let cause) = end, !(error is CancellationError) {
            // Passed on by the hook that waits for the work, which so fails for want of the same service.
            if let cause { services.note(cause, for: nil) }
            throw error
        }
        if Task.isCancelled { throw Self.silence(of: runtime) }
        throw Self.earlyEnd(of: runtime)
    }

    /// Lets the work of modules begin, or go on, now that they are up.
    func startWork(_ runtimes: [ModuleRuntime]) {
        for runtime in runtimes {
            guard let work = runtime.work else { continue }
            switch work.readiness {
            case .announced:
                if let end = work.admit() { endedByItself(work, of: runtime, end) }
            case .immediate:
                if let worker = runtime.instance as? any WorkingModule { begin(work, of: runtime, worker) }
            }
        }
    }

    private func begin(_ work: ModuleWork, of runtime: ModuleRuntime, _ worker: any WorkingModule) {
        let context = WorkContext(scope: HookScope(runtime: runtime, hive: self, ticket: 0), work: work)
        work.begin {
            try await ActivityScope.run(self.identity, .work(work)) {
                try await runtime.call(.work) { try await worker.run(context) }
            }
        } ended: { stage, end in
            self.workEnded(work, of: runtime, stage, end)
        }
    }

    private func workEnded(
        _ work: ModuleWork,
        of runtime: ModuleRuntime,
        _ stage: ModuleWork.Stage,
        _ end: ModuleWork.End
    ) {
        let cutOff = work.cutOff
        if cutOff.isCutOff { warn(.workCancelled(runtime.name, hasLooked: cutOff.hasLooked)) }
        switch end {
        case .returned:
            observers.notify(.init(.workEnded, module: runtime.name))
        case .threw(let error, _):
            // What is thrown because the work was told to end is no failure; a library may cancel what it drains.
            if stage >= .leaving, error is CancellationError { return }
            observers.notify(.init(.workFailed, module: runtime.name, error: error))
        }
        switch stage {
        case .coming:
            // Before that, its module's `ready` waits for it, and fails.
            if work.isAnnounced { endedEarly(work, of: runtime, end) }
        case .running:
            endedByItself(work, of: runtime, end)
        case .leaving, .draining:
            guard case .threw(let error, _) = end else { return }
            // A stop does not fail because of what would have been survived before; observers have been told.
            if stage == .leaving, policy(of: runtime).kind != .stop { return }
            work.keep(Self.failure(of: runtime, end, returned: error))
        case .cancelled:
            // Many report a cancellation with an error of their own, a closed connection for instance.
            break
        }
    }

    /// Ends the start, the addition or the reload that has brought the module.
    private func endedEarly(_ work: ModuleWork, of runtime: ModuleRuntime, _ end: ModuleWork.End) {
        let failure = Self.failure(of: runtime, end, returned: Self.earlyEnd(of: runtime))
        // It is seen to at the end of the phase.
        if survive(failure, of: runtime) { return }
        let runner = lifecycle.withLock { lifecycle in
            lifecycle.earlyEnds.append((work, failure))
            return lifecycle.runner
        }
        runner?.interrupt()
    }

    /// Stops the hive because work has ended that nobody had asked to end.
    private func endedByItself(_ work: ModuleWork, of runtime: ModuleRuntime, _ end: ModuleWork.End) {
        if case .returned = end, work.mayEnd { return }
        let failure = Self.failure(of: runtime, end, returned: Self.unexpectedEnd(of: runtime))
        guard policy(of: runtime).kind == .stop else {
            // As above, a stop does not fail.
            if stopReason == nil, survive(failure, of: runtime) { endFailed(runtime) }
            return
        }
        switch end {
        case .returned:
            // A program that does one thing has done it. What had said that it is up was meant to go on; others are
            // cut off in the middle of theirs.
            let othersGoOn = modules.inBootOrder().contains { $0 !== runtime && $0.work?.hasEnded == false }
            let isNews = work.isAnnounced || othersGoOn
            requestStop(StopReason(description: "the work of \(runtime.name) has ended", isNews: isNews))
        case .threw(let error, _):
            let isReason = lifecycle.withLock { lifecycle in
                guard lifecycle.state == .running else { return false }
                lifecycle.workFailures.append((runtime.name, failure))
                return true
            }
            guard isReason else { return work.keep(failure) }
            requestStop(StopReason("the work of \(runtime.name) failed: \(error)"))
        }
    }

    /// Tells observers what a module does otherwise than it seems to mean it, and a person by `Hive.main`.
    func warn(_ doubt: HiveObservation) {
        observers.notify(doubt)
        guard let error = doubt.error as? HiveError, let warn = lifecycle.withLock({ $0.warn }) else { return }
        warn("warning: \(error.origin.map { "\($0): " } ?? "")\(error.message)".onOneLine)
    }

    /// Tells a person, by `Hive.main`, of a failure that is survived, or of its end.
    func tell(_ text: String) { lifecycle.withLock { $0.warnsOfFailures ? $0.warn : nil }?(text.onOneLine) }

    /// The failure of work that has ended and was not to: what it threw, or else the error of its return.
    private static func failure(of runtime: ModuleRuntime, _ end: ModuleWork.End, returned: any Error)
        -> HiveError.Failure
    {
        switch end {
        case .returned: return .init(module: runtime.name, step: "run", error: returned)
        case .threw(let error, let cause):
            let failure = HiveError.Failure(module: runtime.name, step: "run", error: error)
            return cause?.explaining(failure) ?? failure
        }
    }

    /// The error of work that has returned before its hive ran.
    private static func earlyEnd(of runtime: ModuleRuntime) -> HiveError {
        let text = "The work of \(runtime.name) returned before the hive ran."
        return HiveError(.workFailed, "\(text) Work that is announced goes on until it is asked to end.")
    }

    /// The error of work that has returned although it may not.
    private static func unexpectedEnd(of runtime: ModuleRuntime) -> HiveError {
        let text = "The work of \(runtime.name) returned, and nobody had asked it to end."
        return HiveError(.workFailed, "\(text) Write ModuleManifest(workMayEnd: true) where that is well.")
    }

    /// The error of work that had not announced itself when it was cancelled.
    private static func silence(of runtime: ModuleRuntime) -> HiveError {
        let text = "The work of \(runtime.name) had not called announceReady() when it was cancelled."
        let remedy = "Call it when what the module serves can be used, or take readiness away from the module."
        return HiveError(.cancelled, "\(text) Its module says that its readiness is announced. \(remedy)")
    }
}

extension HiveObservation {
    /// Something in what the hive was told to run is doubtful.
    static func configurationDoubtful(_ problem: Problem, in module: String? = nil) -> HiveObservation {
        let text = problem.message + (problem.remedy.map { " \($0)" } ?? "")
        let error = HiveError(problem.code, text, at: problem.origin)
        return HiveObservation(.configurationDoubtful, module: module, error: error)
    }

    /// Work has said that it is up, and nobody has waited for it.
    static func announcementUnawaited(_ module: String) -> HiveObservation {
        let text = "The work of \(module) called announceReady(), and the start had not waited for it."
        let remedy = "Write ModuleManifest(work: .announced) in the module, or leave out the call."
        let error = HiveError(.invalidState, "\(text) \(remedy)")
        return HiveObservation(.announcementUnawaited, module: module, error: error)
    }

    /// Work was cancelled that had not said that it drains; it may have looked whether it was asked to.
    ///
    /// The module is nil for what the hive was run for.
    static func workCancelled(_ module: String?, hasLooked: Bool) -> HiveObservation {
        guard hasLooked else { return HiveObservation(.workCancelled, module: module) }
        let subject = module.map { "The work of \($0)" } ?? "What the hive was run for"
        let text = "\(subject) was cancelled, perhaps in the middle of a job:"
        let reason = "it reads isDraining, which does not tell the hive that it ends when it is asked to."
        let remedy = "Run its loop inside withDrainHandler(operation:onDrain:), or wait by sleep(for:)."
        let error = HiveError(.cancelled, "\(text) \(reason) \(remedy)")
        return HiveObservation(.workCancelled, module: module, error: error)
    }
}
