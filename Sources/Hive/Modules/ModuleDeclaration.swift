// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What one source says about a module: a line of code, an entry of a property list, or a record.
///
/// Loaders make declarations; where several sources speak of one module, ``ModuleManager`` merges them, a property list
/// over code over a record, key by key (C17). What a declaration leaves nil, the next one or the type itself says.
package struct ModuleDeclaration: Sendable {
    /// The module's type.
    package let type: any HiveModule.Type
    /// Where the declaration is.
    package let origin: Origin
    /// The level, instead of the type's.
    package var level: ModuleLevel?
    /// The priority, instead of the type's.
    package var priority: Int?
    /// Whether the module takes part at all.
    package var isEnabled: Bool?
    /// The environments in which the module takes part; nil for all.
    package var environments: Set<HiveEnvironment>?
    /// Dependencies instead of the type's, each with the place that declares it.
    package var dependencies: [(dependency: ModuleDependency, origin: Origin)]?
    /// The module's own options.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    package var options: ConfigurationValue? {
        get { hiddenOptions?.value }
        set { hiddenOptions = newValue.map { Secret($0) } }
    }
    private var hiddenOptions: Secret<ConfigurationValue>?
    /// Finds the line of an option, for errors.
    package var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)?
    /// The timeouts, instead of the type's.
    package var timeouts = ModuleTimeouts()
    /// Whether the module is initialized beside others, instead of what the type says.
    package var initializesConcurrently: Bool?
    /// Makes the module, instead of its `init()`.
    package var factory: (@Sendable () async throws -> any HiveModule)?

    /// Creates a declaration that says nothing but that the module is there.
    package init(_ type: any HiveModule.Type, at origin: Origin) {
        self.type = type
        self.origin = origin
    }
}
