// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Values of an application in layers, of which the later wins, and each of which can say where a value came from.
///
/// A key is a path with dots, such as `database.maxConnections`. A tree has it as nested dictionaries; environment
/// variables with the prefix `SHOP` as `SHOP_DATABASE_MAX_CONNECTIONS`; arguments as `--database-max-connections=8`,
/// or as `--database-max-connections` alone for true.
///
/// Within a hive, a variable under a module's name, such as `SHOP_CART_LIMIT` where there is a `CartModule`, is an
/// option of that module, and not among the values (C54).
///
/// ```swift
/// var values = ConfigurationValues()
/// values.append(["database": ["host": "localhost"]], origin: "defaults")
/// values.append(environment: ["SHOP_DATABASE_HOST": "db1"], prefix: "SHOP")
/// let host = try values.value("database.host", default: "localhost")  // db1
/// ```
public struct ConfigurationValues: Sendable {
    private(set) var layers: [Layer]
    /// Whether a variable speaks of modules' options, and is no value of the application; nil outside of a hive.
    package var isClaimed: (@Sendable (_ variable: String) -> Bool)?

    /// The keys of values that the program reads, beside those that trees state.
    private(set) var declared: Set<String> = []

    /// Creates values without a layer.
    public init() { layers = [] }

    /// Creates values from layers, the weakest first.
    package init(_ layers: Layer...) {
        self.layers = layers
    }

    /// Adds a tree, such as a property list's; it wins over the layers there are.
    ///
    /// - Parameters:
    ///   - tree: The values.
    ///   - origin: What errors call the layer.
    public mutating func append(_ tree: ConfigurationValue, origin: String) {
        layers.append(.tree(tree, origin: origin))
    }

    /// Adds environment variables; they win over the layers there are.
    ///
    /// - Parameters:
    ///   - variables: The variables by name, such as those of the process.
    ///   - prefix: Only variables that begin with it and an underscore count; with an empty prefix, all of them.
    public mutating func append(environment variables: [String: String], prefix: String) {
        layers.append(.environmentVariables(variables, prefix: prefix))
    }

    /// Adds arguments of the form `--key=value`, or `--key` for true; they win over the layers there are.
    ///
    /// The last of equal ones counts, and `--` ends them. A hive with these values refuses those that nothing
    /// reads: see ``declare(_:)``.
    public mutating func append(arguments: [String]) {
        layers.append(.arguments(arguments))
    }

    /// Declares values that the program reads, so that arguments may state them.
    ///
    /// An argument that nothing reads is an error of `Hive.run()`, `Hive.main` and `verify()` (C41, C54). What a tree
    /// states, such as the `values` of a property list, needs no declaration.
    ///
    /// ```swift
    /// var context = HiveContext()
    /// context.values.declare("config", "database.maxConnections")
    /// context.values.append(arguments: ["--config=/etc/shop", "--database-max-connections=8"])
    /// ```
    ///
    /// - Parameter keys: The keys under which ``value(_:as:)`` is asked for them; with two dashes an argument as it
    ///   stands, such as `--Audit.path` where an `AuditModule` is added while the hive runs.
    public mutating func declare(_ keys: String...) { declare(keys) }

    /// Declares values that the program reads.
    package mutating func declare(_ keys: [String]) { declared.formUnion(keys) }

    /// The prefixes of environment variables, the weakest layer's first.
    package var prefixes: [String] {
        layers.compactMap { if case .variables(_, let prefix) = $0.content, !prefix.isEmpty { prefix } else { nil } }
    }

    /// Whether arguments are read.
    var haveArguments: Bool {
        layers.contains { if case .arguments = $0.content { true } else { false } }
    }

    /// Returns these values above weaker layers.
    package func onTop(of weaker: [Layer]) -> ConfigurationValues {
        var result = self
        result.layers = weaker + layers
        return result
    }

    /// Returns the value of a key, or nil where no layer has it.
    ///
    /// A text, a number, a truth value, or a ``Secret`` of one is read from whichever layer wins. Any other type is
    /// decoded from what that layer has there, which is a text in a layer of variables or arguments; see
    /// ``decode(_:at:)`` for a type that several layers fill.
    ///
    /// An error shows the value, unless it was to be a ``Secret``.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` where the winning layer has something else there;
    ///   the message names the layer.
    /// - Complexity: O(layers × depth of the key).
    public func value<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) throws -> Value? {
        guard let found = try find(key) else { return nil }
        guard let scalar = Self.scalar(type), let kind = scalar.kind else {
            let failure = "\(key) in \(found.origin) does not fit \(type)."
            return try found.value.tree.decoded(as: type, failure: failure)
        }
        if let value = found.value.value(as: scalar) { return try ConfigurationDecoder().decode(type, from: value) }
        let shown = found.value.shown(isSecret: type is any ConfigurationSecret.Type)
        throw HiveError(.invalidValue, "\(key) is \(shown) in \(found.origin), which is not \(kind).")
    }

    /// The type that a value of the application is read as from a text.
    private static func scalar(_ type: any Any.Type) -> (any ConfigurationScalar.Type)? {
        (type as? any ConfigurationSecret.Type).map { scalar($0.valueType) } ?? type as? any ConfigurationScalar.Type
    }

    /// Returns the value of a key, or `default` where no layer has it.
    ///
    /// - Throws: What ``value(_:as:)`` throws: a wrong value is never replaced by the default.
    public func value<Value: Decodable>(_ key: String, default fallback: Value) throws -> Value {
        try value(key) ?? fallback
    }

    /// Returns the value of a key that has to be there.
    ///
    /// - Throws: What ``value(_:as:)`` throws, and ``HiveErrorCode/invalidValue`` where no layer has the key, with the
    ///   names under which each layer was asked.
    public func requiredValue<Value: Decodable>(
        _ key: String,
        as type: Value.Type = Value.self
    ) throws -> Value {
        if let value: Value = try value(key) { return value }
        let kind = Self.scalar(type)?.kind ?? "a \(type)"
        let places = layers.map { "\($0.spelling(of: key)) in \($0.origin)" }.joined(separator: ", ")
        let looked = places.isEmpty ? "There are no layers to look in." : "Looked for: \(places)."
        throw HiveError(.invalidValue, "\(key) is missing; it has to be \(kind). \(looked)")
    }

    /// Decodes the value tree under a key into a type of the caller's own.
    ///
    /// Only trees take part, merged key by key, the later layer winning.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` and every problem.
    public func decode<Value: Decodable>(_ type: Value.Type, at key: String) throws -> Value {
        let trees = try layers.compactMap { try $0.tree(at: key) }
        let merged = trees.reduce(into: ConfigurationValue.dictionary([:])) { $0.merge($1) }
        return try merged.decoded(as: type, failure: "The values under \(key) do not fit \(type).") { problem in
            problem.text(about: "\(key): \(problem.path)")
        }
    }

    /// Where the value of a key comes from: a layer's name, and the spelling that it has there.
    public func origin(of key: String) -> String? { try? find(key)?.origin }

    /// How the layer spells a key that its value comes from: `SHOP_LIMIT`, `--limit`.
    package func spelling(of key: String) -> String? { try? find(key)?.spelling }

    private func find(_ key: String) throws -> (value: Layer.Found, origin: String, spelling: String)? {
        for layer in layers.reversed() {
            let spelling = layer.spelling(of: key)
            if case .variables = layer.content, isClaimed?(spelling) == true { continue }
            if let found = try layer.find(key) { return (found, "\(layer.origin) (\(spelling))", spelling) }
        }
        return nil
    }
}
