// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What one source says about a module: a line of code, an entry of a property list, or a record.
///
/// Loaders make declarations; where several sources speak of one module, ``ModuleManager`` merges them, a property list
/// over code over a record, key by key (C17).
@dynamicMemberLookup
package struct ModuleDeclaration: Sendable {
    /// The module's type.
    package let type: any HiveModule.Type
    /// Where the declaration is.
    package let origin: Origin
    /// Makes the module, instead of its `init()`.
    package var factory: (@Sendable () async throws -> any HiveModule)?
    private var shared: Shared?

    /// Shared by the copies of a declaration, because it is large and they go from list to list; nil where nothing is
    /// stated, as in most declarations.
    private final class Shared: Sendable {
        let statements: ModuleStatements

        init(_ statements: ModuleStatements) { self.statements = statements }
    }

    /// Creates a declaration that says nothing but that the module is there, or what its options are and who makes it.
    package init(
        _ type: any HiveModule.Type,
        at origin: Origin,
        options: ConfigurationValue? = nil,
        factory: (@Sendable () async throws -> any HiveModule)? = nil
    ) {
        self.type = type
        self.origin = origin
        self.factory = factory
        if let options { self.options = options }
    }

    /// What it says besides.
    package var statements: ModuleStatements? { shared?.statements }

    package subscript<Value>(dynamicMember path: WritableKeyPath<ModuleStatements, Value>) -> Value {
        get { (statements ?? ModuleStatements())[keyPath: path] }
        set {
            var statements = statements ?? ModuleStatements()
            statements[keyPath: path] = newValue
            shared = Shared(statements)
        }
    }
}

/// What a declaration can say besides; what it leaves nil, the next declaration or the type itself says.
package struct ModuleStatements: Sendable {
    /// The level, instead of the type's.
    package var level: ModuleLevel?
    /// The priority, instead of the type's.
    package var priority: Int?
    /// Whether the module takes part at all.
    package var isEnabled: Bool?
    /// The environments in which the module takes part; nil for all.
    package var environments: Set<HiveEnvironment>?
    /// Where it says whether, or in which environments, the module takes part; nil for its own place.
    package var originOfParticipation: Origin?
    /// Dependencies instead of the type's, each with the place that declares it.
    package var dependencies: [(dependency: ModuleDependency, origin: Origin)]?
    private var secretOptions: Secret<ConfigurationValue>?
    /// Finds the line of an option, for errors.
    package var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)?
    /// The timeouts, instead of the type's.
    package var timeouts = ModuleTimeouts()
    /// Whether the module is initialized beside others, instead of what the type says.
    package var initializesConcurrently: Bool?

    init() {}

    /// The module's own options.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    package var options: ConfigurationValue? {
        get { secretOptions?.value }
        set { secretOptions = newValue.map { Secret($0) } }
    }
}
