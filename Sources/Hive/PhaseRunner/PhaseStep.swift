// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What a phase does for one module, or for the hive itself: a hook, or several parts one after the other.
struct PhaseStep {
    /// The position of the step.
    let place: Int
    private(set) var outcome: HookOutcome
    /// When the last part has ended, or the step has begun.
    private(set) var ended: Duration
    private let runner: PhaseRunner

    init(_ place: Int, of runner: PhaseRunner, at began: Duration) {
        self.place = place
        self.runner = runner
        outcome = HookOutcome(step: place)
        ended = began
    }

    /// Puts the services in their places for want of which the step has failed (C3).
    mutating func explain(by failed: FailedCreations) { outcome.failures = outcome.failures.map(failed.explained) }

    /// Runs a part of the step within its time, and notes how that ended; it never begins in a cancelled task.
    nonisolated(nonsending)
        mutating func run(_ part: StepPart = .hook, _ operation: @escaping @Sendable () async throws -> Void) async
    {
        // Not when the part before it has ended: what came in between may be code of the application.
        let call = runner.begin(part, of: place, at: runner.core.clock.now())
        let end = await call.run(followsCaller: false, operation)
        ended = end.ended
        outcome.isConsequence = end.isCancelled && end.missed == nil
        if end.isAbandoned {
            outcome.isAbandoned = true
            let abandonment = HiveError.abandonment(after: runner.core.grace)
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
}

/// A part of a step that has a time of its own; most steps have one part, the hook (C52).
enum StepPart: Sendable {
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

    /// Whether it is code of the module itself that runs, so that no other instance may stand beside it (C2).
    var isModules: Bool {
        switch self {
        case .hook, .work, .handlers, .healthCheck: true
        case .shutdown: false
        }
    }

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
