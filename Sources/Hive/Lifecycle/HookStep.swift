// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What the hooks of a phase do, given the module; nil stands for the hive.
///
/// It stays in the task of its caller, because a change of executors takes longer than most hooks.
typealias HookBody = nonisolated(nonsending) @Sendable (ModuleRuntime?) async throws -> Void

/// One hook, to be run in a phase.
///
/// There is one a module and phase, so it holds nothing that the runner of the phase can know for all of them.
struct HookStep: Sendable {
    /// The module; nil for what belongs to the hive.
    let runtime: ModuleRuntime?
    /// Whether the step runs beside the others instead of after the one before it.
    var isConcurrent = false
    /// The steps that have to be done before, by position.
    var dependencies: [Int] = []

    /// What errors and timelines call whoever the hook belongs to.
    var name: String { runtime?.name ?? "hive" }
}

/// A part of a step that has a time of its own; most steps have one part, the hook (C52).
enum StepPart: Sendable {
    case hook
    /// The end of the module's work.
    case work
    /// The end of the handlers that are being called.
    case handlers
    /// The shutdown of a service; each has its own time.
    case shutdown(ServiceState.Closable)

    /// What errors call the part; nil for the hook, which its phase names.
    var name: String? {
        switch self {
        case .hook: nil
        case .work: "the end of its work"
        case .handlers: "its handlers in flight"
        case .shutdown(let service): "the shutdown of \(service.key)"
        }
    }

    /// Whether it is code of the module itself that runs, so that no other instance may stand beside it (C2).
    var isModules: Bool {
        switch self {
        case .hook, .work, .handlers: true
        case .shutdown: false
        }
    }

    /// The step of a failure of the part; nil for the hook, which its phase names.
    var step: String? {
        switch self {
        case .hook: nil
        case .work: "end of work"
        case .handlers: "handlers in flight"
        case .shutdown(let service): "shutdown of \(service.key)"
        }
    }
}

/// What surrounds the hook of each step of a phase.
struct StepParts: Sendable {
    /// The part that comes after another one, or the first one; nil when the step is over.
    ///
    /// It is asked when a part has ended or been abandoned, by the task that goes on, and sees to what has no time.
    let next: @Sendable (ModuleRuntime?, _ after: StepPart?) -> StepPart?
    /// Runs any part but the hook.
    let run: nonisolated(nonsending) @Sendable (ModuleRuntime?, StepPart) async throws -> Void
}

/// How a hook ended.
struct HookOutcome: Sendable {
    /// The position of the step.
    let step: Int
    /// What went wrong: that the time was up, what the hook threw, or both.
    var failures: [HiveError.Failure] = []
    /// Whether the hook had not returned when nobody waited for it any more.
    var isAbandoned = false
    /// Whether the hook was told to return because of another's failure, or of a stop.
    var isConsequence = false

    var isSuccess: Bool { failures.isEmpty }
}
