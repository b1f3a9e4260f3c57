// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Configuration
public import Hive

/// The options of a hive's modules, and the values of its application, for a library that is configured by a
/// `ConfigReader`.
///
/// ```swift
/// let config = ConfigReader(provider: HiveOptionsProvider(hive))
/// let client = HTTPClient(config: config.scoped(to: "Web.client"))
/// ```
///
/// The key `Web.client.timeout` is the option `client.timeout` of `WebModule`, as it is for the argument
/// `--Web.client.timeout=5` and for `hive why`. Where no module has the name that a key begins with, it is one of the
/// application's values. What counts are all sources of the hive: defaults, property lists, variables and arguments.
///
/// A value is secret unless the module's `Options` read it, and not as a `Secret`; the application's values all are,
/// because nothing says who reads them. Secret values are given, but access reporters do not show them. `dump` and
/// mirrors show no value.
///
/// A whole number is given as a number with a fraction, too, and a text as what it spells, because variables and
/// arguments are texts; anything else of another type is an error, which does not show the value. Dates and data are
/// given as no type.
///
/// It is a snapshot of the hive's configuration at the time of ``init(_:)``: nothing changes by a reload.
public struct HiveOptionsProvider: ConfigProvider, ConfigSnapshot {
    private struct Content: Sendable {
        var modules: [String: (options: ConfigurationValue, shown: Set<[String]>)] = [:]
        let values: ConfigurationValues
    }

    private let hidden: Secret<Content>

    /// `HiveOptionsProvider`, with the application's name.
    public let providerName: String

    /// Takes what a hive has by now, also one that was not started.
    ///
    /// - Complexity: O(options), and decoding the options' type of each module once.
    public init(_ hive: Hive) {
        var content = Content(values: hive.context.values)
        for module in hive.modules.descriptors {
            let keys = (try? module.type.optionKeys(defaults: module.options)) ?? []
            let shown = Set(keys.filter { !$0.isSecret }.map(\.path))
            content.modules[module.name.withoutModuleEnding] = (module.options, shown)
        }
        hidden = Secret(content)
        providerName = "HiveOptionsProvider[\(hive.context.name)]"
    }

    /// The value of a key, if the hive has it.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` when it is of another type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.joined(separator: ".")
        let content = hidden.value
        guard let first = key.components.first, let module = content.modules[first] else {
            let found = try content.values.content(of: name, as: type)
            return LookupResult(encodedKey: name, value: found.map { ConfigValue($0, isSecret: true) })
        }
        let path = Array(key.components.dropFirst())
        guard let option = module.options.value(at: path) else { return LookupResult(encodedKey: name, value: nil) }
        guard let found = option.content(as: type) else {
            throw HiveError(.invalidValue, "\(name) is \(option.kindName), which cannot be read as \(type.rawValue).")
        }
        return LookupResult(encodedKey: name, value: ConfigValue(found, isSecret: !module.shown.contains(path)))
    }

    /// The same as ``value(forKey:type:)``.
    ///
    /// - Throws: What that throws.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try value(forKey: key, type: type)
    }

    /// Gives the value once, because it never changes.
    ///
    /// - Throws: What the handler throws.
    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    /// The provider itself, because nothing changes.
    public func snapshot() -> any ConfigSnapshot { self }

    /// Gives the provider itself, once.
    ///
    /// - Throws: What the handler throws.
    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

extension String {
    /// A module's name as keys and arguments have it.
    fileprivate var withoutModuleEnding: String {
        let ending = "Module"
        return utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8) && utf8.count > ending.utf8.count
            ? String(unicodeScalars.dropLast(ending.unicodeScalars.count)) : self
    }
}
