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
        var codeOrigins: [ObjectIdentifier: Origin] = [:]
        /// The records that are among the declarations and services.
        var records: Set<RecordIdentity> = []
        /// The services of records, as they were before property lists were reloaded; nil until then.
        var recordedServices: [ServiceDeclaration]?
        var running: [ObjectIdentifier: ModuleRuntime] = [:]
        /// Modules that are gone and have not come back yet from a hook that nobody waits for any more.
        var lingering: [ObjectIdentifier: ModuleRuntime] = [:]
        /// What code has said about modules that were added while the hive ran, each with its place among them.
        var added: [ObjectIdentifier: (place: Int, declaration: ModuleDeclaration)] = [:]
        /// How many modules were added so far.
        var additions = 0
        /// The modules that were removed while the hive ran, and not added again.
        var removed: Set<ObjectIdentifier> = []
        /// By their positions, ascending.
        var bootOrder: [ModuleRuntime] = []
        /// Who needs whom among those that are set up; made when the first module comes or goes, and after a reload.
        var index: ModuleIndex?

        /// The place of a module in the boot order.
        ///
        /// - Complexity: O(log n).
        func place(of runtime: ModuleRuntime) -> Int? {
            var range = bootOrder.indices
            while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
                if bootOrder[middle] === runtime { return middle }
                let isBefore = bootOrder[middle].owner.position < runtime.owner.position
                range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
            }
            return nil
        }
    }

    let state = Mutex(State())
    /// Which of the declared modules take part.
    let selection: ModuleSelection
    private let observers: Observers

    init(selection: ModuleSelection, observers: Observers) {
        self.selection = selection
        self.observers = observers
    }

    /// Registers a module that Hive makes with its `init()`.
    ///
    /// - Parameters:
    ///   - type: The module's type.
    ///   - options: The module's options, under those of a property list.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    /// - Throws: ``HiveError`` with ``HiveError/Code/duplicateModule`` when code has registered the type already, which
    ///   names both places (C17), or with ``HiveError/Code/invalidState`` once the hive has been started.
    public func register<Module: HiveModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try register(type, options, .code(fileID: fileID, line: line), factory: nil)
    }

    /// A module that only a factory makes is registered with one.
    @available(*, unavailable, message: "A FactoryModule needs a factory: register(M.self) { M(…) }")
    public func register<Module: FactoryModule>(
        _ type: Module.Type,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        throw HiveError(.needsFactory, "\(Module.moduleName) needs a factory.")
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
    /// Its autowired fields are not connected, because the hive does not create it.
    ///
    /// - Throws: What the form without a factory throws.
    public func register<Module: HiveModule>(
        instance: Module,
        options: ConfigurationValue? = nil,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try register(Module.self, options, .code(fileID: fileID, line: line)) { instance }
    }

    /// Adds what a loader read: modules and services from property lists, or from any other source.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidState`` once the hive has been started. Everything else that
    ///   is wrong is reported by ``Hive/verify()`` and ``Hive/start()``, all at once.
    public func register(_ modules: [ModuleDeclaration], services: [ServiceDeclaration] = []) throws {
        try state.withLock { state in
            guard !state.isClosed else { throw Self.closed("Declarations") }
            state.declarations += modules
            state.services += services
        }
        for module in modules { observers.notify(.init(.moduleRegistered, module: module.type.moduleName)) }
    }

    /// Adds modules and services that link-time records register.
    ///
    /// A record that is there already is passed over, so a second call adds nothing. What code or property lists say about
    /// the same module or service wins, key by key (C17).
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidState`` once the hive has been started. What is wrong with the
    ///   records is reported by ``Hive/verify()`` and ``Hive/start()``.
    /// - Complexity: O(records).
    public func register(_ records: HiveRecords) throws {
        guard add(records) else { throw Self.closed("Link-time records") }
    }

    /// Adds records, unless the hive has been started.
    @discardableResult
    func add(_ records: HiveRecords) -> Bool {
        let added = state.withLock { state -> [ModuleDeclaration]? in
            if state.isClosed { return nil }
            let modules = records.modules.filter { state.records.insert(RecordIdentity($0)).inserted }
            state.declarations += modules
            state.services += records.services.filter { state.records.insert(RecordIdentity($0)).inserted }
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
        let plan = plan(hiveServices: []).plan
        return plan.modules + plan.disabled
    }

    /// The names of the modules that are set up, in boot order.
    public var running: [String] {
        inBootOrder().map(\.name)
    }

    /// Returns the instance of a module that is set up, or nil.
    ///
    /// - Complexity: O(1).
    public func module<Module: HiveModule>(_ type: Module.Type) -> Module? {
        state.withLock { $0.running[ObjectIdentifier(type)] }?.instance as? Module
    }

    private func register(
        _ type: any HiveModule.Type,
        _ options: ConfigurationValue?,
        _ origin: Origin,
        factory: (@Sendable () async throws -> any HiveModule)?
    ) throws {
        var declaration = ModuleDeclaration(type, at: origin)
        declaration.options = options
        declaration.factory = factory
        let added = declaration
        // The module's name is asked for without the lock, because a type's getters are user code.
        let (isClosed, first) = state.withLock { state -> (Bool, Origin?) in
            if state.isClosed { return (true, nil) }
            if let first = state.codeOrigins[ObjectIdentifier(type)] { return (false, first) }
            state.codeOrigins[ObjectIdentifier(type)] = origin
            state.declarations.append(added)
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
    /// Plans a start, and says which services property lists name.
    ///
    /// - Parameters:
    ///   - hiveServices: The services that were registered on the hive.
    ///   - known: What is wrong with the hive itself.
    ///   - checkFallback: Says for which services that modules need, and do not provide, a fallback answers.
    /// - Returns: The plan, and the services that property lists name.
    func plan(
        hiveServices: Set<ObjectIdentifier>,
        known: [Problem] = [],
        checkFallback: (_ needed: [ServiceKey], _ provided: Set<ObjectIdentifier>) -> FallbackAnswers = { _, _ in
            FallbackAnswers()
        }
    ) -> (plan: ModulePlan, services: [ServiceDeclaration]) {
        let (declarations, declared, warnings) = state.withLock { ($0.declarations, $0.services, $0.warnings) }
        let services = declared.completedByRecords
        let (descriptors, problems) = Self.merge(declarations, selection)
        let plan = plan(
            descriptors,
            services,
            hiveServices: hiveServices,
            known: known + warnings + problems + declared.problemsOfRecords,
            checkFallback: checkFallback
        )
        return (plan, services)
    }

    /// Plans modules that are merged already.
    func plan(
        _ descriptors: [ModuleDescriptor],
        _ services: [ServiceDeclaration],
        hiveServices: Set<ObjectIdentifier>,
        known: [Problem],
        checkFallback: (_ needed: [ServiceKey], _ provided: Set<ObjectIdentifier>) -> FallbackAnswers
    ) -> ModulePlan {
        let enabled = descriptors.filter(\.isEnabled)
        let provided = enabled.flatMap { $0.provides.map { ObjectIdentifier($0) } } + services.map(\.key.id)
        let needed = enabled.flatMap(\.dependencies).compactMap(\.dependency.serviceKey)
        let fallback = checkFallback(needed, Set(provided))
        return ModulePlan(
            descriptors,
            services: services,
            hiveServices: hiveServices.union(fallback.found),
            known: known + selection.problems(among: descriptors) + fallback.problems
        )
    }

    /// One descriptor a module, in the order of C10's index: code, property lists, records by name.
    static func merge(
        _ declarations: [ModuleDeclaration],
        _ selection: ModuleSelection
    ) -> (descriptors: [ModuleDescriptor], problems: [Problem]) {
        var problems: [Problem] = []
        var places: [ObjectIdentifier: Int] = [:]
        places.reserveCapacity(declarations.count)
        // What is said about each module, in the order of its sources; nearly always one declaration.
        var groups: [[ModuleDeclaration]] = []
        groups.reserveCapacity(declarations.count)
        for declaration in inSourceOrder(declarations) {
            guard let place = places[ObjectIdentifier(declaration.type)] else {
                places[ObjectIdentifier(declaration.type)] = groups.count
                groups.append([declaration])
                continue
            }
            if let same = groups[place].first(where: { $0.origin.isSameSource(as: declaration.origin) }) {
                let text = "\(declaration.type.moduleName) is listed twice: here and at \(same.origin)."
                let remedy = "Remove one of the entries."
                problems.append(Problem(.error, .duplicateModule, at: declaration.origin, text, remedy: remedy))
            } else {
                groups[place].append(declaration)
            }
        }
        let descriptors = groups.map { ModuleDescriptor(strongestFirst($0), selection) }
        for descriptor in descriptors where descriptor.isEnabled && descriptor.factory == nil {
            guard descriptor.type is any FactoryModule.Type else { continue }
            let text = "\(descriptor.name) is made by a factory, and nobody has registered one."
            let remedy = "Call modules.register(\(descriptor.name).self) { … } before the start."
            problems.append(Problem(.error, .needsFactory, at: descriptor.origin, text, remedy: remedy))
        }
        return (descriptors, problems)
    }

    /// Property lists win over code over records; of two property lists the later one wins.
    private static func strongestFirst(_ group: [ModuleDeclaration]) -> [ModuleDeclaration] {
        guard group.count > 1 else { return group }
        return group.enumerated().sorted { left, right in
            let sources = (left.element.origin.source.rawValue, right.element.origin.source.rawValue)
            return sources.0 != sources.1 ? sources.0 < sources.1 : left.offset > right.offset
        }.map(\.element)
    }

    private static func inSourceOrder(_ declarations: [ModuleDeclaration]) -> [ModuleDeclaration] {
        if declarations.allSatisfy({ $0.origin.source == .code }) { return declarations }
        let records = declarations.filter { $0.origin.source == .record }
        return declarations.filter { $0.origin.source == .code }
            + declarations.filter { $0.origin.source == .propertyList }
            + records.inOrder(of: { _typeName($0.type) }, then: \.origin)
    }

    /// Ends registering.
    func close() { state.withLock { $0.isClosed = true } }

    func begin(_ bootOrder: [ModuleRuntime]) { state.withLock { $0.bootOrder = bootOrder } }

    /// The modules in boot order: those that are set up, or all that the hive has begun with.
    func inBootOrder(isRunning: Bool = true) -> [ModuleRuntime] {
        state.withLock { state in
            state.bootOrder.filter { !isRunning || state.running[$0.descriptor.id] === $0 }
        }
    }

    /// The module of a type that is set up.
    func runtime(_ id: ObjectIdentifier) -> ModuleRuntime? { state.withLock { $0.running[id] } }

    /// Takes in a module that comes while the hive runs: at a position that is free, or else behind all others.
    func add(_ descriptor: ModuleDescriptor, at position: Int? = nil, to hive: Hive) -> ModuleRuntime {
        let runtime = state.withLock { state in
            let last = (state.bootOrder.last?.owner.position ?? -1) + 1
            let runtime = ModuleRuntime(descriptor, position: position ?? last, hive: hive)
            let index = state.bootOrder.lastIndex { $0.owner.position < runtime.owner.position }
            state.bootOrder.insert(runtime, at: index.map { $0 + 1 } ?? 0)
            return runtime
        }
        observers.notify(.init(.moduleRegistered, module: descriptor.name))
        return runtime
    }

    /// Lets go of a module that is gone; one that was abandoned lingers until it returns.
    func forget(_ runtime: ModuleRuntime) {
        state.withLock { state in
            if let place = state.place(of: runtime) { state.bootOrder.remove(at: place) }
            if runtime.isAbandoned, !runtime.hasReturned { state.lingering[runtime.descriptor.id] = runtime }
        }
    }

    /// Notes that a module that was abandoned has returned and is torn down.
    func didReturn(_ runtime: ModuleRuntime) {
        state.withLock { state in
            runtime.didReturn()
            if state.lingering[runtime.descriptor.id] === runtime { state.lingering[runtime.descriptor.id] = nil }
        }
    }

    /// Whether an instance of a type is gone and has not returned yet, so that there must not be another one (C2).
    func isLingering(_ id: ObjectIdentifier) -> Bool { state.withLock { $0.lingering[id] != nil } }

    /// Why a module whose instance lingers is not made.
    static let isLingering = """
        the instance before has been abandoned and has not returned yet. Add it when it has; observers are told.
        """

    /// Who needs whom among the modules that are set up.
    private var index: ModuleIndex {
        state.withLock { state in
            if let index = state.index { return index }
            let running = state.running.values.map(\.current)
            let index = ModuleIndex(running, services: state.services.completedByRecords)
            state.index = index
            return index
        }
    }

    /// Whether there is nothing to be said about a module that is to be added, so that nothing has to be planned.
    ///
    /// - Complexity: O(what the module offers and needs), once the index is made.
    func canTake(_ descriptor: ModuleDescriptor, isServed: (ServiceKey) -> Bool) -> Bool {
        guard descriptor.isEnabled, descriptor.budgetProblems.isEmpty else { return false }
        guard index.canTake(descriptor, isServed: isServed) else { return false }
        if let type = descriptor.type.optionsType, !descriptor.optionProblems(type).isEmpty { return false }
        return descriptor.factory != nil || !(descriptor.type is any FactoryModule.Type)
    }

    /// What is wrong with a module that is to be added to those that run, of which each is planned for it.
    func problems(ofAdding descriptor: ModuleDescriptor, services: Set<ObjectIdentifier>) -> [Problem] {
        let running = inBootOrder().map(\.current)
        let listed = state.withLock { $0.services }.completedByRecords
        let before = Set(ModulePlan(running, services: listed, hiveServices: services).problems)
        let after = ModulePlan(running + [descriptor], services: listed, hiveServices: services).problems
        var problems = after.filter { !before.contains($0) }
        if !descriptor.isEnabled {
            let text =
                descriptor.disabler.map { "\(descriptor.name) is disabled by \($0)." }
                ?? "\(descriptor.name) is disabled, or takes no part in the environment \(selection.environment)."
            problems.append(Problem(.error, .disabledDependency, at: descriptor.origin, text))
        }
        if descriptor.factory == nil, descriptor.type is any FactoryModule.Type {
            let text = "\(descriptor.name) is made by a factory: add it with one."
            problems.append(Problem(.error, .needsFactory, at: descriptor.origin, text))
        }
        return problems
    }

    /// The running modules that need a module, directly or not, in boot order.
    func dependents(of runtime: ModuleRuntime) -> [ModuleRuntime] {
        let leaving = index.dependents(of: runtime.descriptor.id)
        let runtimes = state.withLock { state in leaving.compactMap { state.running[$0] } }
        return runtimes.sorted { $0.owner.position < $1.owner.position }
    }

    /// Takes in a module that is set up, unless it has been given up meanwhile.
    func didSetUp(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard !runtime.isAbandoned, state.place(of: runtime) != nil else { return }
            state.running[runtime.descriptor.id] = runtime
            state.index?.insert(runtime.current)
        }
    }

    /// Takes out a module, though not another one of its type that was added since.
    func didTearDown(_ runtime: ModuleRuntime) {
        state.withLock { state in
            guard state.running[runtime.descriptor.id] === runtime else { return }
            state.running[runtime.descriptor.id] = nil
            state.index?.remove(runtime.descriptor.id)
        }
    }

    /// Lets go of every instance, and of the factories that may hold some.
    func forgetInstances() {
        let forgotten = state.withLock { state in
            let old = (state.bootOrder, state.running, state.declarations, state.added, state.lingering)
            state.added = [:]
            state.bootOrder = []
            state.running = [:]
            state.lingering = [:]
            state.index = nil
            for index in state.declarations.indices where state.declarations[index].factory != nil {
                state.declarations[index].factory = { throw HiveError(.stopped, "The hive has stopped.") }
            }
            return old
        }
        // Released here, outside the lock: a module's `deinit` is user code.
        withExtendedLifetime(forgotten) {}
    }
}
