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
    /// Whether that gives one instance, which cannot be made anew.
    package var isInstance = false
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

    /// Creates a declaration.
    package init(_ type: any HiveModule.Type, at origin: Origin, stating statements: ModuleStatements) {
        self.type = type
        self.origin = origin
        shared = Shared(statements)
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

    /// Where it states something, by the name of the key.
    func origin(of key: String) -> Origin { statements?.originOfKey?(key) ?? origin }
}

/// What a declaration can say besides; what it leaves nil, the next declaration or the type itself says.
@dynamicMemberLookup
package struct ModuleStatements: Sendable {
    /// What the module is, as far as this source states it, but for what it needs.
    package var manifest = ModuleManifest()
    /// What the module needs, each with the place that states it.
    package var needs: [(dependency: ModuleDependency, origin: Origin)]?
    /// Whether the module takes part at all.
    package var isEnabled: Bool?
    /// The environments in which the module takes part; nil for all.
    package var environments: Set<HiveEnvironment>?
    private var secretOptions: Secret<ConfigurationValue>?
    /// Finds the line of an option, for errors.
    package var originOfOption: (@Sendable (ConfigurationKeyPath) -> Origin)?
    /// Finds the line of a key, for errors.
    package var originOfKey: (@Sendable (String) -> Origin?)?

    package init() {}

    package subscript<Value>(dynamicMember path: WritableKeyPath<ModuleManifest, Value>) -> Value {
        get { manifest[keyPath: path] }
        set { manifest[keyPath: path] = newValue }
    }

    /// The module's own options.
    ///
    /// `dump` and mirrors do not show them, because some may be secret.
    package var options: ConfigurationValue? {
        get { secretOptions?.value }
        set { secretOptions = newValue.map { Secret($0) } }
    }
}
