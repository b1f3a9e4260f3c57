// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Whom the steps of a phase belong to; phases over the same modules share it.
final class StepOwners: Sendable {
    /// Empty where the one step belongs to the hive.
    private let modules: [ModuleRuntime]
    /// The modules, or the hive, for what outlives them.
    let owners: [Owner]

    /// Whether some module may have a timeout of its own.
    private let haveOwnTimeouts: Bool
    /// Whether a step has a timeout.
    let haveTimeouts: Bool

    private init(_ modules: [ModuleRuntime], _ owners: [Owner], haveOwnTimeouts: Bool, haveTimeouts: Bool = true) {
        self.modules = modules
        self.owners = owners
        self.haveOwnTimeouts = haveOwnTimeouts
        self.haveTimeouts = haveTimeouts
    }

    /// Each step belongs to a module.
    static func modules(_ modules: [ModuleRuntime]) -> StepOwners {
        var owners: [Owner] = []
        owners.reserveCapacity(modules.count)
        var haveOwnTimeouts = false
        for module in modules {
            owners.append(module.owner)
            if module.mayHaveOwnTimeouts { haveOwnTimeouts = true }
        }
        return StepOwners(modules, owners, haveOwnTimeouts: haveOwnTimeouts)
    }

    /// The one step belongs to the hive.
    static func hive(_ owner: Owner, hasTimeout: Bool = true) -> StepOwners {
        StepOwners([], [owner], haveOwnTimeouts: false, haveTimeouts: hasTimeout)
    }

    var count: Int { owners.count }

    /// The module of a step; nil for what belongs to the hive.
    subscript(step: Int) -> ModuleRuntime? { modules.isEmpty ? nil : modules[step] }

    /// Whether some module has a timeout of its own.
    func hasOwnTimeout(_ kind: Phase.TimeoutKind) -> Bool {
        haveOwnTimeouts && modules.contains { $0.timeouts[kind] != nil }
    }

    /// Whether a test stands between the hive and the modules.
    var areIntercepted: Bool { modules.first?.interceptor != nil }
}

/// The engine as the host of a phase that it has run.
final class ModuleSteps: PhaseHost {
    private let engine: Engine
    private let phase: Phase
    private let members: StepOwners
    let hasOwnTimeouts: Bool
    let usualTimeout: (time: Duration, name: StaticString)?

    init(engine: Engine, phase: Phase, owners: StepOwners) {
        self.engine = engine
        self.phase = phase
        members = owners
        let kind = phase.row.timeout
        hasOwnTimeouts = owners.hasOwnTimeout(kind)
        let name: StaticString = kind == .drain ? "the hive's timeout drain" : "the hive's timeout"
        usualTimeout = owners.haveTimeouts ? engine.timeouts[kind].map { ($0, name) } : nil
    }

    var owners: [Owner] { members.owners }

    func owner(of step: Int) -> Owner { members.owners[step] }

    var isTold: Bool { members.areIntercepted }

    func timeout(of step: Int) -> (time: Duration, name: StaticString)? {
        let kind = phase.row.timeout
        if let time = members[step]?.timeouts[kind] {
            return (time, kind == .drain ? "the module's drainTimeout" : "the module's timeout")
        }
        return usualTimeout
    }

    func willRun(_ step: Int) {
        guard let runtime = members[step], let interceptor = runtime.interceptor else { return }
        interceptor.willRun(phase, of: runtime.descriptor.type)
    }

    func didAbandon(_ step: Int, _ part: StepPart) -> (@Sendable () -> Void)? {
        if part.isModules { members[step]?.wasLeftRunning() }
        switch part {
        case .hook:
            members[step]?.abandon()
            return nil
        case .work:
            let work = members[step]?.work
            return { work?.abandon() }
        case .handlers, .healthCheck, .shutdown: return nil
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
