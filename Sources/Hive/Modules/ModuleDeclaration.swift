// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What one source says about a module: a line of code, an entry of a property list, or a record.
///
/// Loaders make declarations; where several sources speak of one module, ``ModuleManager`` merges them, a property list
/// over code over a record, key by key (C17). What a declaration leaves nil, the next one or the type itself says.
///
/// What it says is shared by its copies, because it is large and goes from list to list.
package struct ModuleDeclaration: Sendable {
    private struct Content {
        let type: any HiveModule.Type
        let origin: Origin
        var level: ModuleLevel?
        var priority: Int?
        var isEnabled: Bool?
        var environments: Set<HiveEnvironment>?
        var dependencies: [(dependency: ModuleDependency, origin: Origin)]?
        var options: Secret<ConfigurationValue>?
        var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)?
        var timeouts = ModuleTimeouts()
        var initializesConcurrently: Bool?
        var factory: (@Sendable () async throws -> any HiveModule)?
    }

    private final class Shared: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    private var shared: Shared

    /// Creates a declaration that says nothing but that the module is there, or what its options are and who makes it.
    package init(
        _ type: any HiveModule.Type,
        at origin: Origin,
        options: ConfigurationValue? = nil,
        factory: (@Sendable () async throws -> any HiveModule)? = nil
    ) {
        shared = Shared(Content(type: type, origin: origin, options: options.map { Secret($0) }, factory: factory))
    }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = shared.content
        body(&content)
        shared = Shared(content)
    }

    /// The module's type.
    package var type: any HiveModule.Type { shared.content.type }
    /// Where the declaration is.
    package var origin: Origin { shared.content.origin }
    /// The level, instead of the type's.
    package var level: ModuleLevel? {
        get { shared.content.level }
        set { change { $0.level = newValue } }
    }
    /// The priority, instead of the type's.
    package var priority: Int? {
        get { shared.content.priority }
        set { change { $0.priority = newValue } }
    }
    /// Whether the module takes part at all.
    package var isEnabled: Bool? {
        get { shared.content.isEnabled }
        set { change { $0.isEnabled = newValue } }
    }
    /// The environments in which the module takes part; nil for all.
    package var environments: Set<HiveEnvironment>? {
        get { shared.content.environments }
        set { change { $0.environments = newValue } }
    }
    /// Dependencies instead of the type's, each with the place that declares it.
    package var dependencies: [(dependency: ModuleDependency, origin: Origin)]? {
        get { shared.content.dependencies }
        set { change { $0.dependencies = newValue } }
    }
    /// The module's own options.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    package var options: ConfigurationValue? {
        get { shared.content.options?.value }
        set { change { $0.options = newValue.map { Secret($0) } } }
    }
    /// Finds the line of an option, for errors.
    package var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)? {
        get { shared.content.originOfOption }
        set { change { $0.originOfOption = newValue } }
    }
    /// The timeouts, instead of the type's.
    package var timeouts: ModuleTimeouts {
        get { shared.content.timeouts }
        set { change { $0.timeouts = newValue } }
    }
    /// Whether the module is initialized beside others, instead of what the type says.
    package var initializesConcurrently: Bool? {
        get { shared.content.initializesConcurrently }
        set { change { $0.initializesConcurrently = newValue } }
    }
    /// Makes the module, instead of its `init()`.
    package var factory: (@Sendable () async throws -> any HiveModule)? {
        get { shared.content.factory }
        set { change { $0.factory = newValue } }
    }
}
