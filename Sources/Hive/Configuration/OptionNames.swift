// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The options of one type, by the names under which they are given from outside.
///
/// Which there are is read from the type's encoded defaults, and from the keys that weaker sources give dictionaries.
/// What a nil structure or the elements of a list hold is only known where their type is ``ModuleOptions`` itself; of a
/// type without defaults nothing is.
struct OptionNames {
    /// One option, or what holds others.
    struct Option {
        let path: ConfigurationKeyPath
        /// How it is given as a text; nil for what cannot be.
        let form: OptionForm?
        /// Whether its path is a part of a secret which no type names, and may not be shown.
        let isHidden: Bool
    }

    private var variables: [String: [Option]] = [:]
    private var arguments: [String: [Option]] = [:]

    init(_ type: (any (Decodable & Sendable).Type)?, _ options: ConfigurationValue) {
        guard let type = type as? any ModuleOptions.Type, let defaults = try? type.encodedDefaults() else { return }
        add(defaults, [], options, isSecret: false, isHidden: false, inside: [ObjectIdentifier(type)])
    }

    /// Adds the options at a place, inside the types whose defaults are being looked at: one inside itself would never
    /// end.
    private mutating func add(
        _ place: ConfigurationEncoder.Place,
        _ keys: [String],
        _ options: ConfigurationValue?,
        isSecret: Bool,
        isHidden: Bool,
        inside types: [ObjectIdentifier]
    ) {
        var (type, isSecret) = (place.type, isSecret || place.isSecret)
        if place.isEmpty {
            type = Self.unwrapped(type, &isSecret)
            if let module = type as? any ModuleOptions.Type, !types.contains(ObjectIdentifier(type)),
                let defaults = try? module.encodedDefaults()
            {
                let types = types + [ObjectIdentifier(type)]
                return add(defaults, keys, options, isSecret: isSecret, isHidden: isHidden, inside: types)
            }
        }
        let collection = type as? any StandardCollection.Type
        if !keys.isEmpty {
            let path = ConfigurationKeyPath(keys.map { .key($0) })
            let option = Option(path: path, form: Self.form(place, type, collection), isHidden: isHidden)
            arguments[keys.joined(separator: "."), default: []].append(option)
            variables[keys.map(\.asVariable).joined(separator: "_"), default: []].append(option)
        }
        var places = place.entries ?? [:]
        var entries: [String: ConfigurationValue] = [:]
        if case .dictionary(let known)? = options { entries = known }
        if let value = collection?.valueType {
            for key in entries.keys where places[key] == nil { places[key] = ConfigurationEncoder.Place(of: value) }
        }
        let hidesKeys = isHidden || isSecret && collection != nil
        for (key, child) in places {
            add(child, keys + [key], entries[key], isSecret: isSecret, isHidden: hidesKeys, inside: types)
        }
    }

    private static func form(
        _ place: ConfigurationEncoder.Place,
        _ type: any Any.Type,
        _ collection: (any StandardCollection.Type)?
    ) -> OptionForm? {
        if let kind = OptionForm.kind(of: type) { return OptionForm(kinds: [kind]) }
        let element = place.elements?.first?.type ?? collection?.elementType
        var isSecret = false
        return element.flatMap { OptionForm.kind(of: unwrapped($0, &isSecret)) }
            .map { OptionForm(kinds: [$0], isList: true) }
    }

    /// The type inside optionals and secrets.
    private static func unwrapped(_ type: any Any.Type, _ isSecret: inout Bool) -> any Any.Type {
        if let optional = type as? any OptionalType.Type { return unwrapped(optional.wrappedType, &isSecret) }
        guard let secret = type as? any ConfigurationSecret.Type else { return type }
        isSecret = true
        return unwrapped(secret.valueType, &isSecret)
    }

    /// The options of a name that can be given as texts, in a fixed order.
    func options(_ name: String, isArgument: Bool) -> [Option] {
        let options = (isArgument ? arguments : variables).value(spelt: name) ?? []
        return options.filter { $0.form != nil }.sorted { "\($0.path)" < "\($1.path)" }
    }

    /// What has a name and cannot be given as a text.
    func closed(_ name: String, isArgument: Bool) -> Option? {
        (isArgument ? arguments : variables).value(spelt: name)?.first
    }

    /// The names that can be given, without those that are parts of a secret, in a fixed order.
    func shownNames(_ isArgument: Bool) -> [String] {
        (isArgument ? arguments : variables).filter { $1.contains { $0.form != nil && !$0.isHidden } }.keys.sorted()
    }
}

private protocol OptionalType {
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: any Any.Type { Wrapped.self }
}
