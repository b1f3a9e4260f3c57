// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveReports

extension CommandReport {
    /// The options of all modules, or those of one name: kind, default, what counts and from where, and what sets each.
    static func options(_ name: String?, of hive: Hive) throws(CommandRequest.Mistake) -> CommandReport {
        let modules = hive.modules.descriptors.map { ListedModule($0, in: hive) }
        var shown = modules
        if let name {
            shown = modules.compactMap { $0.part(called: name) }
            if shown.isEmpty {
                throw .unknown("module or option", name, limit: 200, among: modules.flatMap(\.spellings))
            }
        }
        let text = shown.map(\.text).filter { $0 != "" }.joined(separator: "\n")
        return CommandReport(
            ["modules": .array(shown.map(\.entry))],
            text: text.isEmpty ? "No module has options.\n" : text
        )
    }
}

/// A module, with its options.
private struct ListedModule {
    private let module: ModuleDescriptor
    private var options: [ListedOption]
    private let isKnown: Bool

    init(_ module: ModuleDescriptor, in hive: Hive) {
        self.module = module
        let shape = module.optionShape
        isKnown = shape != nil || module.type.optionsType == nil
        let all = Dictionary(uniqueKeysWithValues: module.optionSources.statements.map { ($0.path, $0.statements) })
        var stated = all
        let placed = shape?.all(given: module.options).filter { !$0.isHidden } ?? []
        let names = module.optionsTarget.outsideNames(in: hive.context.values)
        var options = placed.map { option in
            ListedOption(
                path: option.path,
                shape: option.shape,
                stated: stated.removeValue(forKey: option.path)
                    ?? (option.shape.isSecret ? Self.around(option.path, all) : nil),
                names: names(option)
            )
        }
        let structures = Set(placed.filter(\.isStructure).map(\.path))
        options.removeAll { structures.contains($0.path) && $0.stated == nil }
        // What only the type itself knows, when it is decoded.
        options += stated.map { ListedOption(path: $0, stated: $1) }
        self.options = options.sorted { "\($0.path)" < "\($1.path)" }
    }

    /// What is stated of the secret around an option: of what is inside it, nothing else is told.
    private static func around(
        _ path: ConfigurationKeyPath,
        _ stated: [ConfigurationKeyPath: [OptionSources.Statement]]
    ) -> [OptionSources.Statement]? {
        var path = path
        while path.components.popLast() != nil {
            if let found = stated[path] { return found }
        }
        return nil
    }

    var spellings: [String] {
        module.spellings.flatMap { name in [name] + options.map { "\(name).\($0.path)" } }
    }

    /// The module, where it is what has the name, or with those of its options that have.
    func part(called name: String) -> ListedModule? {
        if module.isCalled(name) { return self }
        var part = self
        part.options.removeAll { option in
            !module.spellings.contains { "\($0).\(option.path)".isPart(of: name) }
        }
        return part.options.isEmpty ? nil : part
    }

    var text: String {
        let isOwn = module.type.optionsType is any ModuleOptions.Type
        let reason = isOwn ? "the defaults of its Options cannot be encoded" : "its Options are no ModuleOptions"
        let unknown = "\(module.name): \(reason), so only what is stated is known.\n"
        let texts = options.map { $0.text(of: module) }
        return ((isKnown ? [] : [unknown]) + texts).joined(separator: "\n")
    }

    var entry: ConfigurationValue {
        .object([
            "module": .string(module.name),
            // Whether all options are listed, or only those that something states.
            "known": .boolean(isKnown),
            "enabled": .boolean(module.isEnabled),
            "options": .array(options.map(\.entry)),
        ])
    }
}

/// An option, as it is known and as it is stated.
private struct ListedOption {
    let path: ConfigurationKeyPath
    /// What is known of it; nil where only its type knows it, when it is decoded.
    var shape: OptionShape?
    /// What the sources say, the strongest first; nil where none says anything.
    var stated: [OptionSources.Statement]?
    var names: (argument: String?, variable: String?)?

    private var kind: String { shape?.kindName ?? "unknown" }
    private var isSecret: Bool { shape?.isSecret ?? false }
    private var ownDefault: ConfigurationValue? { shape?.shownDefault }
    /// What the winner hides, the strongest first, but for the default, which is shown in any case.
    private var hidden: [OptionSources.Statement] {
        (stated ?? []).dropFirst().dropLast(ownDefault == nil ? 0 : 1)
    }

    func text(of module: ModuleDescriptor) -> String {
        var lines = LabelledLines()
        if !module.isEnabled { lines.add("module", "takes no part") }
        lines.add("kind", isSecret ? "\(kind), secret" : kind)
        if let ownDefault { lines.add("default", "\(ownDefault)") }
        if let winner = stated?.first {
            lines.add("now", "\(winner.value) [\(winner.origin)]")
            lines.add("instead of", hidden.map { "\($0.value) [\($0.origin)]" })
        } else {
            lines.add("now", "nothing")
        }
        let ways = [names?.argument, names?.variable].compactMap { $0.map { "\($0)=…" } }
        if !ways.isEmpty { lines.add("set by", ways.joined(separator: ", ")) }
        return lines.text("\(module.name).\(path)")
    }

    var entry: ConfigurationValue {
        .object([
            "key": .string("\(path)"),
            "kind": .string(kind),
            "secret": .boolean(isSecret),
            "default": ownDefault,
            "value": stated?.first?.value,
            "origin": stated?.first?.origin.entry,
            "hidden": hidden.map(\.origin).entry,
            "argument": names?.argument.map { .string($0) },
            "variable": names?.variable.map { .string($0) },
        ])
    }
}

extension OptionShape {
    /// What it is, in a few words, but for whether it is a secret.
    var kindName: String {
        func inside(_ option: OptionShape) -> String {
            option.kindName + (option.isSecret && !isSecret ? ", secret" : "")
        }
        if let choices { return "one of \(choices.map(\.description).joined(separator: ", "))" }
        return switch kind {
        case .boolean: "boolean"
        case .integer: "integer"
        case .number: "number"
        case .seconds: "number of seconds"
        case .date: "date"
        case .text: "text"
        case .list(let element): "list: \(inside(element))"
        case .dictionary(let value): "dictionary: \(inside(value))"
        case .structure: "structure"
        case .open: "anything that its type reads"
        }
    }
}
