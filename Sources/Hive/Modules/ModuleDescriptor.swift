// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Everything that is known about a module before it is created.
///
/// An immutable class, because it is large and goes from list to list.
public final class ModuleDescriptor: Sendable {
    /// What sources and the type say, merged.
    ///
    /// A descriptor that differs is made of a copy.
    private struct Content {
        let type: any HiveModule.Type
        let name: String
        var level: ModuleLevel
        var priority: Int
        var initializesConcurrently: Bool
        var isEnabled: Bool
        var isLeftOut = false
        var disabler: String?
        var dependencies: [(dependency: ModuleDependency, origin: Origin)]
        let provides: [any Any.Type]
        var timeouts: ModuleTimeouts
        var optionSources: OptionSources
        let declarations: [ModuleDeclaration]
        let factory: (@Sendable () async throws -> any HiveModule)?
    }

    private let content: Content

    private init(_ content: Content) { self.content = content }

    /// The module's type.
    public var type: any HiveModule.Type { content.type }
    /// The module's name.
    public var name: String { content.name }
    /// The level that counts.
    public var level: ModuleLevel { content.level }
    /// The priority that counts.
    public var priority: Int { content.priority }
    /// Whether the module takes part, in the hive's environment.
    public var isEnabled: Bool { content.isEnabled }
    /// What disables the module whatever its declarations say, such as `HIVE_DISABLE`; nil when they decide.
    public var disabler: String? { content.disabler }
    /// Whether the module would take part, were all modules of the hive to run (C56).
    package var isLeftOut: Bool { content.isLeftOut }
    /// What has to be up before, each with the place that declares it.
    public var dependencies: [(dependency: ModuleDependency, origin: Origin)] { content.dependencies }
    /// The types of the services that the module says it registers.
    public var provides: [any Any.Type] { content.provides }
    /// The module's options from all sources, the defaults of its ``ModuleOptions`` included; an empty dictionary where
    /// nobody gave any.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    public var options: ConfigurationValue { optionSources.options }
    /// What each source says about the options.
    package var optionSources: OptionSources { content.optionSources }
    /// How long each hook of the module's start may take; nil leaves it to the hive.
    public var startTimeout: Duration? { timeouts.start }
    /// How long each hook of the module's stop may take; nil leaves it to the hive.
    public var stopTimeout: Duration? { timeouts.stop }
    /// How long the module's work may take to end when it was asked to; nil leaves it to the hive.
    public var drainTimeout: Duration? { timeouts.drain }
    package var timeouts: ModuleTimeouts { content.timeouts }
    /// Whether the module is initialized beside others of its level (C14).
    public var initializesConcurrently: Bool { content.initializesConcurrently }
    /// Every place that declares the module, the one that wins first.
    public var origins: [Origin] { content.declarations.map(\.origin) }
    var factory: (@Sendable () async throws -> any HiveModule)? { content.factory }

    /// Merges what several sources say about one module; the strongest comes first.
    convenience init(_ declarations: [ModuleDeclaration], _ selection: ModuleSelection) {
        func stated<Value>(_ value: (ModuleStatements) -> Value?) -> Value? {
            declarations.firstValue { $0.statements.flatMap(value) }
        }
        let type = declarations[0].type
        let disabler = selection.disabler(of: type)
        let isInEnvironment = stated { $0.environments }?.contains(selection.environment) ?? true
        let own = ModuleTimeouts(start: type.startTimeout, stop: type.stopTimeout, drain: type.drainTimeout)
        let timeouts = declarations.compactMap { $0.statements?.timeouts } + [own]
        self.init(
            Content(
                type: type,
                name: type.moduleName,
                level: stated { $0.level } ?? type.level,
                priority: stated { $0.priority } ?? type.priority,
                initializesConcurrently: stated { $0.initializesConcurrently } ?? type.initializesConcurrently,
                isEnabled: disabler == nil && isInEnvironment && (stated { $0.isEnabled } ?? true),
                disabler: disabler,
                dependencies: stated { $0.dependencies }
                    ?? type.dependencies.map { (dependency: $0, origin: declarations.originOfType) },
                provides: type.provides,
                timeouts: timeouts.reduce(ModuleTimeouts()) { $0.completed(by: $1) },
                optionSources: OptionSources(of: type, declarations),
                declarations: declarations,
                factory: declarations.firstValue { $0.factory }
            )
        )
    }

    /// The description of the module where it takes no part, because others were chosen.
    func leftOut(by chosen: String) -> ModuleDescriptor {
        var content = content
        content.isEnabled = false
        content.isLeftOut = true
        content.disabler = chosen
        return ModuleDescriptor(content)
    }

    /// The description of the module with what variables and arguments say about its options.
    func given(_ options: GivenOptions) -> ModuleDescriptor {
        var content = content
        content.optionSources = optionSources.given(options)
        return ModuleDescriptor(content)
    }

    /// The description of a module that runs, with what a new one changes at once.
    func updated(by new: ModuleDescriptor, takesOptions: Bool) -> ModuleDescriptor {
        var content = new.content
        content.level = level
        content.priority = priority
        content.initializesConcurrently = initializesConcurrently
        if !takesOptions { content.optionSources = optionSources }
        return ModuleDescriptor(content)
    }

    /// Where an option is, for errors.
    func originOfOption(_ path: ConfigurationKeyPath) -> Origin { optionSources.origin(of: path) }

    /// Which of the timeouts are none, each at the place that states it.
    var timeoutProblems: [Problem] {
        guard timeouts != ModuleTimeouts() else { return [] }
        return [HiveTimeouts.Name.start, .stop, .drain].compactMap { name in
            let stating = content.declarations.first { $0.statements?.timeouts[name] != nil }
            let origin = stating?.origin ?? content.declarations.originOfType
            return Problem(timeout: timeouts[name], "The timeout \(name) of \(self.name)", at: origin)
        }
    }

    /// Why the module takes no part, for a person: what disables it, or the place that does.
    var isDisabledBy: String {
        if let disabler { return "is disabled by \(disabler)" }
        let enabling = content.declarations.first { $0.isEnabled != nil }
        let limiting = content.declarations.first { $0.environments != nil }
        guard let place = enabling?.isEnabled == false ? enabling : limiting else { return "is disabled" }
        let origin = place.originOfParticipation ?? place.origin
        if place.isEnabled == false { return "is disabled at \(origin)" }
        let names = (place.environments ?? []).map(\.name).sorted().joined(separator: ", ")
        let only = names.isEmpty ? "in no environment" : "in \(names) only, and not in this environment"
        return "takes part \(only), as stated at \(origin)"
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
    var origin: Origin { content.declarations[0].origin }

    nonisolated(nonsending) func make() async throws -> any HiveModule {
        if let factory { return try await factory() }
        return try await type.init()
    }
}

extension [ModuleDeclaration] {
    /// Where the type is registered, for what it says itself.
    fileprivate var originOfType: Origin {
        first { $0.origin.source != .propertyList }?.origin ?? .code(of: self[0].type)
    }

    /// What the strongest declaration that says anything says.
    fileprivate func firstValue<Value>(_ value: (ModuleDeclaration) -> Value?) -> Value? {
        for declaration in self {
            if let value = value(declaration) { return value }
        }
        return nil
    }
}
