// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Modules that come and go while the hive runs (C15, C16).

extension Hive {
    /// Adds a module that Hive makes with its `init()`.
    ///
    /// While the hive runs, the module is created and brought through `setUp`, `initialize` and `ready` at once; what it
    /// depends on has to be running, and it gets no event before its `ready` has returned (C58). While the hive starts, or
    /// from within a hook, it is queued and this returns: it comes up when every module is ready, within the timeout of the
    /// whole start, and fails the start if it fails then. Calls that come at the same time are
    /// served one after the other; from within an event handler or a module's work, a call that is not the first only
    /// asks, because those before it may be waiting for that very handler (C18), and a failure goes to observers.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` before the start (register it then), once the hive
    ///   stops or its start has failed, and while an instance that was abandoned has not returned yet (C2);
    ///   ``HiveErrorCode/duplicateModule`` when the module runs; ``HiveErrorCode/invalidConfiguration`` with
    ///   what is wrong with it; ``HiveErrorCode/startFailed`` with what it threw. The hive goes on without the module.
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
        let operation = Operation(kind: .addition, module: declaration.type.moduleName) { hive, whole in
            try await hive.bringUp(declaration, whole)
        }
        try await perform(operation, waits: true)
    }

    /// Removes a module: `willStop` and `tearDown`, then its services, subscriptions and actions are withdrawn.
    ///
    /// A running module depends on it by its dependencies, or by an ``Autowired`` field, its own or of a shared service
    /// that was made for it, whose service the module has registered (C16).
    ///
    /// Called from within a hook, an event handler or a module's work, it only asks and returns; so does a module that
    /// removes itself. A failure goes to observers then. While the hive starts, it is queued as additions are, and fails
    /// the start if it fails.
    /// A removed type may be added again, as a new instance.
    ///
    /// - Parameters:
    ///   - type: The module.
    ///   - removesDependents: Whether running modules that depend on it are removed first, in reverse order.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when the module does not run;
    ///   ``HiveErrorCode/invalidState`` when others depend on it, which it names, with the places of autowired fields
    ///   in ``HiveError/problems``, when an autowired field of a service of the hive itself needs it, and when the hive
    ///   does not run;
    ///   ``HiveErrorCode/stopFailed`` with what was thrown: the module is gone all the same.
    public func remove<Module: HiveModule>(_ type: Module.Type, removesDependents: Bool = false) async throws {
        let id = ObjectIdentifier(type)
        let name = type.moduleName
        let operation = Operation(kind: .removal, module: name) { hive, _ in
            try await hive.takeDown(id, name, removesDependents: removesDependents)
        }
        try await perform(operation, waits: !Inside.isInside(identity))
    }

    private func bringUp(_ declaration: ModuleDeclaration, _ whole: Deadline?) async throws {
        let (name, id) = (declaration.type.moduleName, ObjectIdentifier(declaration.type))
        if modules.runtime(id) != nil {
            let text = "\(name) is running already. Remove it first."
            throw HiveError(.duplicateModule, text, at: declaration.origin)
        }
        if modules.isLingering(id) {
            let text = "\(name) cannot be added: \(ModuleManager.isLingering)"
            throw HiveError(.invalidState, text, at: declaration.origin)
        }
        let descriptor = ModuleDescriptor([declaration], modules.selection)
        let problems = problems(ofAdding: descriptor)
        guard problems.errors.isEmpty else {
            let text = "\(name) cannot be added."
            throw HiveError(.invalidConfiguration, text, at: descriptor.origin, problems: problems)
        }
        let runtime = modules.add(descriptor, to: self)
        do {
            try await bringUp([runtime], [.init(level: 0, dependencies: [])], whole)
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

    /// What is wrong with a module that is to be added; the whole hive is planned only where something may be.
    private func problems(ofAdding descriptor: ModuleDescriptor) -> [Problem] {
        let isFine = modules.canTake(descriptor) { services.isProvided($0.type) || services.isServedByFallback($0) }
        if isFine { return [] }
        let needed = descriptor.dependencies.compactMap(\.dependency.serviceKey)
        let fallback = services.checkFallback(needed, provided: []).found
        return modules.problems(ofAdding: descriptor, services: services.registeredTypes().union(fallback))
    }

    private func takeDown(_ id: ObjectIdentifier, _ name: String, removesDependents: Bool) async throws {
        guard let runtime = modules.runtime(id) else {
            throw HiveError(.unknownModule, "\(name) cannot be removed: it is not running.")
        }
        let dependents = try dependents(of: runtime, leave: removesDependents)
        let leaving = [runtime] + dependents
        let reason = StopReason("\(name) is removed")
        var failures = await willStop(leaving, reason, nil)
        failures += await tearDown(leaving, reason, nil)
        failures += leaving.flatMap(\.workFailures)
        for gone in leaving { modules.forget(gone) }
        modules.note(removed: leaving)
        if !failures.isEmpty {
            throw HiveError(.stopFailed, "\(name) was removed, and not everything went well.", failures: failures)
        }
    }
}
