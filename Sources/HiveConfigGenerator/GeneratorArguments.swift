// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import HiveBase
internal import HivePropertyList

/// What the plugin tells the generator.
struct GeneratorArguments {
    /// Why arguments can't be used.
    struct Invalid: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var folder = ""
    private(set) var title = ""
    private(set) var output = ""
    /// The files that were there when the build was planned, and the folder of drop-ins, by their paths in the folder.
    private(set) var planned: Set<FileName> = []
    /// The package's path; nil where it does not matter.
    private(set) var package: String?
    /// The folders with the sources of Swift modules.
    private(set) var sources: [(module: String, path: String)] = []
    private(set) var visible = VisibleModules(own: "", direct: [], all: [])

    /// Reads pairs of an option and its value.
    init(_ arguments: [String]) throws(Invalid) {
        var (module, direct, indirect) = ("", Set<String>(), Set<String>())
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw Invalid(description: "\(option) has no value") }
            switch option {
            case "--folder": folder = value
            case "--title": title = value
            case "--output": output = value
            case "--module": module = value
            case "--package": package = value
            case "--sources":
                guard let path = value.tail(behind: "=") else { throw Invalid(description: "--sources has no path") }
                sources.append((value.head(before: "="), path))
            case "--planned": planned.insert(FileName(value))
            case "--dependency": direct.insert(value)
            case "--indirect-dependency": indirect.insert(value)
            default: throw Invalid(description: "the option \(option) is unknown")
            }
        }
        for (option, value) in [("--folder", folder), ("--output", output), ("--module", module)] where value.isEmpty {
            throw Invalid(description: "\(option) is missing")
        }
        visible = VisibleModules(own: module, direct: direct, all: direct.union(indirect))
    }
}
