// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The modules whose hooks run in a phase, by their steps; nil stands for what belongs to the hive.
struct ModuleSteps: PhaseHost {
    let hive: Hive
    let phase: Phase
    let runtimes: [ModuleRuntime?]

    func module(of step: Int) -> String? { runtimes[step]?.name }

    func timeout(of step: Int) -> (time: Duration, name: StaticString)? {
        let runtime = runtimes[step]
        // The delivery of the queue, in which every call has its own.
        if phase == .willStop, runtime == nil { return nil }
        let kind = phase.row.timeout
        if let time = runtime?.current.timeouts[kind] { return (time, "the module's timeout") }
        return hive.timeouts[kind].map { ($0, "the hive's timeout") }
    }

    func willRun(_ step: Int) {
        guard let runtime = runtimes[step], let interceptor = runtime.interceptor else { return }
        interceptor.willRun(phase, of: runtime.descriptor.type)
    }

    func didAbandon(_ step: Int, _ part: StepPart) {
        if part.isModules { runtimes[step]?.wasLeftRunning() }
        if case .hook = part { runtimes[step]?.abandon() }
    }

    func didReturnLate(_ step: Int, _ part: StepPart, _ thrown: (any Error)?) {
        hive.partReturnedLate(runtimes[step], phase, part, thrown)
    }
}

extension ModuleTimeouts {
    subscript(kind: Phase.TimeoutKind) -> Duration? {
        switch kind {
        case .start: start
        case .stop: stop
        }
    }
}

extension HiveTimeouts {
    subscript(kind: Phase.TimeoutKind) -> Duration? {
        switch kind {
        case .start: start
        case .stop: stop
        }
    }
}
