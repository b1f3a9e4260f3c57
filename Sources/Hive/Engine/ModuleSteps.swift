// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Whom the steps of a phase belong to.
enum StepOwners: Sendable {
    /// The one step belongs to the hive.
    case hive
    /// Each step belongs to a module.
    case modules([ModuleRuntime])

    var count: Int {
        switch self {
        case .hive: 1
        case .modules(let modules): modules.count
        }
    }

    /// The module of a step; nil for what belongs to the hive.
    subscript(step: Int) -> ModuleRuntime? {
        switch self {
        case .hive: nil
        case .modules(let modules): modules[step]
        }
    }
}

/// The engine as the host of a phase that it has run.
struct ModuleSteps: PhaseHost {
    let engine: Engine
    let phase: Phase
    let owners: StepOwners

    func module(of step: Int) -> String? { owners[step]?.name }

    func timeout(of step: Int) -> (time: Duration, name: StaticString)? {
        let runtime = owners[step]
        // The delivery of the queue, in which every call has its own.
        if runtime == nil, phase != .tearDown, phase.occasion == .stop { return nil }
        let kind = phase.row.timeout
        let isDrain = kind == .drain
        if let time = runtime?.current.timeouts[kind] {
            return (time, isDrain ? "the module's drainTimeout" : "the module's timeout")
        }
        return engine.timeouts[kind].map { ($0, isDrain ? "the hive's timeout drain" : "the hive's timeout") }
    }

    func willRun(_ step: Int) {
        guard let runtime = owners[step], let interceptor = runtime.interceptor else { return }
        interceptor.willRun(phase, of: runtime.descriptor.type)
    }

    func didAbandon(_ step: Int, _ part: StepPart) {
        if part.isModules { owners[step]?.wasLeftRunning() }
        switch part {
        case .hook: owners[step]?.abandon()
        case .work: owners[step]?.work?.abandon()
        case .handlers, .healthCheck, .shutdown: break
        }
    }

    func didReturnLate(_ step: Int, _ part: StepPart, _ thrown: (any Error)?) {
        engine.partReturnedLate(owners[step], phase, part, thrown)
    }
}

extension ModuleTimeouts {
    subscript(kind: Phase.TimeoutKind) -> Duration? {
        switch kind {
        case .start: start
        case .stop: stop
        case .drain: drain
        }
    }
}

extension HiveTimeouts {
    subscript(kind: Phase.TimeoutKind) -> Duration? {
        switch kind {
        case .start: start
        case .stop: stop
        case .drain: drain
        }
    }
}
