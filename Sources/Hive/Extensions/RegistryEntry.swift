// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Something that a library lets modules register with a hive, as `HiveRouting` does with actions and routes.
///
/// By it, a library adds a kind of registration of its own, and Hive does not know the library. The hive keeps the
/// entries of each type, in boot order of their modules, and withdraws them with their module, as services and
/// subscriptions. Readers get a table made from all entries, rebuilt at the first reading after a change. Entries of a
/// module that is added while the hive runs can be read at once, as in a start: modules that come together may need
/// each other's in `initialize`.
///
/// ```swift
/// struct HealthCheck: RegistryEntry {
///     let key: String?
///     let origin: Origin
///     let isHealthy: @Sendable () async -> Bool
///
///     static func makeTable(
///         _ records: [(entry: HealthCheck, module: String?)],
///         in context: HiveContext
///     ) -> [HealthCheck] {
///         records.map(\.entry)
///     }
/// }
/// ```
///
/// Give contexts a method of the library by an extension: what a ``SetupContext`` registers belongs to its module.
public protocol RegistryEntry: Sendable {
    /// What readers get: usually the entries, arranged so that looking one up is fast.
    associatedtype Table: Sendable

    /// What no two entries of the type may share, in words that an error can print, such as `the action Trade.quote`;
    /// nil for an entry that never clashes.
    var key: String? { get }
    /// Where the entry was declared.
    var origin: Origin { get }

    /// Makes the table from every entry: those of modules in boot order, each module's in order of registration, then
    /// those of the hive.
    ///
    /// It runs without a lock, at the end of the `setUp` phase and at the first reading after each change, also in
    /// several tasks at once.
    ///
    /// - Parameters:
    ///   - records: The entries, each with the name of its module; nil for one that belongs to the hive.
    ///   - context: What the hive's modules are told about the application.
    /// - Returns: What readers get.
    /// - Throws: Whatever makes the entries unusable together; during a start it ends the start.
    static func makeTable(_ records: [(entry: Self, module: String?)], in context: HiveContext) throws -> Table

    /// What takes the place of the entry while its module is down because of a failure, and comes back (C63); nil for
    /// nothing, as by default.
    ///
    /// It is for an entry that guards others, which must not be open meanwhile: what takes its place refuses. It runs
    /// without a lock.
    ///
    /// - Parameter refusal: The error to throw, which says which module is down and why.
    /// - Returns: What refuses, and has no key.
    func whileDown(_ refusal: @escaping @Sendable () -> HiveError) -> Self?
}

extension RegistryEntry {
    /// Nothing takes its place.
    ///
    /// - Parameter refusal: The error that nobody throws.
    /// - Returns: Nil.
    public func whileDown(_ refusal: @escaping @Sendable () -> HiveError) -> Self? { nil }
}
