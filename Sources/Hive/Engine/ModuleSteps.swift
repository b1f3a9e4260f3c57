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
final class ModuleSteps: PhaseHost {
    let engine: Engine
    let phase: Phase
    private let members: StepOwners
    private let timeout: Phase.TimeoutKind
    /// What counts where a module states nothing.
    private let usual: (time: Duration, name: StaticString)?

    init(engine: Engine, phase: Phase, owners: StepOwners) {
        self.engine = engine
        self.phase = phase
        members = owners
        timeout = phase.row.timeout
        // The delivery of the queue, in which every call has its own.
        let isDelivery = if case .hive = owners { phase != .tearDown && phase.occasion == .stop } else { false }
        let name: StaticString = timeout == .drain ? "the hive's timeout drain" : "the hive's timeout"
        usual = isDelivery ? nil : engine.timeouts[timeout].map { ($0, name) }
    }

    var owners: [Owner] {
        switch members {
        case .hive: [engine.owner]
        case .modules(let modules): modules.map(\.owner)
        }
    }

    func owner(of step: Int) -> Owner { members[step]?.owner ?? engine.owner }

    var isTold: Bool { if case .modules(let modules) = members { modules.first?.interceptor != nil } else { false } }

    func timeout(of step: Int) -> (time: Duration, name: StaticString)? {
        if let time = members[step]?.timeouts[timeout] {
            return (time, timeout == .drain ? "the module's drainTimeout" : "the module's timeout")
        }
        return usual
    }

    func willRun(_ step: Int) {
        guard let runtime = members[step], let interceptor = runtime.interceptor else { return }
        interceptor.willRun(phase, of: runtime.descriptor.type)
    }

    func didAbandon(_ step: Int, _ part: StepPart) {
        if part.isModules { members[step]?.wasLeftRunning() }
        switch part {
        case .hook: members[step]?.abandon()
        case .work: members[step]?.work?.abandon()
        case .handlers, .healthCheck, .shutdown: break
        }
    }

    func didReturnLate(_ step: Int, _ part: StepPart, _ thrown: (any Error)?) {
        engine.partReturnedLate(members[step], phase, part, thrown)
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
