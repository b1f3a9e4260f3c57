// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Everything that is known about a module before it is created.
///
/// An immutable class, because it is large and goes from list to list.
public final class ModuleDescriptor: Sendable {
    /// The module's type.
    public let type: any HiveModule.Type
    /// The module's name.
    public let name: String
    /// The level that counts.
    public let level: ModuleLevel
    /// The priority that counts.
    public let priority: Int
    /// Whether the module takes part, in the hive's environment.
    public let isEnabled: Bool
    /// What disables the module whatever its declarations say, such as `HIVE_DISABLE`; nil when they decide.
    public let disabler: String?
    /// Whether the module would take part, were all modules of the hive to run (C56).
    package let isLeftOut: Bool
    /// What has to be up before, each with the place that declares it.
    public let dependencies: [(dependency: ModuleDependency, origin: Origin)]
    /// The types of the services that the module says it registers.
    public let provides: [any Any.Type]
    /// The module's options from all sources, the defaults of its ``ModuleOptions`` included; an empty dictionary where
    /// nobody gave any.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    public var options: ConfigurationValue { optionSources.options }
    /// What each source says about the options.
    package let optionSources: OptionSources
    /// How long each hook of the module's start may take; nil leaves it to the hive.
    public var startTimeout: Duration? { timeouts.start }
    /// How long each hook of the module's stop may take; nil leaves it to the hive.
    public var stopTimeout: Duration? { timeouts.stop }
    /// How long the module's work may take to end when it was asked to; nil leaves it to the hive.
    public var drainTimeout: Duration? { timeouts.drain }
    package let timeouts: ModuleTimeouts
    /// Whether any source states a timeout.
    var statesTimeouts: Bool { timeouts.start != nil || timeouts.stop != nil || timeouts.drain != nil }
    /// Which of the timeouts are none, each at the place that states it.
    let timeoutProblems: [Problem]
    /// Whether the module is initialized beside others of its level (C14).
    public let initializesConcurrently: Bool
    /// Every place that declares the module, the one that wins first.
    public var origins: [Origin] { declarations.map(\.origin) }
    private let declarations: [ModuleDeclaration]
    let factory: (@Sendable () async throws -> any HiveModule)?

    /// Merges what several sources say about one module; the strongest comes first.
    init(_ declarations: [ModuleDeclaration], _ selection: ModuleSelection) {
        let strongest = declarations[0]
        type = strongest.type
        name = type.moduleName
        level = declarations.firstValue { $0.level } ?? type.level
        priority = declarations.firstValue { $0.priority } ?? type.priority
        disabler = selection.disabler(of: type)
        isLeftOut = false
        let isInEnvironment = declarations.firstValue { $0.environments }?.contains(selection.environment) ?? true
        isEnabled = disabler == nil && isInEnvironment && (declarations.firstValue { $0.isEnabled } ?? true)
        let home = declarations.first { $0.origin.source != .propertyList }?.origin ?? .code(of: type)
        dependencies =
            declarations.firstValue { $0.dependencies }
            ?? type.dependencies.map { (dependency: $0, origin: home) }
        provides = type.provides
        self.declarations = declarations
        optionSources = OptionSources(of: type, declarations)
        timeouts = ModuleTimeouts(
            start: declarations.firstValue { $0.timeouts.start } ?? type.startTimeout,
            stop: declarations.firstValue { $0.timeouts.stop } ?? type.stopTimeout,
            drain: declarations.firstValue { $0.timeouts.drain } ?? type.drainTimeout
        )
        timeoutProblems = declarations.timeoutProblems(of: name, timeouts, elsewhere: home)
        initializesConcurrently =
            declarations.firstValue { $0.initializesConcurrently } ?? type.initializesConcurrently
        factory = declarations.firstValue { $0.factory }
    }

    /// Takes over what can change while a module runs, and keeps the rest.
    private init(_ old: ModuleDescriptor, updatedBy new: ModuleDescriptor, takesOptions: Bool) {
        type = old.type
        name = old.name
        level = old.level
        priority = old.priority
        initializesConcurrently = old.initializesConcurrently
        provides = old.provides
        factory = new.factory
        isEnabled = new.isEnabled
        disabler = new.disabler
        isLeftOut = new.isLeftOut
        dependencies = new.dependencies
        timeouts = new.timeouts
        timeoutProblems = new.timeoutProblems
        declarations = new.declarations
        optionSources = takesOptions ? new.optionSources : old.optionSources
    }

