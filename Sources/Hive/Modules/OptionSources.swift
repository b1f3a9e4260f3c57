// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What each source says about the options of one module, and what comes of it (C54).
///
/// `dump` and mirrors show no option, because some may be secret.
package struct OptionSources: Sendable {
    package let type: (any (Decodable & Sendable).Type)?
    /// What records, code and property lists say, the strongest first.
    let declarations: [ModuleDeclaration]
    private var outside = GivenOptions()
    /// What the type itself says; nil where it has no defaults.
    private let defaults: Secret<ConfigurationValue>?
    private let problemOfDefaults: Problem?
    /// The defaults, and what the declarations say over them.
    private let inside: Secret<ConfigurationValue>

    /// Merges what several declarations say; the strongest comes first.
    init(of module: any HiveModule.Type, _ declarations: [ModuleDeclaration]) {
        self.declarations = declarations
        type = module.optionsType
        var defaults: Secret<ConfigurationValue>?
        var problem: Problem?
        if let type = type as? any ModuleOptions.Type {
            do {
                defaults = Secret(try type.defaults())
            } catch {
                problem = Self.problem(module.moduleName, error, at: .defaults(of: type))
            }
        }
        self.defaults = defaults
        problemOfDefaults = problem
        inside = Secret(declarations.options(over: defaults?.value ?? [:]))
    }

    /// The same sources, and variables and arguments over them.
    func given(_ outside: GivenOptions) -> OptionSources {
        var result = self
        result.outside = outside
        return result
    }

    /// The options that count.
    package var options: ConfigurationValue { outside.merged(into: weaker) }

    /// The options without variables and arguments.
    var weaker: ConfigurationValue { inside.value }

    /// The options for a type that the module asks for; another one than its ``HiveModule/Options`` has its own
    /// defaults.
    func options(for other: any Decodable.Type, of module: String) throws -> ConfigurationValue {
        if let type, ObjectIdentifier(type) == ObjectIdentifier(other) { return options }
        let own = other as? any ModuleOptions.Type
        if defaults == nil, own == nil { return options }
        do {
            return outside.merged(into: declarations.options(over: try own?.defaults() ?? [:]))
        } catch {
            let problem = Self.problem(module, error, at: .defaults(of: other))
            throw HiveError(.invalidValue, problem.message, problems: [problem])
        }
    }

    /// What is wrong or doubtful about the defaults, and about what variables and arguments say.
    var problems: [Problem] { (problemOfDefaults.map { [$0] } ?? []) + outside.problems }

    /// Where an option is, for errors.
    func origin(of path: ConfigurationKeyPath) -> Origin {
        if !path.components.isEmpty, let source = sources.first(where: { $0.tree.contains(path) }) {
            return source.origin(path)
        }
        let stated = declarations.first { $0.options != nil }
        // What is wrong with the options as a whole is wrong with what states them; one that is missing is not.
        if path.components.isEmpty, stated == nil, let strongest = outside.options.last { return strongest.origin }
        let stating = stated ?? declarations[0]
        return stating.originOfOption?(path) ?? stating.origin
    }

    /// The sources, the strongest first.
    package var sources: [(tree: ConfigurationValue, origin: (ConfigurationKeyPath) -> Origin)] {
        var sources: [(ConfigurationValue, (ConfigurationKeyPath) -> Origin)] = []
        for option in outside.options.reversed() { sources.append((option.tree, { _ in option.origin })) }
        for declaration in declarations {
            guard let options = declaration.options else { continue }
            sources.append((options, { declaration.originOfOption?($0) ?? declaration.origin }))
        }
        if let defaults, let type { sources.append((defaults.value, { _ in .defaults(of: type) })) }
        return sources
    }

    /// What is wrong with defaults that a type does not encode; no value is in it, because some may be secret.
    private static func problem(_ module: String, _ error: any Error, at origin: Origin?) -> Problem {
        var (what, remedy) = ("they", "Let encode(to:) write what init(from:) reads.")
        if case .invalidValue(let value, let context)? = error as? EncodingError {
            if !context.codingPath.isEmpty { what = "\(ConfigurationKeyPath(codingPath: context.codingPath))" }
            if value is any BinaryInteger { remedy = "An option is an integer of at most 64 bits, signed." }
        }
        let text = "The defaults of \(module) cannot be used: \(what) cannot be encoded."
        return Problem(.error, .invalidValue, at: origin, text, remedy: remedy)
    }
}

extension [ModuleDeclaration] {
    /// What they say about options, the strongest first, over what is weaker than all of them.
    fileprivate func options(over weakest: ConfigurationValue) -> ConfigurationValue {
        reversed().compactMap { $0.statements?.options }.reduce(into: weakest) { $0.merge($1) }
    }
}

extension Origin {
    /// An origin in the defaults of a type, of which no line is known.
    fileprivate static func defaults(of type: any Any.Type) -> Origin {
        Origin(source: .code, file: "defaults of \(_typeName(type))", line: nil, keyPath: nil)
    }
}
