// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the hook of each step of a phase does, for the steps that a task runs: `{ await $0.each { step in … } }`.
///
/// It stays in the task of its caller, because a change of executors takes longer than most hooks.
typealias HookBody = nonisolated(nonsending) @Sendable (_ steps: TaskSteps) async -> PhaseRunner.Job

/// How many steps a phase has, and which of them wait for which.
struct StepOrder: Sendable {
    /// When one step runs.
    struct Place: Sendable {
        /// Whether it runs beside the others instead of after the one before it.
        let isConcurrent: Bool
        /// Whether it is no step: nothing runs, and it ends when all that it waits for has ended.
        var isJoint = false
        /// The places, of steps and others, that have to be done before.
        let dependencies: [Int]
        /// Those that it lets end first, unless it is told not to wait any more.
        var softDependencies: [Int] = []
    }

    /// How many places there are.
    let count: Int
    /// Empty where the steps run one after the other, as they do in most phases.
    private let places: [Place]
    /// The steps that wait for each one, and those that only let it end first.
    private let dependents: (all: [[Int]], soft: [[Int]])

    /// Steps that run one after the other.
    init(count: Int) {
        self.count = count
        places = []
        dependents = ([], [])
        isSequence = true
    }

    /// Steps of which some run beside others.
    init(_ places: [Place]) {
        count = places.count
        self.places = places
        let none = Array(repeating: [Int](), count: places.count)
        var dependents = (all: none, soft: none)
        for (step, place) in places.enumerated() {
            for other in place.dependencies { dependents.all[other].append(step) }
            for other in place.softDependencies { dependents.soft[other].append(step) }
        }
        self.dependents = dependents
        isSequence = places.isEmpty
    }

    /// Whether every step simply follows the one before.
    let isSequence: Bool

    func isConcurrent(_ step: Int) -> Bool { isSequence ? false : places[step].isConcurrent }

    func isJoint(_ step: Int) -> Bool { isSequence ? false : places[step].isJoint }

    /// How many steps each one waits for.
    var dependencyCounts: [Int] { places.map(\.dependencies.count) }

    /// How many steps each one lets end first besides.
    var softDependencyCounts: [Int] { places.map(\.softDependencies.count) }

    func dependents(of step: Int) -> [Int] { dependents.all[step] }

    func softDependents(of step: Int) -> [Int] { dependents.soft[step] }
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
    ///
    /// Indirect, so that a part is a word.
    indirect case shutdown(PendingShutdown)

    /// What errors call the part; nil for the hook, which its phase names.
    var name: String? {
        switch self {
        case .hook: nil
        case .work: "the drain of its work"
        case .handlers: "its handlers in flight"
        case .healthCheck: "its health check"
        case .shutdown(let service): "the shutdown of \(service.key)"
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
        case .shutdown(let service): "shutdown of \(service.key)"
        }
    }
}

/// What surrounds the hook of each step of a phase.
struct StepParts: Sendable {
    /// The part that comes after another one, or the first one; nil when the step is over.
    ///
    /// It is asked when a part has ended or been abandoned, by the task that goes on, and does what needs no time of
    /// its own.
    let next: @Sendable (_ step: Int, _ after: StepPart?) -> StepPart?
    /// Runs any part but the hook.
    let run: nonisolated(nonsending) @Sendable (_ step: Int, StepPart) async throws -> Void
}

/// How a hook ended.
struct HookOutcome: Sendable {
    /// The position of the step.
    let step: Int
    /// What went wrong: that the time was up, what the hook threw, or both.
    var failures: [HiveError.Failure] = []
    /// Whether the hook was abandoned.
    var isAbandoned = false
    /// Whether the hook was told to return because of another's failure, or of a stop.
    var isConsequence = false
}
