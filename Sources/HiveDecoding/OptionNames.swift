// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The options of one type, by the names under which they are given from outside.
///
/// Which there are is read from the type's encoded defaults, and from the keys that weaker sources give dictionaries.
/// Of a type without defaults nothing is known.
struct OptionNames {
    /// One option, or what holds others.
    struct Option {
        let path: ConfigurationKeyPath
        /// How it is given as a text; nil for what cannot be.
        let form: OptionForm?
        /// Whether its path is a part of a secret which no type names, and may not be shown.
        let isHidden: Bool
    }

    private var variables: [String: [Option]] = [:]
    private var arguments: [String: [Option]] = [:]

    init(_ target: OptionsTarget) {
        for placed in OptionShape(target.type)?.all(given: target.options) ?? [] {
            let option = Option(path: placed.path, form: placed.shape.form, isHidden: placed.isHidden)
            arguments[placed.argumentName, default: []].append(option)
            variables[placed.variableName, default: []].append(option)
        }
    }

    /// The options of a name that can be given as texts, in a fixed order.
    func options(_ name: String, isArgument: Bool) -> [Option] {
        let options = (isArgument ? arguments : variables).value(spelt: name) ?? []
        return options.filter { $0.form != nil }.sorted { "\($0.path)" < "\($1.path)" }
    }

    /// What has a name and cannot be given as a text.
    func closed(_ name: String, isArgument: Bool) -> Option? {
        (isArgument ? arguments : variables).value(spelt: name)?.first
    }

    /// The names that can be given, without those that are parts of a secret, in a fixed order.
    func shownNames(_ isArgument: Bool) -> [String] {
        (isArgument ? arguments : variables).filter { $1.contains { $0.form != nil && !$0.isHidden } }.keys.sorted()
    }
}
