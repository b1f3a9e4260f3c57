// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a phase does for one module, or for the hive itself: a hook, or several parts one after the other.
struct PhaseStep: Sendable {
    /// The position of the step.
    let place: Int
    /// The end of a step that it begins after.
    let after: PhaseRunner.End
    private(set) var outcome: HookOutcome
    /// When the last part has ended, or the step has begun.
    private(set) var ended: Duration
    /// What has been run, and is not run again when another task begins the step once more.
    private var done: [StepPart] = []
    /// What the step has asked for in vain.
    let failedCreations = FailedCreations()
    private let runner: PhaseRunner
    /// The task that runs the step; nil in between, because its gate keeps the step then.
    var carrier: PhaseCarrier?

    init(_ place: Int, of runner: PhaseRunner, after: PhaseRunner.End) {
        self.place = place
        self.after = after
        self.runner = runner
        outcome = HookOutcome(step: place)
        ended = after.time
    }

    /// Ends the step, and puts the services in their places for want of which it has failed (C3).
    mutating func end() {
        outcome.failures = outcome.failures.map(failedCreations.explained)
        failedCreations.end()
    }

    /// Runs a part of the step within its time, and notes how that ended.
    ///
    /// - Throws: That another task goes on, which begins the step once more; this part is over then.
    nonisolated(nonsending)
        mutating func run(
            _ part: StepPart = .hook,
            _ operation: @Sendable () async throws -> Void
        ) async throws(Handover)
    {
        guard let carrier, !done.contains(part) else { return }
        let (step, progress) = (left, carrier.progress)
        // Not when the part before it has ended: what came in between may be code of the application.
        let call = runner.begin(part, of: place, at: runner.engine.clock.now())
        let end = await call.run(in: carrier.task, operation) { end in
            var step = step
            step.note(part, end)
            progress.open(.within(step))
        }
        guard let end else { throw Handover() }
        note(part, end)
        // Nothing else may begin in a task that is cancelled; a hook may have cancelled its own as well.
        guard end.isCancelled || Task.isCancelled else { return }
        progress.open(.within(left))
        throw Handover()
    }

    /// The step for another task to go on with.
    private var left: PhaseStep {
        var step = self
        step.carrier = nil
        return step
    }

    private mutating func note(_ part: StepPart, _ end: BoundedCall<Void>.Outcome) {
        // Each shutdown is of another instance.
        if !part.isShutdown { done.append(part) }
        ended = end.ended
        outcome.isConsequence = end.isCancelled && end.missed == nil
        if let missed = end.missed, runner.isWhole(missed) { outcome.isOfWhole = true }
        if end.isAbandoned {
            outcome.isAbandoned = true
            let abandonment = HiveError.abandonment(after: runner.engine.grace)
            outcome.failures.append(runner.timeout(place, part, end.missed, at: ended, abandonment))
        } else if end.missed != nil {
            outcome.failures.append(runner.timeout(place, part, end.missed, at: ended))
        }
        // What a hook throws because its time was up says nothing more.
        if let error = end.error, end.missed == nil || !(error is CancellationError) {
            outcome.failures.append(runner.failure(place, part, error))
        }
    }
}

/// Ends a step in its task, because another one goes on with it: a part was abandoned, or was told to return.
struct Handover: Error {}

/// A task that runs steps of a phase, until a part of one was told to return.
struct PhaseCarrier {
    let task: Task<Void, Never>
    /// Opens when the task has run all steps, or another one has to go on.
    let progress: Gate<PhaseRunner.Progress>
}

/// How a step ended.
struct HookOutcome: Sendable {
    /// The position of the step.
    let step: Int
    /// What went wrong: that the time was up, what the hook threw, or both.
    var failures: [HiveError.Failure] = []
    /// Whether the hook, or another part, was abandoned.
    var isAbandoned = false
    /// Whether the hook was told to return because of another's failure, or of a stop.
    var isConsequence = false
    /// Whether the time was up that the whole start or stop has.
    var isOfWhole = false
    /// Whether the phase goes on without the step.
    var isSurvived = false
}

/// A part of a step that has a time of its own; most steps have one part, the hook (C52).
enum StepPart: Hashable {
    case hook
    /// The end of the module's work.
    case work
    /// The end of the handlers that are being called.
    case handlers
    /// The end of the check of the module's health that is under way.
    case healthCheck
    /// The shutdown of a service; each has its own time.
    case shutdown(ServiceKey)

    /// What errors call the part; nil for the hook, which its phase names.
    var name: String? {
        switch self {
        case .hook: nil
        case .work: "the drain of its work"
        case .handlers: "its handlers in flight"
        case .healthCheck: "its health check"
        case .shutdown(let key): "the shutdown of \(key)"
        }
    }

    var isShutdown: Bool { if case .shutdown = self { true } else { false } }

    /// Whether it is code of the module itself that runs, so that no other instance may stand beside it (C2).
    var isModules: Bool { !isShutdown }

    /// The step of a failure of the part; nil for that which its phase names.
    var step: String? {
        switch self {
        case .hook, .work: nil
        case .handlers: "handlers in flight"
        case .healthCheck: "health check"
        case .shutdown(let key): "shutdown of \(key)"
        }
    }
}
