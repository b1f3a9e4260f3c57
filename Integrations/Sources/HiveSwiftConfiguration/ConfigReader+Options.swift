// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Configuration
public import Hive

extension ConfigReader {
    /// What the configuration says about the options of a module, for its registration.
    ///
    /// ```swift
    /// let options = try await config.scoped(to: "web").options(of: WebModule.self)
    /// try hive.modules.register(WebModule.self, options: options)
    /// ```
    ///
    /// The keys are those that the module's `Options` read, so `web.port` is its option `port`; what the
    /// configuration does not have is left to weaker sources and to the defaults. The hive takes it as what code says:
    /// property lists, variables and arguments win over it, and it is checked as everything else (C54). Each value is
    /// fetched anew, all at their own time.
    ///
    /// What a module reads as a `Secret` is asked for as a secret, so that no access reporter shows it.
    ///
    /// Lists of text, numbers and truth values are options too; lists of structures, and dictionaries, are not, because
    /// swift-configuration has none.
    ///
    /// - Parameter module: The module; without `Options` there are no keys, and nothing is asked for.
    /// - Returns: A dictionary with what was found.
    /// - Throws: What the providers throw, for a value of another type among others; ``HiveError`` with
    ///   ``HiveErrorCode/invalidValue`` where the type does not let its keys be found out, such as an enumeration
    ///   without default whose cases cannot be listed.
    /// - Complexity: O(keys).
    public func options<Module: HiveModule>(of module: Module.Type) async throws -> ConfigurationValue {
        if Module.Options.self == Never.self { return [:] }
        return try await tree(of: try module.optionKeys(defaults: module.defaultOptions))
    }

    /// What the configuration says under the keys that a type reads, as a layer of an application's values.
    ///
    /// ```swift
    /// var context = HiveContext(name: "Shop")
    /// context.values.append(try await config.values(for: Values.self), origin: "the configuration")
    /// ```
    ///
    /// Otherwise as ``options(of:)``. Nothing says who reads which of an application's values, so let a `Secret` be an
    /// option of the module that needs it.
    ///
    /// - Parameter type: What has the keys; its values are made up to find them.
    /// - Returns: A dictionary with what was found.
    /// - Throws: What ``options(of:)`` throws.
    /// - Complexity: O(keys).
    public func values<Values: Decodable>(for type: Values.Type) async throws -> ConfigurationValue {
        try await tree(of: try OptionSurvey.keys(of: type))
    }

    private func tree(of keys: [OptionSurvey.Key]) async throws -> ConfigurationValue {
        var tree = ConfigurationValue.dictionary([:])
        for key in keys {
            if let value = try await value(of: key) { tree.set(value, at: key.path[...]) }
        }
        return tree
    }

    private func value(of key: OptionSurvey.Key) async throws -> ConfigurationValue? {
        let (name, isSecret) = (ConfigKey(key.path), key.isSecret)
        switch (key.kind, key.isList) {
        case (.string, false): return try await fetchString(forKey: name, isSecret: isSecret).map { .string($0) }
        case (.int, false): return try await fetchInt(forKey: name, isSecret: isSecret).map { .integer($0) }
        case (.double, false): return try await fetchDouble(forKey: name, isSecret: isSecret).map { .real($0) }
        case (.bool, false): return try await fetchBool(forKey: name, isSecret: isSecret).map { .boolean($0) }
        case (.string, true): return .list(try await fetchStringArray(forKey: name, isSecret: isSecret)) { .string($0) }
        case (.int, true): return .list(try await fetchIntArray(forKey: name, isSecret: isSecret)) { .integer($0) }
        case (.double, true): return .list(try await fetchDoubleArray(forKey: name, isSecret: isSecret)) { .real($0) }
        case (.bool, true): return .list(try await fetchBoolArray(forKey: name, isSecret: isSecret)) { .boolean($0) }
        }
    }
}

extension ConfigurationValue {
    /// An array of elements; nil where there is none.
    fileprivate static func list<Element>(
        _ elements: [Element]?,
        _ value: (Element) -> ConfigurationValue
    ) -> ConfigurationValue? {
        elements.map { .array($0.map(value)) }
    }

    /// Puts a value at a path of keys, with dictionaries around it.
    fileprivate mutating func set(_ value: ConfigurationValue, at path: ArraySlice<String>) {
        guard let key = path.first else {
            self = value
            return
        }
        guard case .dictionary(var entries) = self else { return }
        entries[key, default: [:]].set(value, at: path.dropFirst())
        self = .dictionary(entries)
    }
}

extension HiveModule {
    /// The defaults of the module's options; an empty dictionary where it has none.
    fileprivate static var defaultOptions: ConfigurationValue {
        // A hive reads them, so one is asked that never starts.
        let hive = Hive()
        try? hive.modules.register(Self.self, options: nil) { throw NeverMade() }
        return hive.modules.descriptors.first?.options ?? [:]
    }
}

/// No module is made of a hive that never starts.
private struct NeverMade: Error {}
