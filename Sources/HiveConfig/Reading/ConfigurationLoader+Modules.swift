// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

private let rootKeys = ["moduleClasses", "values", "applicationName", "applicationKey", "environment"]
private let moduleKeys = [
    "moduleClass", "moduleLevel", "modulePriority", "enabled", "environments", "dependencies", "options",
    "startTimeout",
    "stopTimeout", "startup",
]

// modules.plist

extension ConfigurationLoader {
    /// Reads the root of a file; a drop-in may hold services as well, which its reader reads.
    mutating func readModules(_ root: PropertyListCursor, _ reader: inout PropertyListReader, isDropIn: Bool) {
        if root.elements?.contains(where: \.isService) == true {
            unresolved.isMissingModules = true
            let text = "The file has the form of services.plist: it is an array of services."
            let remedy = "Swap it with the other file, or write a dictionary with \"moduleClasses\" into it."
            reader.report(.invalidValue, at: root.origin, text, remedy: remedy)
            return
        }
        let known = isDropIn ? rootKeys + ["services"] : rootKeys
        guard let entries = reader.dictionary(root, known: known) else {
            unresolved.isMissingModules = true
            return
        }
        sources.append((.application, root))
        readApplication(entries, &reader)
        if let values = entries["values"] {
            if case .dictionary = values.value {
                layers.append((values.origin.file, values.value))
            } else {
                reader.expected("a dictionary", at: values)
            }
        }
        guard let list = entries["moduleClasses"] else {
            let misspelt = entries.keys.contains { nearestName(to: $0, among: known) == "moduleClasses" }
            if misspelt { unresolved.isMissingModules = true }
            return
        }
        hasModuleList = true
        guard let elements = reader.array(list) else {
            unresolved.isMissingModules = true
            return
        }
        var first: [ObjectIdentifier: Origin] = [:]
        for element in elements where !reader.isFull {
            guard let module = readModule(element, &reader) else { continue }
            let declaration = module.declaration
            if let other = first[ObjectIdentifier(declaration.type)] {
                let message = "\(TypeTable.name(of: declaration.type)) is listed twice: here and at \(other)."
                let origin = declaration.origin
                reader.report(.duplicateModule, at: origin, message, remedy: "Remove one of the entries.")
                continue
            }
            first[ObjectIdentifier(declaration.type)] = declaration.origin
            modules.append(module)
            sources.append((.module(declaration.type.moduleName), element))
        }
    }

    /// What a file says about the application; a later file wins.
    private mutating func readApplication(
        _ entries: [String: PropertyListCursor],
        _ reader: inout PropertyListReader
    ) {
        applicationName = reader.string(entries["applicationName"]) ?? applicationName
        applicationKey = reader.string(entries["applicationKey"]) ?? applicationKey
        if let name = reader.string(entries["environment"]) {
            let (stated, origin) = (HiveEnvironment(name), entries["environment"]?.origin)
            if let problem = stated.problem(at: origin) { return reader.report(problem) }
            environment = stated
            environmentOrigin = origin
        }
    }

    private mutating func readModule(
        _ cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> (declaration: ModuleDeclaration, className: String)? {
        guard let entries = reader.dictionary(cursor, known: moduleKeys) else {
            unresolved.isMissingModules = true
            return nil
        }
        let name = reader.requiredString("moduleClass", entries, of: cursor)
        if let noted = note(name?.cursor, &reader) { names?.modules.append(noted) }
        let type = name.flatMap { name in
            let found = reader.resolve(at: name.cursor) { () throws(TypeResolver.Failure) in
                try search.module(name.text, at: name.cursor.origin)
            }
            if let found { resolutions.note(name.text, .module, found, at: name.cursor.origin) }
            return found?.type
        }
        if type == nil {
            unresolved.note(module: name?.text)
        }
        // Everything else is read without a class too, so that all that is wrong is found.
        let level = reader.integer(entries["moduleLevel"], names: ["basic": 0, "normal": 1])
        let priority = reader.integer(entries["modulePriority"])
        let isEnabled = reader.boolean(entries["enabled"])
        let environments = readEnvironments(entries["environments"], &reader)
        let dependencies = readDependencies(entries["dependencies"], &reader)
        let options = entries["options"]
        if let options, options.entries == nil { reader.expectedOptions(at: options) }
        let start = reader.duration(entries["startTimeout"])
        let stop = reader.duration(entries["stopTimeout"])
        let startup = readStartup(entries["startup"], &reader)

        guard let name, let type else { return nil }
        var declaration = ModuleDeclaration(type, at: cursor.origin)
        declaration.level = level.map { ModuleLevel($0) }
        declaration.priority = priority
        declaration.isEnabled = isEnabled
        declaration.environments = environments
        declaration.dependencies = dependencies
        if let options, case .dictionary = options.value {
            declaration.options = options.value
            declaration.originOfOption = { options.origin(of: $0) }
        }
        declaration.timeouts = ModuleTimeouts(start: start, stop: stop)
        declaration.startup = startup
        return (declaration, name.text)
    }

    private func readStartup(_ cursor: PropertyListCursor?, _ reader: inout PropertyListReader) -> ModuleStartup? {
        guard let cursor, let name = reader.string(cursor) else { return nil }
        if let startup = ModuleStartup.all.first(where: { $0.description == name }) { return startup }
        let known = ModuleStartup.all.map(\.description)
        let advice = nearestName(to: name, among: known).map { "Did you mean \"\($0)\"?" }
        let kinds = known.map { "\"\($0)\"" }.joined(separator: " or ")
        reader.expected(kinds, at: cursor, remedy: advice ?? "Write \(kinds).")
        return nil
    }

    private func readEnvironments(
        _ cursor: PropertyListCursor?,
        _ reader: inout PropertyListReader
    ) -> Set<HiveEnvironment>? {
        guard let elements = reader.array(cursor) else { return nil }
        var environments: Set<HiveEnvironment> = []
        let known = ["development", "test", "staging", "production"]
        for element in elements where !reader.isFull {
            guard let name = reader.string(element) else { continue }
            if let problem = HiveEnvironment(name).problem(at: element.origin) {
                reader.report(problem)
                continue
            }
            environments.insert(HiveEnvironment(name))
            // Anyone may have environments of their own, so a near miss is only doubtful.
            let short = known.first { name.count > 2 && $0.hasPrefix(name.lowercased()) }
            guard !known.contains(name), let near = short ?? nearestName(to: name, among: known) else { continue }
            let message = "The environment \(name.quoted(limit: 80)) is not \"\(near)\"."
            let remedy = "Write \"\(near)\", unless the environment is one of your own."
            reader.warn(.invalidValue, at: element.origin, message, remedy: remedy)
        }
        return environments
    }
}

extension PropertyListCursor {
    /// Whether the value looks like an entry of services.plist.
    fileprivate var isService: Bool {
        guard case .dictionary(let entries) = value else { return false }
        return entries["service"] != nil || entries["impl"] != nil
    }
}
