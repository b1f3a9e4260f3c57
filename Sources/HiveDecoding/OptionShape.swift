// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What is known of an option and of those inside it, from the encoded defaults of its type (C54).
///
/// What a nil structure or the elements of a list hold is only known where their type is ``ModuleOptions`` itself.
package struct OptionShape {
    /// What an option is in a file.
    package enum Kind {
        case boolean, number, seconds, date, text
        case integer(from: Int, through: Int)
        case list(of: OptionShape)
        /// A dictionary whose keys are free.
        case dictionary(of: OptionShape)
        case structure([(key: String, option: OptionShape)])
        /// Anything: nothing is known beforehand.
        case open
    }

    /// A type whose defaults are known, and what it reads when it is decoded from them.
    private typealias Base = (type: any ModuleOptions.Type, record: ConfigurationRecord)

    private var place: ConfigurationEncoder.Place
    /// The type inside optionals and secrets.
    private var type: any Any.Type
    /// Whether it is encoded as a secret, or as a part of one.
    private var isEncodedAsSecret: Bool
    /// What it is where nobody says anything; nil where it is nothing then.
    private let ownDefault: ConfigurationEncoder.Place
    /// The types inside whose defaults it is looked at, and where: one inside itself would never end.
    private var bases: [Base]
    private var path: ConfigurationKeyPath

    /// The options of a module; nil of a type that does not tell its defaults.
    package init?(_ type: (any (Decodable & Sendable).Type)?) {
        guard let type = type as? any ModuleOptions.Type, let defaults = try? type.encodedDefaults() else { return nil }
        self.init(defaults, isSecret: false, [(type, type.recordOfDefaults)], ConfigurationKeyPath())
    }

    private init(
        _ place: ConfigurationEncoder.Place,
        isSecret: Bool,
        _ bases: [Base],
        _ path: ConfigurationKeyPath
    ) {
        (self.place, self.bases, self.path, ownDefault) = (place, bases, path, place)
        (type, isEncodedAsSecret) = (place.type, isSecret || place.isSecret)
        guard place.isEmpty else { return }
        let inner = Self.unwrapped(type)
        (type, isEncodedAsSecret) = (inner.type, isEncodedAsSecret || inner.isSecret)
        guard let options = type as? any ModuleOptions.Type,
            !bases.contains(where: { ObjectIdentifier($0.type) == ObjectIdentifier(options) }),
            let defaults = try? options.encodedDefaults()
        else { return }
        (self.place, type) = (defaults, defaults.type)
        isEncodedAsSecret = isEncodedAsSecret || defaults.isSecret
        (self.bases, self.path) = (bases + [(options, options.recordOfDefaults)], ConfigurationKeyPath())
    }

    /// Whether it is a secret or a part of one, as whoever encodes it or whoever decodes it says.
    package var isSecret: Bool { isEncodedAsSecret || bases.last?.record.secrets.covers(path) == true }

    private func inside(_ place: ConfigurationEncoder.Place, _ component: ConfigurationKeyPath.Component) -> OptionShape
    {
        OptionShape(place, isSecret: isEncodedAsSecret, bases, path.appending(component))
    }

    private var collection: (any StandardCollection.Type)? { type as? any StandardCollection.Type }

    package var kind: Kind {
        if let scalar = OptionForm.kind(of: type) { return scalar.optionKind }
        if let element = collection?.elementType {
            return .list(of: inside(ConfigurationEncoder.Place(of: element), .index(0)))
        }
        if let value = collection?.valueType {
            return .dictionary(of: inside(ConfigurationEncoder.Place(of: value), .key("")))
        }
        // A dictionary with other keys than texts is encoded in ways of its own.
        guard collection == nil, place.entries != nil else { return .open }
        return .structure(members([:]))
    }

    /// What is directly inside, in the order of the keys: what the type has, and of a dictionary what is given.
    private func members(_ given: [String: ConfigurationValue]) -> [(key: String, option: OptionShape)] {
        var places = place.entries ?? [:]
        if let value = collection?.valueType {
            for key in given.keys where places[key] == nil { places[key] = ConfigurationEncoder.Place(of: value) }
        }
        return places.sorted { $0.key < $1.key }.map { ($0.key, inside($0.value, .key($0.key))) }
    }

    /// How it is given as a text; nil for what cannot be.
    var form: OptionForm? {
        if let kind = OptionForm.kind(of: type) { return OptionForm(kinds: [kind]) }
        let element = place.elements?.first?.type ?? collection?.elementType
        return element.flatMap { OptionForm.kind(of: Self.unwrapped($0).type) }
            .map { OptionForm(kinds: [$0], isList: true) }
    }

    /// The type inside optionals and secrets, and whether there is one of these.
    private static func unwrapped(_ type: any Any.Type) -> (type: any Any.Type, isSecret: Bool) {
        if let optional = type as? any OptionalType.Type { return unwrapped(optional.wrappedType) }
        guard let secret = type as? any ConfigurationSecret.Type else { return (type, false) }
        return (unwrapped(secret.valueType).type, true)
    }
}

