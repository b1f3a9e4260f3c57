// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Modules that come and go while the hive runs (C15, C16).

extension Engine {
    /// Adds a module, after what was asked for before.
    func add(_ declaration: ModuleDeclaration) async throws {
        let operation = Operation(kind: .addition, module: declaration.type.moduleName) { engine, whole in
            try await engine.bringUp(declaration, within: whole)
        }
        try await perform(operation, waits: true)
    }

    /// Removes a module, after what was asked for before.
    func remove(_ type: any HiveModule.Type, removesDependents: Bool) async throws {
        let (id, name) = (ObjectIdentifier(type), type.moduleName)
        let interrupted: @Sendable (Engine) -> Set<String> = { _ in [name] }
        let operation = Operation(kind: .removal, module: name, interrupted: interrupted) { engine, _ in
            try await engine.takeDown(id, named: name, withDependents: removesDependents)
        }
        try await perform(operation, waits: !ActivityScope.isInside(identity))
    }

    /// Takes a module in that comes while the hive runs: at a position that is free, or else behind all others.
    func add(_ descriptor: ModuleDescriptor, at position: Int? = nil, as arrival: ModuleRuntime.Arrival = .byItself)
        -> ModuleRuntime
    {
        let position = position ?? modules.newPosition()
        let runtime = ModuleRuntime(descriptor, position: position, engine: self, arrival: arrival)
        modules.add(runtime)
        observers.notify(.init(.moduleRegistered, module: descriptor.name))
        forgetUses()
        return runtime
    }

    private func bringUp(_ declaration: ModuleDeclaration, within whole: Deadline?) async throws {
        let (name, id) = (declaration.type.moduleName, ObjectIdentifier(declaration.type))
        if modules.runtime(id) != nil {
            let text = "\(name) is running already. Remove it first."
            throw HiveError(.duplicateModule, text, at: declaration.origin)
        }
        if down.entry(id) != nil {
            let text =
                "\(name) is there already, and down: it is \(stateText(of: id)). Restart it, or remove it first."
            throw HiveError(.duplicateModule, text, at: declaration.origin)
        }
        if modules.isLingering(id) {
            let text = "\(name) cannot be added: \(RunningModules.isLingering)"
            throw HiveError(.invalidState, text, at: declaration.origin)
        }
        let descriptor = registrations.descriptor(of: declaration)
        if let missing = missing(for: [descriptor])[id] {
            let text = "\(name) cannot be added: it needs \(missing.name), which is \(stateText(of: missing.id))."
            throw HiveError(.unavailable, "\(text) Add it when that is up.", at: declaration.origin)
        }
        let problems = registrations.problems(ofAdding: descriptor)
        guard problems.errors.isEmpty else {
            let text = "\(name) cannot be added."
            throw HiveError(.invalidConfiguration, text, at: descriptor.origin, problems: problems)
        }
        // What is added in a start is a part of it.
        let runtime = add(descriptor, as: state == .starting ? .byItself : .askedFor)
        do {
            try await bringUp([runtime], order: [.init(level: 0, dependencies: [])], within: whole)
        } catch let interruption as StartInterruption {
            // One that is asked for from now on has not ended the addition.
            let stop = stopReason
            let (isSetUp, isAbandoned) = (runtime.isSetUp, runtime.isAbandoned)
            let failures = await takeOut([runtime], because: .startFailed, isRollback: true)
            let report = HiveError.StartReport(
                phase: interruption.phase,
                module: interruption.module,
                started: isSetUp ? [name] : [],
                abandoned: isSetUp && isAbandoned ? [name] : [],
                notStarted: isSetUp ? [] : [name],
                rollbackFailures: failures
            )
            // The state is `starting` until a start has ended, also one that is cancelled.
            let isInStart = state == .starting
            throw interruption.error("\(name) was not added", stop: stop, isInStart: isInStart, report)
        }
        registrations.note(added: declaration)
        // While the hive starts, work begins with everybody else's.
        if state == .running { startWork([runtime]) }
    }

    private func takeDown(_ id: ObjectIdentifier, named name: String, withDependents: Bool) async throws {
        let runtime = modules.runtime(id)
        let entry = down.entry(id)
        if runtime == nil, entry == nil {
            throw HiveError(.unknownModule, "\(name) cannot be removed: it is not running.")
        }
        let leaving = try runtime.map { [$0] + (try dependents(of: $0, leave: withDependents)) } ?? []
        let needing = requirements(with: down.inBootOrder).dependents(of: id)
        let waiting = down.inBootOrder.filter { needing.contains($0.id) }
        if !waiting.isEmpty, !withDependents {
            let names = waiting.map(\.name).joined(separator: ", ")
            let text = "\(name) cannot be removed: needed by \(names), down \(entry == nil ? "at present" : "as well")."
            throw HiveError(.invalidState, "\(text) Remove them first, or pass removesDependents: true.")
        }
        // What is down comes back no more, whatever happens while the others go.
        let gone = waiting + [entry].compactMap(\.self)
        for entry in gone { forget(entry) }
        let failures = await takeOut(leaving, because: StopReason("\(name) is removed"))
        for runtime in leaving { forgetRestarts(of: runtime.descriptor.id) }
        registrations.note(removed: gone.map(\.descriptor) + leaving.map(\.descriptor))
        if !failures.isEmpty {
            throw HiveError(.stopFailed, "\(name) was removed, and not everything went well.", failures: failures)
        }
    }
}
