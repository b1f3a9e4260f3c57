// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Modules that come and go while the hive runs (C15, C16).

extension Hive {
    /// Adds a module that Hive makes with its `init()`.
    ///
    /// While the hive runs, the module is created and brought through `setUp`, `initialize` and `ready` at once; what it
    /// depends on has to be running. While the hive starts, or from within a hook, it is queued and this returns: it
    /// comes up when every module is ready, and fails the start if it fails then. Calls that come at the same time are
    /// served one after the other; from within an event handler or a module's work, a call that is not the first only
    /// asks, because those before it may be waiting for that very handler (C18), and a failure goes to observers.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidState`` before the start (register it then) and once the
    ///   hive stops; ``HiveError/Code/duplicateModule`` when the module runs; ``HiveError/Code/invalidConfiguration`` with
    ///   what is wrong with it; ``HiveError/Code/startFailed`` with what it threw. The hive goes on without the module.
    public func add<Module: HiveModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws {
        var declaration = ModuleDeclaration(type, at: .code(fileID: fileID, line: line))
        declaration.options = options
        try await add(declaration)
    }

    /// A module that only a factory makes is added with one.
    @available(*, unavailable, message: "A FactoryModule needs a factory: add(M.self) { M(…) }")
    public func add<Module: FactoryModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws {
        throw HiveError(.needsFactory, "\(Module.moduleName) needs a factory.")
    }

