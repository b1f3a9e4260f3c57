// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Which of the declared modules take part in a hive: those of its environment that nobody has disabled, or, of these,
/// only some with what they depend on.
///
/// A class, because each module is asked about, and it is large.
final class ModuleSelection: Sendable {
    private let context: HiveContext
    /// The modules that take part with what they depend on; nil for all.
    let only: [ModuleDependency]?
    private let disabled: Set<String>
    /// What variables and arguments may say about options; nearly always nothing.
    private let outside: OutsideOptions?
    /// The arguments, where there are any.
    let arguments: UnreadArguments?

    init(_ context: HiveContext, only: [ModuleDependency]? = nil) {
        self.context = context
        self.only = only
        disabled = Set(context.disabledModules)
        outside = OutsideOptions(context.values)
        arguments = UnreadArguments(context.values)
    }

    var environment: HiveEnvironment { context.environment }
    /// The prefix of environment variables that counts most; nil where none are read.
    var variablePrefix: String? { context.values.prefixes.last }

    /// Who has disabled a module by its name; nil when nobody has.
    func disabler(of type: any HiveModule.Type) -> String? {
        guard !disabled.isEmpty else { return nil }  // Names cost more to make than all the rest.
        return Self.names(of: type).contains { disabled.contains($0) } ? context.disabledModulesSource : nil
    }

    /// Returns modules with what variables and arguments say about their options (C54).
    ///
    /// From now on no application finds these variables among its values, whether they fit an option or not.
    ///
    /// - Complexity: O(1) where there are no variables with the context's prefix, and no arguments with a dot.
    func given(to modules: [ModuleDescriptor]) -> [ModuleDescriptor] {
        guard let outside, !modules.isEmpty else { return modules }
        let targets = modules.map(\.optionsTarget)
        for prefix in outside.prefixes { context.claimedVariables?.insert(targets.map { $0.stem(prefix) }) }
        let given = outside.given(to: targets)
        if given.isEmpty { return modules }
        return modules.enumerated().map { place, module in given[place].map { module.given($0) } ?? module }
    }

    /// What is wrong with what the context states: its environment, its sockets, and each name that no module has as a
    /// warning.
    func problems(among modules: [ModuleDescriptor]) -> [Problem] {
        [context.environmentProblem].compactMap(\.self) + context.inheritedSocketProblems + unknownNames(among: modules)
    }

    private func unknownNames(among modules: [ModuleDescriptor]) -> [Problem] {
        guard !disabled.isEmpty else { return [] }
        let source = context.disabledModulesSource
        let known = Set(modules.flatMap { Self.names(of: $0.type) })
        let shortest = known.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        let unknown = context.disabledModules.filter { !known.contains($0) }
        let problems = unknown.prefix(Self.unknownNameLimit).map { name in
            let text = "\(source) disables \(name.quoted(limit: 80)), and no module has that name."
            // `Tracking` is what many would write for `TrackingModule`.
            let near = nearestName(to: name, among: known) ?? shortest.first { $0.begins(with: name) }
            let remedy = near.map { "Did you mean \"\($0)\"?" } ?? "Correct the name, or remove it."
            return Problem(.warning, .unknownModule, at: nil, text, remedy: remedy)
        }
        let rest = unknown.count - problems.count
        guard rest > 0 else { return problems }
        let names = rest == 1 ? "a further name" : "\(rest) further names"
        let text = "\(source) disables \(names) that no module has."
        let remedy = "Correct those that are shown first."
        return problems + [Problem(.warning, .unknownModule, at: nil, text, remedy: remedy)]
    }

    /// How many unknown names are described: they come from outside, and each is compared with every module's (C61).
    private static var unknownNameLimit: Int { 100 }

    private static func names(of type: any HiveModule.Type) -> [String] {
        [type.moduleName, String(describing: type), _typeName(type)]
    }
}

extension ModuleDescriptor {
    /// The module, for what is said about its options from outside.
    package var optionsTarget: OptionsTarget {
        OptionsTarget(name: name, isEnabled: isEnabled, type: type.optionsType, options: optionSources.weaker)
    }

    /// What there is to know of its options; nil where its type does not tell its defaults.
    package var optionShape: OptionShape? { OptionShape(type.optionsType) }
}
