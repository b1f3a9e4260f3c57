// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

/// What an entry of `modules.plist` states; what is wrong has been reported and is left out.
package struct StatedModule: Sendable {
    /// The entry.
    package let cursor: PropertyListCursor
    /// The module's class.
    package let className: StatedName?
    package let level: Int?
    package let priority: Int?
    package let isEnabled: Bool?
    package let environments: Set<HiveEnvironment>?
    package let needs: [StatedDependency]?
    /// A dictionary.
    package let options: PropertyListCursor?
    package let startTimeout: Duration?
    package let stopTimeout: Duration?
    package let drainTimeout: Duration?
    package let initializesConcurrently: Bool?
    package let onFailure: StatedPolicy?

    /// Where it states something, by the name of the key; nil where it does not.
    package func origin(of key: String) -> Origin? {
        cursor.entries?.first { Vocabulary.title(ofModuleKey: $0.key) == key }?.value.origin
    }
}

/// What a module needs.
package struct StatedDependency: Sendable {
    package enum Target: Sendable {
        /// A module, by its name.
        case module(String)
        /// A service, by the name of its type.
        case service(StatedName)
    }

    package let target: Target
    package let isOptional: Bool
    /// Where the dependency is written.
    package let origin: Origin
}

extension PropertyListReader {
    /// Reads an entry; nil for one that is none.
    ///
    /// Everything is read without a class too, so that all that is wrong is found.
    mutating func module(_ cursor: PropertyListCursor) -> StatedModule? {
        let isNamed = moduleKeys.index(of: .moduleClass).flatMap { cursor[$0] } != nil
        if !isNamed, reportsServiceAmongModules(cursor) { return nil }
        let advice = "If it is one of the module's options, move it into the dictionary \"options\""
        guard let entries = dictionary(cursor, moduleKeys, otherwise: advice, needing: "\"moduleClass\"") else {
            file.missing.insert(.modules)
            return nil
        }
        return StatedModule(
            cursor: cursor,
            className: requiredName(.moduleClass, entries),
            level: integer(entry(.level, or: .moduleLevel, entries), names: Vocabulary.levels),
            priority: integer(entry(.priority, or: .modulePriority, entries)),
            isEnabled: boolean(entries[.enabled]),
            environments: environments(entries[.environments]),
            needs: needs(entries[.needs]),
            options: options(entries[.options]),
            startTimeout: duration(entries[.startTimeout]),
            stopTimeout: duration(entries[.stopTimeout]),
            drainTimeout: duration(entries[.drainTimeout]),
            initializesConcurrently: boolean(entries[.initializesConcurrently]),
            onFailure: policy(entries[.onFailure])
        )
    }

    /// What stands under a key, or under BeeHive's word for it.
    private mutating func entry(
        _ key: Vocabulary.ModuleKey,
        or beeHive: Vocabulary.ModuleKey,
        _ entries: StatedEntries<Vocabulary.ModuleKey>
    ) -> PropertyListCursor? {
        guard let own = entries[key], let other = entries[beeHive] else { return entries[key] ?? entries[beeHive] }
        let message = "\(beeHive.rawValue.quoted) is another word for \(key.rawValue.quoted), at \(own.origin)."
        refuse(other, message, remedy: "Remove one of them.")
        return own
    }

    /// A dictionary; what is none is not shown, because it may be a secret.
    private mutating func options(_ cursor: PropertyListCursor?) -> PropertyListCursor? {
        guard let cursor, cursor.kind != .dictionary else { return cursor }
        refuse(cursor, "Expected a dictionary, found \(cursor.value.kindName).", remedy: "Write a dictionary.")
        return nil
    }

    private mutating func environments(_ cursor: PropertyListCursor?) -> Set<HiveEnvironment>? {
        guard let elements = array(cursor) else { return nil }
        var environments: Set<HiveEnvironment> = []
        let known = Vocabulary.environments
        for element in elements where !isFull {
            guard let name = string(element) else { continue }
            if let problem = HiveEnvironment(name).problem(at: element.origin) {
                report(problem)
                continue
            }
            environments.insert(HiveEnvironment(name))
            // Anyone may have environments of their own, so a near miss is only doubtful.
            let short = known.first { name.count > 2 && $0.begins(with: name.lowercased()) }
            guard !known.contains(name), let near = short ?? nearestName(to: name, among: known) else { continue }
            let message = "The environment \(name.quoted(limit: 80)) looks like \"\(near)\", which is another one."
            let remedy = "Write \"\(near)\", unless you have an environment of that name."
            report(Problem(.warning, .invalidValue, at: element.origin, message, remedy: remedy))
        }
        return environments
    }

    /// Reads what a module needs: names of modules, or dictionaries with `module` or `service`, and `optional`.
    private mutating func needs(_ cursor: PropertyListCursor?) -> [StatedDependency]? {
        array(cursor)?.compactMap { isFull ? nil : dependency($0) }
    }

    private mutating func dependency(_ cursor: PropertyListCursor) -> StatedDependency? {
        var isOptional = false
        func need(_ target: StatedDependency.Target?) -> StatedDependency? {
            target.map { StatedDependency(target: $0, isOptional: isOptional, origin: cursor.origin) }
        }
        if cursor.kind != .dictionary {
            guard cursor.isString else { return expected("a module's name or a dictionary", at: cursor) }
            return need(string(cursor).map { .module($0) })
        }
        guard let entries = dictionary(cursor, dependencyKeys) else { return nil }
        isOptional = boolean(entries[.optional]) ?? false
        switch (entries[.module], entries[.service]) {
        case (let module?, nil): return need(string(module).map { .module($0) })
        case (nil, let service?): return need(name(service).map { .service($0) })
        case (nil, nil):
            let known = dependencyKeys.names
            let isMisspelt = cursor.entries?.contains { key, _ in
                !known.contains(key) && nearestName(to: key, among: known) != nil
            }
            if isMisspelt == true { return nil }
            refuse(cursor, "The dependency names nothing.", remedy: "Add \"module\" or \"service\".")
        default:
            let remedy = "Make two dependencies of them."
            refuse(cursor, "The dependency names a module and a service.", remedy: remedy)
        }
        return nil
    }
}