// MARK: - All of them

extension OptionShape {
    /// An option at its place.
    package struct Placed {
        package let path: ConfigurationKeyPath
        package let shape: OptionShape
        /// Whether its path is a part of a secret which no type names, and may not be shown.
        package let isHidden: Bool

        /// Whether it can be given as a text.
        package var isGivenAsText: Bool { shape.form != nil && !isHidden }
        /// Whether others are inside it, which say all that there is to say.
        package var isStructure: Bool { if case .structure = shape.kind { true } else { false } }

        private var keys: [String] { path.components.compactMap { if case .key(let key) = $0 { key } else { nil } } }
        /// What it is called in arguments, behind the module's name.
        package var argumentName: String { keys.joined(separator: ".") }
        /// What it is called in variables, behind the module's name.
        package var variableName: String { keys.map(\.asVariable).joined(separator: "_") }
    }

    /// Every option inside, those of dictionaries by the keys that they are given.
    package func all(given options: ConfigurationValue) -> [Placed] {
        var result: [Placed] = []
        collect(ConfigurationKeyPath(), options, isHidden: false, into: &result)
        return result
    }

    private func collect(
        _ path: ConfigurationKeyPath,
        _ options: ConfigurationValue?,
        isHidden: Bool,
        into result: inout [Placed]
    ) {
        if !path.components.isEmpty { result.append(Placed(path: path, shape: self, isHidden: isHidden)) }
        var given: [String: ConfigurationValue] = [:]
        if case .dictionary(let known)? = options { given = known }
        let hidesKeys = isHidden || isSecret && (collection != nil || hasFreeKeys)
        for (key, option) in members(given) {
            option.collect(path.appending(key: key), given[key], isHidden: hidesKeys, into: &result)
        }
    }
}

// MARK: - For those who write files

extension OptionShape {
    /// What it is where nobody says anything; nil where it is nothing then, or holds a secret.
    package var shownDefault: ConfigurationValue? {
        let holdsSecret = !ownDefault.secrets().isEmpty || bases.last?.record.secrets.reaches(into: path) == true
        return isSecret || holdsSecret ? nil : ownDefault.tree
    }

    /// The values of an enumeration that lists them; nil of any other type, whose list may be of some only, and of more
    /// than a hundred.
    package var choices: [ConfigurationValue]? {
        guard let type = outerType as? any (CaseIterable & Encodable).Type else { return nil }
        return type.encodedCases
    }

    /// Whether it is encoded by a type of its own, which may read more than what it writes.
    package var hasOwnForm: Bool {
        if OptionForm.kind(of: type) == nil, collection == nil { return false }
        return ObjectIdentifier(outerType) != ObjectIdentifier(type) || type is any RawRepresentable.Type
    }

    private var outerType: any Any.Type { Self.unwrapped(place.outerType).type }

    /// Whether any key may mean something inside.
    private var hasFreeKeys: Bool { bases.last?.record.visits[path]?.isOpen == true }

    /// Whether the keys that are known are all that the type reads.
    ///
    /// An encoder written by hand may leave out some: the type asks for others then, when it reads its own defaults.
    package var hasAllKeys: Bool {
        guard let record = bases.last?.record, record.isComplete, !hasFreeKeys else { return false }
        // A type without options asks for none.
        return record.visits[path]?.askedKeys.isSubset(of: (place.entries ?? [:]).keys) ?? true
    }
}

extension CaseIterable where Self: Encodable {
    fileprivate static var encodedCases: [ConfigurationValue]? {
        let cases = allCases.prefix(101)
        guard let first = cases.first, cases.count <= 100, Mirror(reflecting: first).displayStyle == .enum else {
            return nil
        }
        let values = cases.compactMap { try? ConfigurationEncoder.encode($0).tree }
        return values.count == cases.count ? values : nil
    }
}

extension ModuleOptions {
    fileprivate static var recordOfDefaults: ConfigurationRecord {
        ConfigurationSearch(Self.self, in: (try? defaults()) ?? [:], notesValues: true).record
    }
}

private protocol OptionalType {
    static var wrappedType: any Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrappedType: any Any.Type { Wrapped.self }
}
