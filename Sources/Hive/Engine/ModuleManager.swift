// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Registers modules and knows those that run.
///
/// ```swift
/// try hive.modules.register(CatalogModule.self)
/// try hive.modules.register(TradeModule.self) { TradeModule(database: database) }
/// ```
///
/// Every method may be called from any task or thread.
public final class ModuleManager: Sendable {
    struct State {
        var isClosed = false
        /// What sources say, in the order in which they said it.
        var declarations: [ModuleDeclaration] = []
        var services: [ServiceDeclaration] = []
        /// What loaders found doubtful.
        var warnings: [Problem] = []
        /// The types that code has registered.
        var codeTypes: Set<ObjectIdentifier> = []
        /// The records that are among the declarations and services, by their places.
        private var records: [ServiceKey: Set<Origin>] = [:]

        /// Whether a record is new, however often records are read.
        mutating func isNew(_ key: ServiceKey, at origin: Origin) -> Bool {
            records[key, default: []].insert(origin).inserted
        }
        /// The services of records, as they were before property lists were reloaded; nil until then.
        var recordedServices: [ServiceDeclaration]?
        /// What code has said about modules that were added while the hive ran, in that order.
        var added: [ModuleDeclaration] = []
        /// The modules that were removed while the hive ran, and not added again.
        var removed: Set<ObjectIdentifier> = []
    }

    let state = Mutex(State())
    /// Which of the declared modules take part.
    let selection: ModuleSelection
    /// The modules that run.
    let runningModules: RunningModules
    let observers: Observers
    let services: ServiceManager
    /// What happens when a module fails that does not say so.
    let failurePolicy: FailurePolicy

    init(_ options: HiveOptions, running: RunningModules, services: ServiceManager, observers: Observers) {
        selection = ModuleSelection(options.context, only: options.only)
        failurePolicy = options.onFailure ?? .stop
        runningModules = running
        self.services = services
        self.observers = observers
    }

