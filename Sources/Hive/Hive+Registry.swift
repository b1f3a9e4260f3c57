// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension SetupContext {
    /// Registers entries of a library's type for the module, all of them or none; see ``RegistryEntry``.
    ///
    /// They are withdrawn when the module is removed, torn down, or fails to start.
    ///
    /// - Returns: A token that withdraws them earlier.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEntry``, which names both places, or with
    ///   ``HiveErrorCode/invalidState`` when the context's hook has returned (C50) or the hive stops.
    /// - Complexity: O(n) in the number of entries given; the next reading makes the table anew.
    @discardableResult
    public func register<Entry: RegistryEntry>(_ entries: [Entry]) throws -> RegistrationToken {
        try scope.hive.registries.storage(of: Entry.self).add(entries, owner: scope.owner) {
            try scope.check("registers \(Entry.self)")
        }
    }
}

extension HookContext where Self: ServiceLookup {
    /// Returns the table of everything that is registered of a library's type.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` before the `initialize` phase,
    ///   ``HiveErrorCode/stopped`` after, or what ``RegistryEntry/makeTable(_:in:)`` throws.
    /// - Complexity: O(1), and no lock is taken, unless an entry came or went since the last call.
    public func table<Entry: RegistryEntry>(of type: Entry.Type) throws -> Entry.Table {
        try scope.checkAlive()
        return try scope.hive.registries.storage(of: type).table()
    }

    /// Returns the name of the module with which an entry was withdrawn, for the error about its absence.
    package func formerModule<Entry: RegistryEntry>(of key: String, in type: Entry.Type) -> String? {
        scope.hive.registries.storage(of: type).formerModule(of: key)
    }
}

extension Hive {
    /// Registers entries of a library's type that belong to the hive, all of them or none; see ``RegistryEntry``.
    ///
    /// They come after those of modules, and live as long as the hive.
    ///
    /// - Returns: A token that withdraws them earlier.
    /// - Throws: What ``SetupContext/register(_:)`` throws.
    /// - Complexity: O(n) in the number of entries given; the next reading makes the table anew.
    @discardableResult
    public func register<Entry: RegistryEntry>(_ entries: [Entry]) throws -> RegistrationToken {
        try engine.registries.storage(of: Entry.self).add(entries, owner: engine.owner) {}
    }

    /// Returns the table of everything that is registered of a library's type.
    ///
    /// - Throws: What ``HookContext/table(of:)`` throws.
    /// - Complexity: O(1), and no lock is taken, unless an entry came or went since the last call.
    public func table<Entry: RegistryEntry>(of type: Entry.Type) throws -> Entry.Table {
        try engine.registries.storage(of: type).table()
    }

    /// Returns the name of the module with which an entry was withdrawn, for the error about its absence.
    package func formerModule<Entry: RegistryEntry>(of key: String, in type: Entry.Type) -> String? {
        engine.registries.storage(of: type).formerModule(of: key)
    }

    /// Tells the hive's observers a step that a library took; without observers it costs nothing (C48).
    public func report(_ observation: @autoclosure () -> HiveObservation) {
        engine.observers.notify(observation())
    }
}
