// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HivePropertyList

/// The Swift modules that a target can see.
struct VisibleModules {
    /// The target's own module.
    let own: String
    /// The modules of the targets that it depends on directly.
    let direct: Set<String>
    /// All that it depends on, through others too.
    let all: Set<String>

    /// Whether a name's first part is a module rather than a type that holds others.
    func contains(_ name: String) -> Bool { name == own || direct.contains(name) || all.contains(name) }

    /// The modules to import for a list of names: those that they begin with, and the direct dependencies, in which
    /// names without a module are looked for.
    func imports(for names: [NamedTypes.Name]) -> [String] {
        let qualifiers = names.filter { $0.components.count > 1 }.map { $0.components[0] }.filter(all.contains)
        return Set(qualifiers).union(direct).union(["Hive", "HiveConfig"]).subtracting([own]).sorted()
    }

    /// A name as Swift source: each part between backticks, because any word of the language is a name here, and a
    /// module before `::`, so that a type that is called like its module does not hide it.
    func reference(to name: NamedTypes.Name) -> String {
        let parts = name.components.map { "`\($0)`" }
        guard parts.count > 1, contains(name.components[0]) else { return parts.joined(separator: ".") }
        return parts[0] + "::" + parts.dropFirst().joined(separator: ".")
    }
}
