// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Modules that come and go while the hive runs (C15, C16).

extension Hive {
    /// Adds a module that Hive makes with its `init()`.
    ///
    /// While the hive runs, the module is created and brought through `setUp`, `initialize` and `ready` at once; what
    /// it depends on has to be running, and it gets no event before its `ready` has returned (C58). While the hive
    /// starts, or from within a hook, it is queued and this returns: it comes up when every module is ready, within the
    /// timeout of the whole start, and fails the start if it fails then. Calls that come at the same time are
    /// served one after the other; from within an event handler or a module's work, a call that is not the first only
    /// asks, because those before it may be waiting for that very handler (C18), and a failure goes to observers. A
    /// hook of a module that is being added to one hive must not wait for an addition to another hive whose hooks wait
    /// for the first: two hives know nothing of each other, so that only a timeout ends that.
    ///
    /// What property lists and records say of the module counts as at a start, key by key (C17), but for
    /// whether it takes part: here it does.
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
        try await add(ModuleDeclaration(type, at: .code(fileID: fileID, line: line), options: options))
    }

    // Deprecated, and not unavailable: the compiler would take the form for other modules then, without a word.
    /// A module that only a factory makes is added with one; this form throws ``HiveErrorCode/needsFactory``.
    @available(*, deprecated, message: "A FactoryModule needs a factory: add(M.self) { M(…) }")
    public func add<Module: FactoryModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) async throws {
        try await add(ModuleDeclaration(type, at: .code(fileID: fileID, line: line), options: options))
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
        let origin = Origin.code(fileID: fileID, line: line)
        try await add(ModuleDeclaration(type, at: origin, options: options, factory: factory))
    }

    /// Adds a module as a loader describes it.
    ///
    /// - Throws: What the other forms throw.
    package func add(_ declaration: ModuleDeclaration) async throws {
        try await engine.add(declaration)
    }

    /// Removes a module: `willStop` and `tearDown`, then its services, subscriptions and actions are withdrawn.
    ///
    /// A running module depends on it by its dependencies, or by an ``Autowired`` field, its own or of a shared service
    /// that was made for it, whose service the module has registered (C16).
    ///
    /// Called from within a hook, an event handler or a module's work, it only asks and returns; so does a module that
    /// removes itself. A failure goes to observers then. While the hive starts, it is queued as additions are, and
    /// fails the start if it fails.
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
        try await engine.remove(type, removesDependents: removesDependents)
    }
}