    /// Registers a module that Hive makes with its `init()`.
    ///
    /// - Parameters:
    ///   - type: The module's type.
    ///   - options: The module's options, under those of a property list.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateModule`` when code has registered the type already, which
    ///   names both places (C17), or with ``HiveErrorCode/invalidState`` once the hive has been started.
    public func register<Module: HiveModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try register(type, options, .code(fileID: fileID, line: line), factory: nil)
    }

    // Deprecated, and not unavailable: the compiler would take the form for other modules then, without a word.
    /// A module that only a factory makes is registered with one: the start and `verify` refuse this form, with
    /// ``HiveErrorCode/needsFactory``.
    @available(*, deprecated, message: "A FactoryModule needs a factory: register(M.self) { M(…) }")
    public func register<Module: FactoryModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try register(type, options, .code(fileID: fileID, line: line), factory: nil)
    }

    /// Registers a module that a factory makes, at the start of its `setUp`.
    ///
    /// - Throws: What the form without a factory throws.
    public func register<Module: HiveModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        factory: @escaping @Sendable () async throws -> Module
    ) throws {
        try register(type, options, .code(fileID: fileID, line: line), factory: factory)
    }

    /// Registers a module that exists already.
    ///
    /// Its autowired fields are not connected, because the hive does not create it. Once it has been removed it does
    /// not come back, because each of its hooks runs once (C2): an addition or a reload that would bring it fails.
    ///
    /// - Throws: What the form without a factory throws.
    public func register<Module: HiveModule>(
        instance: Module,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try register(Module.self, options, .code(fileID: fileID, line: line), isInstance: true) { instance }
    }

    /// Adds what a loader read: modules and services from property lists, or from any other source.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` once the hive has been started. Everything else that
    ///   is wrong is reported by ``Hive/verify()`` and ``Hive/start()``, all at once.
    package func register(_ modules: [ModuleDeclaration], services: [ServiceDeclaration] = []) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw Self.closed("Declarations") }
            state.declarations += modules
            state.services += services
        }
        for module in modules { observers.notify(.init(.moduleRegistered, module: module.type.moduleName)) }
    }

    /// Adds modules and services that link-time records register.
    ///
    /// A record that is there already is passed over, so a second call adds nothing. What code or property lists say
    /// about the same module or service wins, key by key (C17).
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` once the hive has been started. What is wrong with
    ///   the records is reported by ``Hive/verify()`` and ``Hive/start()``.
    /// - Complexity: O(records).
    package func register(_ records: HiveRecords) throws {
        guard add(records) else { throw Self.closed("Link-time records") }
    }

    /// Adds records, unless the hive has been started.
    @discardableResult
    func add(_ records: HiveRecords) -> Bool {
        let added = state.withLock { state -> [ModuleDeclaration]? in
            if state.isClosed { return nil }
            let modules = records.modules.filter { state.isNew(ServiceKey($0.type), at: $0.origin) }
            state.declarations += modules
            state.services += records.services.filter { state.isNew($0.key, at: $0.origin) }
            state.warnings += records.problems.filter { !state.warnings.contains($0) }
            return modules
        }
        for module in added ?? [] { observers.notify(.init(.moduleRegistered, module: module.type.moduleName)) }
        return added != nil
    }

    /// Remembers what a loader found doubtful, for ``Hive/verify()``.
    package func remember(_ warnings: [Problem]) {
        state.withLock { $0.warnings += warnings }
    }

    /// Every module that was registered, in boot order; then those that are disabled.
    ///
    /// - Complexity: O(n log n + dependencies).
    public var descriptors: [ModuleDescriptor] {
        let plan = plan().plan
        return plan.modules + plan.disabled
    }

    /// The names of the modules that are set up, in boot order.
    public var running: [String] {
        runningModules.inBootOrder().map(\.name)
    }

    /// Returns the instance of a module that is set up, or nil.
    ///
    /// - Complexity: O(1).
    public func module<Module: HiveModule>(_ type: Module.Type) -> Module? {
        runningModules.runtime(ObjectIdentifier(type))?.instance as? Module
    }

    private func register(
        _ type: any HiveModule.Type,
        _ options: ConfigurationValue?,
        _ origin: Origin,
        isInstance: Bool = false,
        factory: (@Sendable () async throws -> any HiveModule)?
    ) throws {
        var declaration = ModuleDeclaration(type, at: origin, options: options, factory: factory)
        declaration.isInstance = isInstance
        // The module's name is asked for without the lock, because a type's getters are user code.
        let (isClosed, first) = state.withLock { state -> (Bool, Origin?) in
            if state.isClosed { return (true, nil) }
            guard state.codeTypes.insert(ObjectIdentifier(type)).inserted else {
                let first = state.declarations.first { $0.type == type && $0.origin.source == .code }
                return (false, first?.origin ?? origin)
            }
            state.declarations.append(declaration)
            return (false, nil)
        }
        if isClosed { throw Self.closed(type.moduleName, at: origin) }
        if let first {
            let text = "\(type.moduleName) is registered twice: at \(first) and at \(origin). Remove one of them."
            throw HiveError(.duplicateModule, text, at: origin)
        }
        observers.notify(.init(.moduleRegistered, module: type.moduleName))
    }

    private static func closed(_ what: String, at origin: Origin? = nil) -> HiveError {
        let text = "\(what) cannot be registered any more: the hive has been started. Add it with add(_:)."
        return HiveError(.invalidState, text, at: origin)
    }
}

// MARK: - For the hive

extension ModuleManager {
    /// Plans a start.
    ///
    /// - Parameter known: What is wrong with the hive itself.
    /// - Returns: The plan, and the services that property lists and records name.
    func plan(known: [Problem] = []) -> (plan: ModulePlan, services: [ServiceDeclaration]) {
        let (declarations, declared, warnings) = state.withLock { ($0.declarations, $0.services, $0.warnings) }
        let (listed, repeated) = declared.merged()
        let (descriptors, problems) = declarations.merged(selection, in: part(listed))
        let twice = repeated.map { Problem(registeredAgain: $0.service, at: $0.other) }
        let known = known + warnings + problems + twice
        return (plan(descriptors, listed, hiveServices: services.typesOfHive(), known: known), listed)
    }

    /// Plans modules that are merged already.
    func plan(
        _ descriptors: [ModuleDescriptor],
        _ listed: [ServiceDeclaration],
        hiveServices: Set<ObjectIdentifier>,
        known: [Problem]
    ) -> ModulePlan {
        let enabled = descriptors.filter(\.isEnabled)
        let only = chosen
        let needed = enabled.flatMap(\.needs).map(\.dependency) + only
        let provided = Set(listed.map(\.key.id) + enabled.flatMap(\.provides).map { ObjectIdentifier($0) })
        let fallback = services.checkFallback(needed.compactMap(\.serviceKey), provided: provided)
        return ModulePlan(
            descriptors,
            services: listed,
            hiveServices: hiveServices.union(fallback.found),
            known: known + selection.problems(among: descriptors) + fallback.problems,
            only: only,
            variablePrefix: selection.variablePrefix,
            policy: failurePolicy
        )
    }

    /// Which modules take part, where not all of them do.
    func part(_ listed: [ServiceDeclaration], added: @autoclosure () -> Set<ObjectIdentifier> = []) -> ModulePart? {
        selection.only.map {
            ModulePart(only: $0, services: listed, overridden: services.overriddenTypes, added: added())
        }
    }

    /// An error for each argument that nothing reads, besides what a question about the hive has read (C54).
    func unreadArguments(besides question: Set<String> = []) -> [Problem] {
        selection.arguments?.problems(registered.map(\.optionsTarget), besides: question) ?? []
    }

    /// What is said of each module, in the order in which modules were registered.
    var registered: [ModuleDescriptor] {
        let (declarations, declared) = state.withLock { ($0.declarations, $0.services) }
        return declarations.merged(selection, in: part(declared.merged().services)).descriptors
    }
}