    /// Adds a module that a factory makes.
    ///
    /// - Throws: What the form without a factory throws.
    public func add<Module: HiveModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable () async throws -> Module
    ) async throws {
        var declaration = ModuleDeclaration(type, at: .code(fileID: fileID, line: line))
        declaration.options = options
        declaration.factory = factory
        try await add(declaration)
    }

    /// Adds a module as a loader describes it.
    ///
    /// - Throws: What the other forms throw.
    public func add(_ declaration: ModuleDeclaration) async throws {
        let name = declaration.type.moduleName
        try await perform("\(name) cannot be added", waits: !Inside.isInsidePhase(of: identity)) { hive in
            try await hive.bringUp(declaration)
        }
    }

    /// Removes a module: `willStop` and `tearDown`, then its services, subscriptions and actions are withdrawn.
    ///
    /// Called from within a hook, an event handler or a module's work, it only asks and returns; so does a module that
    /// removes itself. A failure goes to observers then.
    /// A removed type may be added again, as a new instance.
    ///
    /// - Parameters:
    ///   - type: The module.
    ///   - removesDependents: Whether running modules that depend on it are removed first, in reverse order.
    /// - Throws: ``HiveError`` with ``HiveError/Code/unknownDependency`` when the module does not run;
    ///   ``HiveError/Code/invalidState`` when others depend on it, which it names, or when the hive does not run;
    ///   ``HiveError/Code/stopFailed`` with what was thrown: the module is gone all the same.
    public func remove<Module: HiveModule>(_ type: Module.Type, removesDependents: Bool = false) async throws {
        let id = ObjectIdentifier(type)
        let name = type.moduleName
        try await perform("\(name) cannot be removed", waits: !Inside.isInside(identity)) { hive in
            try await hive.takeDown(id, name, removesDependents: removesDependents)
        }
    }

    /// Runs an operation after those that were asked for before.
    ///
    /// An operation may wait for handlers and work, of modules that go; so none of those may wait for an operation that
    /// stands behind another.
    ///
    /// While the hive starts, one that is not queued then is refused.
    func perform(
        _ refusal: String,
        waits: Bool,
        isQueuedAtStart: Bool = true,
        _ operation: @escaping @Sendable (Hive) async throws -> Void
    ) async throws {
        let isInside = Inside.isInside(identity)
        let awaited = try lifecycle.withLock { lifecycle -> Task<Void, any Error>? in
            switch lifecycle.state {
            case .starting where isQueuedAtStart:
                lifecycle.queued.append(operation)
                return nil
            case .running:
                let previous = lifecycle.operation
                let start = lifecycle.startTask
                let isAwaited = waits && (lifecycle.operationCount == 0 || !isInside)
                lifecycle.operationCount += 1
                // Awaited by its caller, by the next operation and by a stop; never cancelled.
                let task = Inside.detach {
                    Task {
                        _ = await start?.result  // It has still to begin the work of those that are up.
                        _ = await previous?.result
                        defer { self.lifecycle.withLock { $0.operationCount -= 1 } }
                        do {
                            try await operation(self)
                        } catch {
                            // Where nobody waits, observers are told.
                            if !isAwaited { observers.notify(.init(.operationFailed, error: error)) }
                            throw error
                        }
                    }
                }
                lifecycle.operation = task
                return isAwaited ? task : nil
            case .created:
                throw HiveError(.invalidState, "\(refusal): the hive has not been started. Register it instead.")
            default:
                throw HiveError(.invalidState, "\(refusal): the hive is \(lifecycle.state).")
            }
        }
        try await awaited?.value
    }

    private func bringUp(_ declaration: ModuleDeclaration) async throws {
        let name = declaration.type.moduleName
        if modules.runtime(ObjectIdentifier(declaration.type)) != nil {
            let text = "\(name) is running already. Remove it first."
            throw HiveError(.duplicateModule, text, at: declaration.origin)
        }
        let descriptor = ModuleDescriptor([declaration], modules.selection)
        let needed = descriptor.dependencies.compactMap(\.dependency.serviceKey)
        let fallback = services.checkFallback(needed, provided: []).found
        let problems = modules.problems(
            ofAdding: descriptor,
            services: services.registeredTypes().union(fallback)
        )
        guard problems.errors.isEmpty else {
            let text = "\(name) cannot be added."
            throw HiveError(.invalidConfiguration, text, at: descriptor.origin, problems: problems)
        }
        let runtime = modules.add(descriptor, to: self)
        do {
            try await bringUp([runtime], [.init(level: 0, dependencies: [])], nil)
        } catch let interruption as StartInterruption {
            let (isSetUp, isAbandoned) = (runtime.isSetUp, runtime.isAbandoned)
            let failures =
                isSetUp ? await tearDown([runtime], .startFailed, nil) : await withdraw([runtime], nil)
            modules.forget(runtime)
            let report = HiveError.StartReport(
                phase: interruption.phase,
                module: interruption.module,
                started: isSetUp ? [name] : [],
                abandoned: isSetUp && isAbandoned ? [name] : [],
                notStarted: isSetUp ? [] : [name],
                rollbackFailures: failures,
                undeliveredEvents: [],
                criticalPath: nil
            )
            throw interruption.error("\(name) was not added", stop: lifecycle.withLock { $0.stopReason }, report)
        }
        modules.note(added: declaration)
        // While the hive starts, work begins with everybody else's.
        if state == .running { startWork([runtime]) }
    }

    private func takeDown(_ id: ObjectIdentifier, _ name: String, removesDependents: Bool) async throws {
        guard let runtime = modules.runtime(id) else {
            throw HiveError(.unknownDependency, "\(name) cannot be removed: it is not running.")
        }
        let dependents = modules.dependents(of: runtime, services: services.registeredTypes())
        if !dependents.isEmpty, !removesDependents {
            let names = dependents.map(\.name).joined(separator: ", ")
            let remedy = "Remove them first, or pass removesDependents: true."
            throw HiveError(.invalidState, "\(name) cannot be removed: needed by \(names). \(remedy)")
        }
        let leaving = [runtime] + dependents
        let reason = StopReason("\(name) is removed")
        var failures = await willStop(leaving, reason, nil)
        failures += await tearDown(leaving, reason, nil)
        for gone in leaving { modules.forget(gone) }
        modules.note(removed: leaving)
        if !failures.isEmpty {
            throw HiveError(.stopFailed, "\(name) was removed, and not everything went well.", failures: failures)
        }
    }

    /// Carries out what was asked for while the hive started; a failure fails the start.
    func performQueued() async throws {
        while true {
            let queued = lifecycle.withLock { lifecycle in
                let queued = lifecycle.queued
                lifecycle.queued = []
                return queued
            }
            if queued.isEmpty { return }
            for operation in queued {
                do {
                    try await operation(self)
                } catch {
                    let failure = HiveError.Failure(module: nil, step: "add", error: error)
                    throw StartInterruption(phase: .ready, module: nil, failures: [failure])
                }
            }
        }
    }
}