    /// Takes over everything but the options, and whether the module takes part.
    private init(_ old: ModuleDescriptor, leftOutBy chosen: String?, _ options: OptionSources) {
        isEnabled = old.isEnabled && chosen == nil
        isLeftOut = old.isLeftOut || chosen != nil
        disabler = chosen ?? old.disabler
        optionSources = options
        type = old.type
        name = old.name
        level = old.level
        priority = old.priority
        dependencies = old.dependencies
        provides = old.provides
        timeouts = old.timeouts
        timeoutProblems = old.timeoutProblems
        initializesConcurrently = old.initializesConcurrently
        declarations = old.declarations
        factory = old.factory
    }

    /// The description of the module where it takes no part, because others were chosen.
    func leftOut(by chosen: String) -> ModuleDescriptor {
        ModuleDescriptor(self, leftOutBy: chosen, optionSources)
    }

    /// The description of the module with what variables and arguments say about its options.
    func given(_ options: GivenOptions) -> ModuleDescriptor {
        ModuleDescriptor(self, leftOutBy: nil, optionSources.given(options))
    }

    /// Where an option is, for errors.
    func originOfOption(_ path: ConfigurationKeyPath) -> Origin { optionSources.origin(of: path) }

    /// The description of a module that runs, with what a new one changes at once.
    func updated(by new: ModuleDescriptor, takesOptions: Bool) -> ModuleDescriptor {
        ModuleDescriptor(self, updatedBy: new, takesOptions: takesOptions)
    }

    /// Why the module takes no part, for a person: what disables it, or the place that does.
    var isDisabledBy: String {
        if let disabler { return "is disabled by \(disabler)" }
        let enabling = declarations.first { $0.isEnabled != nil }
        guard
            let place = enabling?.isEnabled == false ? enabling : declarations.first(where: { $0.environments != nil })
        else { return "is disabled" }
        let origin = place.originOfParticipation ?? place.origin
        if place.isEnabled == false { return "is disabled at \(origin)" }
        let names = (place.environments ?? []).map(\.name).sorted().joined(separator: ", ")
        let only = names.isEmpty ? "in no environment" : "in \(names) only, and not in this environment"
        return "takes part \(only), as stated at \(origin)"
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
    var origin: Origin { declarations[0].origin }

    nonisolated(nonsending) func make() async throws -> any HiveModule {
        if let factory { return try await factory() }
        return try await type.init()
    }
}

extension [ModuleDeclaration] {
    /// What is wrong with the timeouts that count, each at the declaration that states it; the type's own are stated
    /// where it is registered.
    fileprivate func timeoutProblems(of name: String, _ timeouts: ModuleTimeouts, elsewhere: Origin) -> [Problem] {
        func isWrong(_ timeout: Duration?) -> Bool { timeout.map { $0 <= .zero } ?? false }
        guard isWrong(timeouts.start) || isWrong(timeouts.stop) || isWrong(timeouts.drain) else { return [] }
        func problem(_ which: String, _ timeout: Duration?, _ stated: (ModuleTimeouts) -> Duration?) -> Problem? {
            guard let timeout, isWrong(timeout) else { return nil }
            let origin = first { stated($0.timeouts) != nil }?.origin ?? elsewhere
            return Problem(timeout: timeout, "The timeout \(which) of \(name)", at: origin)
        }
        return [
            problem("start", timeouts.start) { $0.start }, problem("stop", timeouts.stop) { $0.stop },
            problem("drain", timeouts.drain) { $0.drain },
        ].compactMap { $0 }
    }

    /// What the strongest declaration that says anything says.
    fileprivate func firstValue<Value>(_ value: (ModuleDeclaration) -> Value?) -> Value? {
        for declaration in self {
            if let value = value(declaration) { return value }
        }
        return nil
    }
}
