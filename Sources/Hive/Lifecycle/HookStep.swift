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

/// Several things that went wrong in one hook.
struct StepFailures: Error {
    let failures: [HiveError.Failure]
}
