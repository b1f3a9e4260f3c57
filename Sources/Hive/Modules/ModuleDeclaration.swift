// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What one source says about a module: a line of code, an entry of a property list, or a record.
///
/// Loaders make declarations; where several sources speak of one module, ``ModuleManager`` merges them, a property list
/// over code over a record, key by key (C17). What a declaration leaves nil, the next one or the type itself says.
///
/// What it says is shared by its copies, because it is large and goes from list to list.
package struct ModuleDeclaration: Sendable {
    /// What a declaration can say besides; most say nothing of it.
    private struct Statements {
        var level: ModuleLevel?
        var priority: Int?
        var isEnabled: Bool?
        var environments: Set<HiveEnvironment>?
        var originOfParticipation: Origin?
        var dependencies: [(dependency: ModuleDependency, origin: Origin)]?
        var options: Secret<ConfigurationValue>?
        var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)?
        var timeouts = ModuleTimeouts()
        var initializesConcurrently: Bool?
    }

    private final class Stated: Sendable {
        let statements: Statements

        init(_ statements: Statements) { self.statements = statements }
    }

    private final class Content: Sendable {
        let type: any HiveModule.Type
        let origin: Origin
        let factory: (@Sendable () async throws -> any HiveModule)?
        let stated: Stated?

        init(
            _ type: any HiveModule.Type,
            _ origin: Origin,
            _ factory: (@Sendable () async throws -> any HiveModule)?,
            _ stated: Stated?
        ) {
            self.type = type
            self.origin = origin
            self.factory = factory
            self.stated = stated
        }
    }

    private var content: Content

    /// Creates a declaration that says nothing but that the module is there, or what its options are and who makes it.
    package init(
        _ type: any HiveModule.Type,
        at origin: Origin,
        options: ConfigurationValue? = nil,
        factory: (@Sendable () async throws -> any HiveModule)? = nil
    ) {
        let stated = options.map { Stated(Statements(options: Secret($0))) }
        content = Content(type, origin, factory, stated)
    }

    private mutating func state(_ change: (inout Statements) -> Void) {
        var statements = content.stated?.statements ?? Statements()
        change(&statements)
        content = Content(content.type, content.origin, content.factory, Stated(statements))
    }

    /// The module's type.
    package var type: any HiveModule.Type { content.type }
    /// Where the declaration is.
    package var origin: Origin { content.origin }
    /// The level, instead of the type's.
    package var level: ModuleLevel? {
        get { content.stated?.statements.level }
        set { state { $0.level = newValue } }
    }
    /// The priority, instead of the type's.
    package var priority: Int? {
        get { content.stated?.statements.priority }
        set { state { $0.priority = newValue } }
    }
    /// Whether the module takes part at all.
    package var isEnabled: Bool? {
        get { content.stated?.statements.isEnabled }
        set { state { $0.isEnabled = newValue } }
    }
    /// The environments in which the module takes part; nil for all.
    package var environments: Set<HiveEnvironment>? {
        get { content.stated?.statements.environments }
        set { state { $0.environments = newValue } }
    }
    /// Where it says whether, or in which environments, the module takes part; nil for its own place.
    package var originOfParticipation: Origin? {
        get { content.stated?.statements.originOfParticipation }
        set { state { $0.originOfParticipation = newValue } }
    }
    /// Dependencies instead of the type's, each with the place that declares it.
    package var dependencies: [(dependency: ModuleDependency, origin: Origin)]? {
        get { content.stated?.statements.dependencies }
        set { state { $0.dependencies = newValue } }
    }
    /// The module's own options.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    package var options: ConfigurationValue? {
        get { content.stated?.statements.options?.value }
        set { state { $0.options = newValue.map { Secret($0) } } }
    }
    /// Finds the line of an option, for errors.
    package var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)? {
        get { content.stated?.statements.originOfOption }
        set { state { $0.originOfOption = newValue } }
    }
    /// The timeouts, instead of the type's.
    package var timeouts: ModuleTimeouts {
        get { content.stated?.statements.timeouts ?? ModuleTimeouts() }
        set { state { $0.timeouts = newValue } }
    }
    /// Whether the module is initialized beside others, instead of what the type says.
    package var initializesConcurrently: Bool? {
        get { content.stated?.statements.initializesConcurrently }
        set { state { $0.initializesConcurrently = newValue } }
    }
    /// Makes the module, instead of its `init()`.
    package var factory: (@Sendable () async throws -> any HiveModule)? {
        get { content.factory }
        set { content = Content(content.type, content.origin, newValue, content.stated) }
    }
}
