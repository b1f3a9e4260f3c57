// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive

extension Hive {
    /// Runs what a new configuration says instead of the last one, and does the least for it.
    ///
    /// ```swift
    /// let report = try await hive.reload(HiveConfiguration(contentsOf: "Config", environment: .production))
    /// print(report ?? "asked for")
    /// ```
    ///
    /// Everything is checked first, as a start would. Then, in this order: modules that the configuration no longer
    /// names, or disables, stop, dependents first; services of property lists are withdrawn, replaced and registered;
    /// modules that are new start, in boot order and behind those that run; modules whose options have changed and
    /// which are ``ReconfigurableModule``s take the new ones. Timeouts and needs count at once. Modules and
    /// services that code has registered stay as they are; what property lists say about such a module, they may also
    /// take back.
    ///
    /// What counts only from the next start on has a ``ConfigurationChange/deferral``: level, priority and
    /// `initializesConcurrently` of modules that run, options of a module that cannot take them, a service that code
    /// registers as well, the application's values, and the hive's timeouts.
    /// Instances of services that were withdrawn or replaced are shut down with their owners (C28). A module that
    /// throws on its way out is gone all the same (C37), and the report has what it threw.
    ///
    /// When a step fails, everything is put back: modules that had come are taken down, those that had left come back
    /// as new instances at their old places, options are given back, services are what they were. A module that was
    /// abandoned in one of its hooks does not come back before it has returned (C2); the error names it. Reloads,
    /// additions and removals that come at the same time are carried out one after the other. A stop ends a reload
    /// early: no further step is taken, and everything goes down. Called from within a hook, a handler or a module's
    /// work of the same hive, it only asks and returns nil, and observers are told how it ended (C15, C18). Asked for
    /// while the hive starts, it is done once the hive runs, and its failure fails only itself (C58).
    ///
    /// - Parameter configuration: What property lists say by now.
    /// - Returns: What was changed and what has to wait; nil when it was only asked for.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` before the start, when the start fails, and once the
    ///   hive stops; ``HiveErrorCode/invalidConfiguration`` with every problem, and nothing was changed;
    ///   ``HiveErrorCode/reloadFailed`` with what failed first, then what could not be put back, which the message
    ///   names; ``HiveErrorCode/cancelled`` when the hive was told to stop meanwhile.
    /// - Complexity: O(n log n + dependencies) for the comparison, and the hooks that run.
    @discardableResult
    public func reload(_ configuration: HiveConfiguration) async throws -> ReloadReport? {
        try configuration.check(options, ", and nothing was changed")
        return try await reload(
            configuration.composition,
            reporting: self.configuration?.applicationChanges(to: configuration) ?? []
        )
    }

    /// Reads the files again from which the hive was made, and runs what they say.
    ///
    /// A hive that ``Hive/run()`` runs does so on SIGHUP where ``HiveOptions/reloadsOnHangUp`` is set, and when files
    /// have changed where ``HiveOptions/watchesConfiguration`` is (C66). If one changes while they are read, all are
    /// read again.
    ///
    /// - Returns: What ``reload(_:)`` returns.
    /// - Throws: What ``reload(_:)`` throws; ``HiveErrorCode/invalidState`` when the hive was not made from files;
    ///   ``HiveErrorCode/invalidConfiguration`` when they change each time that they are read, 25 times in a row.
    @discardableResult
    public func reload() async throws -> ReloadReport? {
        guard let source else {
            let text = "The hive was not made from files, so there is nothing to read again."
            throw HiveError(.invalidState, "\(text) Use reload(_:) with a configuration.")
        }
        return try await tellingSupervisor { try await reload(from: source) }
    }
}

extension Hive {
    /// What ``reload(_:)`` would change and what is doubtful about it, without a change; before the start, what it
    /// would change after that.
    ///
    /// What modules register in code is only known of a hive that was set up.
    ///
    /// - Throws: What ``reload(_:)`` would throw for what is wrong with the configuration.
    package func changes(
        to configuration: HiveConfiguration
    ) throws -> (changes: [ConfigurationChange], warnings: [Problem]) {
        try configuration.check(options, ", and nothing was changed")
        var found = try changes(to: configuration.composition)
        found.changes += self.configuration?.applicationChanges(to: configuration) ?? []
        return found
    }

    /// What property lists said when the hive was made; nil where it was made from none.
    package var configuration: HiveConfiguration? { (source as? ConfigurationSource)?.configuration }
}

extension HiveConfiguration {
    fileprivate var composition: Composition {
        Composition(modules: modules, services: services, problems: problems)
    }

    /// What differs about the application, which is fixed when a hive is made.
    func applicationChanges(to new: HiveConfiguration) -> [ConfigurationChange] {
        let (before, after) = (settings(of: .application), new.settings(of: .application))
        let old = Dictionary(before.map { ($0.key, $0.value) }) { first, _ in first }
        let kept = Set(after.map(\.key))
        let differing = after.filter { old[$0.key] != $0.value } + before.filter { !kept.contains($0.key) }
        return differing.map { setting in
            let isTimeout = setting.key.components.first == .key("timeouts")
            let what = isTimeout ? "a hive's timeouts are" : "what modules are told about the application is"
            let reason = "\(what) fixed when a hive is made"
            return ConfigurationChange(.application, "\(setting.key)", at: setting.origin, deferral: reason)
        }
    }
}
