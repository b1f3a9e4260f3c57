// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What environment variables and arguments may say about the options of modules (C54).
///
/// `dump` and mirrors do not show it, because the environment may hold secrets.
package struct OutsideOptions: Sendable {
    /// One variable, or one argument.
    struct Statement: Sendable {
        /// The variable's name, or the argument up to its value, dashes included.
        let name: String
        /// What it says; nil for an argument that was given without a value.
        let text: String?
        /// The variable's prefix; nil for an argument.
        let prefix: String?
        /// Whether the same argument was given before.
        var isRepeated = false

        var isArgument: Bool { prefix == nil }
        var origin: Origin { isArgument ? .argument(name.shownArgumentName) : .environmentVariable(name) }
        var kind: String { isArgument ? "argument" : "environment variable" }
    }

    private let hidden: Secret<[Statement]>
    /// The statements, the weakest first; those of one layer in the order of their names.
    var statements: [Statement] { hidden.value }
    /// The variables, told without their prefix, that stand for values which property lists or code state as well.
    private let values: Secret<Set<String>>

    /// Picks out of a hive's values what may speak of modules; nil where there is nothing, as nearly always.
    ///
    /// - Complexity: O(variables with the prefix + arguments + values).
    package init?(_ values: ConfigurationValues) {
        var statements: [Statement] = []
        for layer in values.layers {
            switch layer.content {
            // Without a prefix, everything in the environment would speak of the application.
            case .variables(let variables, let prefix) where !prefix.isEmpty && !variables.isEmpty:
                // The environment and the key of the application are what they are, whatever a module is called.
                let others = ["\(prefix)_ENVIRONMENT", "\(prefix)_APPLICATION_KEY"]
                let own = variables.filter { !others.contains($0.key) }.sorted { $0.key < $1.key }
                statements += own.map { Statement(name: $0, text: $1, prefix: prefix) }
            case .variables, .tree: continue
            case .arguments(let list):
                let dotted = list.values.filter { $0.key.utf8.contains(UInt8(ascii: ".")) }
                statements += dotted.sorted { $0.key < $1.key }.map { name, text in
                    Statement(name: "--\(name)", text: text, prefix: nil, isRepeated: list.repeated.contains(name))
                }
            }
        }
        if statements.isEmpty { return nil }
        hidden = Secret(statements)
        self.values = Secret(Set(values.statedNames.map(\.asVariable)))
    }

    /// Whether a variable, told without its prefix, stands for a value that property lists or code state as well.
    func isValue(_ variable: Substring) -> Bool { values.value.contains(String(variable)) }

    /// The prefixes of the variables.
    package var prefixes: Set<String> { Set(statements.compactMap(\.prefix)) }
}

/// A module, for what is said about its options from outside.
package struct OptionsTarget {
    let name: String
    /// Whether the module takes part in the hive.
    let isEnabled: Bool
    let type: (any (Decodable & Sendable).Type)?
    /// What weaker sources say.
    let options: ConfigurationValue

    package init(
        name: String,
        isEnabled: Bool,
        type: (any (Decodable & Sendable).Type)?,
        options: ConfigurationValue
    ) {
        (self.name, self.isEnabled, self.type, self.options) = (name, isEnabled, type, options)
    }

    /// What the module is called in variables.
    var variableName: String { name.withoutModuleEnding.asVariable }
    /// With what the module's variables begin.
    package func stem(_ prefix: String) -> String { "\(prefix)_\(variableName)_" }
    /// With what its arguments begin.
    var argumentStem: String { "--\(name.withoutModuleEnding)." }

    /// How options are given from outside, where some values are read: as an argument, and as a variable; nil for what
    /// cannot be, or would fit several of them.
    package func outsideNames(
        in values: ConfigurationValues
    ) -> (OptionShape.Placed) -> (argument: String?, variable: String?) {
        guard isEnabled else { return { _ in (nil, nil) } }
        let names = OptionNames(self)
        let (argument, variable) = (values.haveArguments ? argumentStem : nil, values.prefixes.last.map(stem))
        return { option in
            guard option.isGivenAsText else { return (nil, nil) }
            func only(_ name: String, isArgument: Bool, behind stem: String?) -> String? {
                let isWritable = name.unicodeScalars.allSatisfy { $0.isPrintable && $0 != "=" }
                guard isWritable, names.options(name, isArgument: isArgument).count == 1 else { return nil }
                return stem.map { $0 + name }
            }
            return (
                only(option.argumentName, isArgument: true, behind: argument),
                only(option.variableName, isArgument: false, behind: variable)
            )
        }
    }
}

/// What variables and arguments say about the options of one module.
package struct GivenOptions: Sendable {
    /// One option, and where it was given.
    package struct Option: Sendable {
        package let origin: Origin
        /// Out of the sight of `dump` and mirrors, keys too: those inside a secret are a part of it.
        private let hidden: Secret<ConfigurationValue>
        /// A tree with nothing but the option in its place.
        package var tree: ConfigurationValue { hidden.value }

        init(_ path: ConfigurationKeyPath, _ value: ConfigurationValue, at origin: Origin) {
            hidden = Secret(ConfigurationValue(value, at: path))
            self.origin = origin
        }
    }

    /// The options, the weakest first.
    package internal(set) var options: [Option] = []
    /// What is wrong or doubtful about what was given; no value is in it.
    package internal(set) var problems: [Problem] = []

    package init() {}

    var isEmpty: Bool { options.isEmpty && problems.isEmpty }

    /// A tree with these options in their places.
    package func merged(into weaker: ConfigurationValue) -> ConfigurationValue {
        options.reduce(into: weaker) { $0.merge($1.tree) }
    }
}

extension ConfigurationValue {
    /// Dictionaries inside each other, with a value at a path of keys.
    fileprivate init(_ value: ConfigurationValue, at path: ConfigurationKeyPath) {
        self = path.components.reversed().reduce(value) { inner, component in
            if case .key(let key) = component { .dictionary([key: inner]) } else { inner }
        }
    }
}
