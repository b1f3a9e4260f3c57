// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Finds the arguments of a hive that nothing reads: no module's option has their name, and the program declares no
/// value of it (C41, C54).
package struct UnreadArguments: Sendable {
    /// Hidden from `dump` and mirrors, as the values are.
    private let hidden: Secret<[ArgumentList]>
    /// What the program declares, as arguments have it.
    private let values: Secret<Set<String>>

    /// Picks the arguments out of a hive's values; nil where there are none.
    package init?(_ values: ConfigurationValues) {
        let lists = values.layers.compactMap { layer in
            if case .arguments(let list) = layer.content { list.isEmpty ? nil : list } else { nil }
        }
        if lists.isEmpty { return nil }
        hidden = Secret(lists)
        self.values = Secret(values.argumentNames)
    }

    /// Whether an argument without a value was given, such as `--help`, that the program does not declare.
    package func ask(for name: String, or word: String? = nil) -> Bool {
        !values.value.contains(spelt: name)
            && hidden.value.contains { list in
                list.values[name] == .some(nil) || list.words.contains { $0.text == word }
            }
    }

    /// What may be given.
    package func known(_ modules: [OptionsTarget]) -> KnownArguments { KnownArguments(modules, values.value) }

    /// An error for each argument that nothing reads; no value is in it.
    ///
    /// - Parameters:
    ///   - modules: The modules of the hive, those too that take no part.
    ///   - question: Words that a command about the hive has read, such as `verify` and `--json`.
    /// - Returns: The errors, those of names in order before those of words.
    /// - Complexity: O(arguments), and a comparison of 100 at most with every option.
    package func problems(_ modules: [OptionsTarget], besides question: Set<String>) -> [Problem] {
        var stems = NameStems<Void>()
        for module in modules { stems.insert((), under: module.argumentStem) }
        func isUnread(_ name: String, _ value: String?) -> Bool {
            let argument = "--\(name)"
            return stems.find(in: argument, endingWith: UInt8(ascii: ".")).isEmpty
                && !values.value.contains(spelt: name) && !(value == nil && question.contains(spelt: argument))
        }
        var unread: [(name: String?, origin: Origin)] = []
        for list in hidden.value {
            for (name, _) in list.values.filter(isUnread).sorted(by: { $0.key < $1.key }) {
                unread.append((name, .argument("--\(name)".shownArgumentName)))
            }
            for word in list.words where !question.contains(spelt: word.text) {
                unread.append((word.name, .argument(word.name ?? "argument \(word.place)")))
            }
        }
        if unread.isEmpty { return [] }
        let known = known(modules)
        var problems = unread.prefix(Self.limit).map { name, origin in
            let text = name == nil ? "Nothing reads this word." : "Nothing reads this argument."
            let remedy = name.map { known.remedy(for: $0) } ?? Self.formOfValues
            return Problem(.error, .unknownArgument, at: origin, text, remedy: remedy)
        }
        if unread.count > Self.limit {
            let more = (unread.count - Self.limit).counted("further argument")
            let text = "Nothing reads \(more) either."
            problems.append(Problem(.error, .unknownArgument, at: nil, text, remedy: "Correct those shown first."))
        }
        return problems
    }

    private static let formOfValues = "A value is written behind its name, as in --name=value."
    /// How many are described: they come from outside, and each is compared with every option (C61).
    private static var limit: Int { 100 }
}

/// What arguments there are.
package struct KnownArguments {
    /// The options of modules, and the values of the program, each in order.
    package private(set) var options: [String] = []
    package let values: [String]
    private let stems: [String]
    /// The arguments by what people write instead, in words: `--Web.port` by `web-port`, `web-module-port` and `port`.
    private var spellings: [String: [String]]

    fileprivate init(_ modules: [OptionsTarget], _ values: Set<String>) {
        self.values = values.sorted().map { "--\($0)" }
        spellings = Dictionary(grouping: self.values) { $0.asArgument }
        let modules = modules.filter(\.isEnabled)
        stems = modules.map(\.argumentStem)
        for module in modules {
            for option in OptionNames(module).shownNames(true) {
                let argument = module.argumentStem + option
                options.append(argument)
                let parts = option.parts(at: ".")
                let ends = parts.indices.map { parts[$0...].joined(separator: ".") }
                let whole = [module.name, module.name.withoutModuleEnding].map { "\($0).\(option)" }
                for spelling in Set((whole + ends).map(\.asArgument)) {
                    spellings[spelling, default: []].append(argument)
                }
            }
        }
    }

    /// What to write in place of an argument.
    fileprivate func remedy(for name: String) -> String {
        let words = name.asArgument
        let near = spellings[words] ?? nearestName(to: words, among: spellings.keys).flatMap { spellings[$0] }
        if let near { return "Did you mean \(near.sorted().prefix(3).joined(separator: " or "))?" }
        if name.utf8.contains(UInt8(ascii: ".")),
            let stem = nearestName(to: "--\(name.head(before: ".")).", among: stems)
        {
            return "Options of that module begin with \(stem)"
        }
        let shown = options + values
        let list = shown.prefix(20).joined(separator: ", ")
        return list.isEmpty ? "There are none." : "There are \(list)\(shown.count > 20 ? ", …" : "")."
    }
}

extension ConfigurationValues {
    /// The values that the program declares, and those that trees state, as arguments have them.
    fileprivate var argumentNames: Set<String> {
        statedNames.union(declared.map { $0.without(beginning: "--") ?? $0.asArgument })
    }

    /// The values that trees state, as arguments have them.
    var statedNames: Set<String> {
        var names: Set<String> = []
        for layer in layers {
            if case .tree(let tree) = layer.content { tree.collectNames(under: [], in: &names) }
        }
        return names
    }
}

extension ConfigurationValue {
    fileprivate func collectNames(under words: [String], in names: inout Set<String>) {
        guard case .dictionary(let entries) = self else { return }
        for (key, value) in entries {
            let own = words + key.configurationWords
            names.insert(own.joined(separator: "-"))
            value.collectNames(under: own, in: &names)
        }
    }
}
