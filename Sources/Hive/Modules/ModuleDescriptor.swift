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
        var manifest: ModuleManifest
        var needs: [(dependency: ModuleDependency, origin: Origin)]
        var isEnabled: Bool
        var isLeftOut = false
        var disabler: String?
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
    /// What the module is, as all sources state it together (C67).
    ///
    /// What nobody states is nil, which leaves it to the hive, or to the default that the manifest documents.
    public var manifest: ModuleManifest { content.manifest }
    /// Whether the module takes part, in the hive's environment.
    public var isEnabled: Bool { content.isEnabled }
    /// What disables the module whatever its declarations say, such as `HIVE_DISABLE`; nil when they decide.
    package var disabler: String? { content.disabler }
    /// Whether the module would take part, were all modules of the hive to run (C56).
    package var isLeftOut: Bool { content.isLeftOut }
    /// What has to be up before, each with the place that declares it.
    package var needs: [(dependency: ModuleDependency, origin: Origin)] { content.needs }
    /// The module's options from all sources, the defaults of its ``ModuleOptions`` included; an empty dictionary where
    /// nobody gave any.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    public var options: ConfigurationValue { optionSources.options }
    /// What each source says about the options.
    package var optionSources: OptionSources { content.optionSources }
    /// Every place that declares the module, the one that wins first.
    public var origins: [Origin] { content.declarations.map(\.origin) }
    var factory: (@Sendable () async throws -> any HiveModule)? { content.factory }

    // What the manifest says, or its default.
    package var level: ModuleLevel { manifest.level ?? .normal }
    package var priority: Int { manifest.priority ?? 0 }
    package var provides: [any Any.Type] { manifest.provides }
    package var initializesConcurrently: Bool { manifest.initializesConcurrently ?? false }

    /// Merges what several sources say about one module; the strongest comes first.
    convenience init(_ declarations: [ModuleDeclaration], _ selection: ModuleSelection) {
        func stated<Value>(_ value: (ModuleStatements) -> Value?) -> Value? {
            declarations.firstValue { $0.statements.flatMap(value) }
        }
        let type = declarations[0].type
        let disabler = selection.disabler(of: type)
        let isInEnvironment = stated { $0.environments }?.contains(selection.environment) ?? true
        let own = type.manifest
        var manifest = declarations.reversed().compactMap { $0.statements?.manifest }
            .reduce(own) { $1.completed(by: $0) }
        let needs = stated { $0.needs } ?? (own.needs ?? []).map { ($0, own.origin) }
        manifest.needs = needs.map(\.dependency)
        self.init(
            Content(
                type: type,
                name: type.moduleName,
                manifest: manifest,
                needs: needs,
                isEnabled: disabler == nil && isInEnvironment && (stated { $0.isEnabled } ?? true),
                disabler: disabler,
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
        content.manifest.level = level
        content.manifest.priority = priority
        content.manifest.initializesConcurrently = initializesConcurrently
        if !takesOptions { content.optionSources = optionSources }
        return ModuleDescriptor(content)
    }

    /// Where an option is, for errors.
    func originOfOption(_ path: ConfigurationKeyPath) -> Origin { optionSources.origin(of: path) }

    /// Where a statement of the manifest is: in the strongest source that makes it; nil where none does.
    package func origin<Value>(of key: KeyPath<ModuleManifest, Value?>, _ name: String) -> Origin? {
        if let stating = content.declarations.first(where: { $0.statements?.manifest[keyPath: key] != nil }) {
            return stating.origin(of: name)
        }
        let own = type.manifest
        return own[keyPath: key].map { _ in own.origin }
    }

    /// What is wrong with the manifest: a timeout that is none, and work that the module does not have (C67).
    var manifestProblems: [Problem] {
        // Most modules state none of these.
        let isSilent = manifest.timeouts == [nil, nil, nil] && manifest.work == nil && manifest.workMayEnd == nil
        if isSilent, manifest.onFailure == nil { return [] }
        var problems = policyProblems
        if isSilent { return problems }
        func check(_ key: KeyPath<ModuleManifest, Duration?>, _ name: String, _ title: HiveTimeouts.Name) {
            guard let origin = origin(of: key, name) else { return }
            let what = "The timeout \(title) of \(self.name)"
            if let problem = Problem(timeout: manifest[keyPath: key], what, at: origin) { problems.append(problem) }
        }
        check(\.startTimeout, "startTimeout", .start)
        check(\.stopTimeout, "stopTimeout", .stop)
        check(\.drainTimeout, "drainTimeout", .drain)
        if type.hasWork { return problems }
        func refuse<Value>(_ key: KeyPath<ModuleManifest, Value?>, _ name: String) {
            guard let origin = origin(of: key, name) else { return }
            let text = "\(self.name) states \(name), and has no work."
            let remedy = "Let it conform to WorkingModule, or remove the statement."
            problems.append(Problem(.error, .invalidValue, at: origin, text, remedy: remedy))
        }
        refuse(\.work, "work")
        refuse(\.workMayEnd, "workMayEnd")
        refuse(\.drainTimeout, "drainTimeout")
        return problems
    }

    /// What is wrong with how the module is restarted.
    private var policyProblems: [Problem] {
        guard let policy = manifest.onFailure, let origin = origin(of: \.onFailure, "onFailure") else { return [] }
        return policy.problems(of: name, at: origin)
    }

    /// Whether the module exists already, so that it cannot be made anew.
    var isInstance: Bool { content.declarations.first { $0.factory != nil }?.isInstance == true }

    /// Why the module takes no part, for a person: what disables it, or the place that does.
    var isDisabledBy: String {
        if let disabler { return "is disabled by \(disabler)" }
        let enabling = content.declarations.first { $0.isEnabled != nil }
        let limiting = content.declarations.first { $0.environments != nil }
        guard let place = enabling?.isEnabled == false ? enabling : limiting else { return "is disabled" }
        if place.isEnabled == false { return "is disabled at \(place.origin(of: "enabled"))" }
        let names = (place.environments ?? []).map(\.name).sorted().joined(separator: ", ")
        let only = names.isEmpty ? "in no environment" : "in \(names) only, and not in this environment"
        return "takes part \(only), as stated at \(place.origin(of: "environments"))"
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
    var origin: Origin { content.declarations[0].origin }

    nonisolated(nonsending) func make() async throws -> any HiveModule {
        if let factory { return try await factory() }
        return try await type.init()
    }
}

extension [ModuleDeclaration] {
    /// What the strongest declaration that says anything says.
    fileprivate func firstValue<Value>(_ value: (ModuleDeclaration) -> Value?) -> Value? {
        for declaration in self {
            if let value = value(declaration) { return value }
        }
        return nil
    }
}
