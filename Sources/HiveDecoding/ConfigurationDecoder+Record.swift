// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What is found out in all attempts to decode a value.
final class ConfigurationRecord {
    /// What types have asked of one value.
    ///
    /// Of one that is decoded twice, by a superclass and a subclass or by a type that tries alternatives, what either
    /// of them asks for counts as known.
    struct Visit {
        var askedKeys: Set<String> = []
        /// The types that were decoded from it, or are.
        var types: [ObjectIdentifier: any Any.Type] = [:]
        /// Whether one of them was decoded to its end, so that what it didn't ask for is really unknown.
        var isDecoded = false
        /// The types of the keys that were looked for.
        private var keyTypes: [ObjectIdentifier: any CodingKey.Type] = [:]

        /// Notes that a type looks for keys of its own.
        mutating func open(_ keyType: any CodingKey.Type) { keyTypes[ObjectIdentifier(keyType)] = keyType }

        /// Whether a type looks for keys.
        var isOpened: Bool { !keyTypes.isEmpty }

        /// Whether a key is one that such a type can express.
        func mayAsk(for key: String) -> Bool {
            keyTypes.values.contains { $0.init(stringValue: key)?.stringValue.isSpelt(key) ?? false }
        }

        /// Whether a type may look for any key: one that takes any text takes what no type names.
        var isOpen: Bool { mayAsk(for: hiddenText) }
    }

    /// What was asked for, by the paths of the values.
    var visits: [ConfigurationKeyPath: Visit] = [:]
    /// The values that were found wrong: the defaults count in their places, or nothing.
    var setAside: Set<ConfigurationKeyPath> = []
    var defaults: ConfigurationValue = [:]
    /// What was given from outside under names that are not known to be options.
    let openNames: OpenNames?
    /// Whether it is noted which values are read.
    private let notesValues: Bool
    /// The values that are read as what they are: neither containers nor unknown.
    private(set) var values: Set<ConfigurationKeyPath> = []
    /// The values that are decoded as secrets.
    private(set) var secrets: Set<ConfigurationKeyPath> = []
    private var encodedDefaults: [ObjectIdentifier: ConfigurationEncoder.Place?] = [:]
    /// Whether the type's initializer has come to its end at last.
    var isComplete = false
    /// The last error that the decoder made itself.
    var own: ConfigurationDecodingError.Problem?
    /// The innermost value through whose type an error passed; errors of types' own carry no path.
    var origin: (path: ConfigurationKeyPath, text: String)?
    /// What may be written for the last enumeration with raw values that refused its value.
    var choices: (path: ConfigurationKeyPath, text: String)?
    /// The keys that were said to be misspellings of others.
    var misspellings: Set<ConfigurationKeyPath> = []

    init(_ openNames: OpenNames?, notesValues: Bool) {
        self.openNames = openNames
        self.notesValues = notesValues
    }

    /// Notes that a value is read.
    func note(value path: ConfigurationKeyPath) {
        if notesValues { values.insert(path) }
    }

    /// The defaults of a type of options, which are encoded once; nil where that cannot be done.
    func encodedDefaults(of type: any ModuleOptions.Type) -> ConfigurationEncoder.Place? {
        if let known = encodedDefaults[ObjectIdentifier(type)] { return known }
        let made = try? type.encodedDefaults()
        encodedDefaults.updateValue(made, forKey: ObjectIdentifier(type))
        return made
    }

    func note(secret path: ConfigurationKeyPath) { secrets.insert(path) }

    /// Returns a path with `••••` in place of the keys inside a secret that no type names: they are a part of it.
    func discreet(_ path: ConfigurationKeyPath) -> ConfigurationKeyPath {
        if secrets.isEmpty { return path }
        var (result, real) = (ConfigurationKeyPath(), ConfigurationKeyPath())
        for component in path.components {
            var shown = component
            if case .key = component, secrets.covers(real) {
                // Types that looked for keys of their own have a name for each, as structures have.
                let isNamed = visits[real].map { $0.isOpened && !$0.isOpen } ?? false
                if !isNamed { shown = .key(hiddenText) }
            }
            result.components.append(shown)
            real.components.append(component)
        }
        return result
    }

    /// Where decoders carry the record, so that it is found through decoders around them, too.
    static let key = CodingUserInfoKey(rawValue: "Hive.ConfigurationRecord")

    /// The record of a configuration's decoder; nil of any other decoder.
    static func of(_ decoder: any Decoder) -> ConfigurationRecord? {
        key.flatMap { decoder.userInfo[$0] } as? ConfigurationRecord
    }
}

/// Names from outside that are none of the known options; whether they are options after all is for the type to say
/// while it is decoded.
final class OpenNames {
    struct Name {
        /// The place of the variable or the argument among those that are asked for.
        let place: Int
        /// What is left of the name below some value.
        var rest: Substring
        let text: String
        let isArgument: Bool
    }

    let names: [Name]
    /// The options that the type has asked for, by the places of the names.
    private(set) var found: [Int: Set<ConfigurationKeyPath>] = [:]
    /// What it reads at each path, in the order in which it tried.
    private var kinds: [ConfigurationKeyPath: [any ConfigurationScalar.Type]] = [:]
    private var emptyLists: Set<ConfigurationKeyPath> = []

    init(_ names: [Name]) { self.names = names }

    /// How many options were found.
    var count: Int { found.values.reduce(0) { $0 + $1.count } }

    func note(_ kind: any ConfigurationScalar.Type, at path: ConfigurationKeyPath) {
        kinds[path, default: []].append(kind)
    }

    func note(emptyList path: ConfigurationKeyPath) { emptyLists.insert(path) }

    func note(_ name: Name, at path: ConfigurationKeyPath) { found[name.place, default: []].insert(path) }

    /// How an option is given as a text; nil for one that cannot be.
    func form(of path: ConfigurationKeyPath) -> OptionForm? {
        if let kinds = kinds[path] { return OptionForm(kinds: kinds) }
        let elements = kinds[path.appending(index: 0)] ?? (emptyLists.contains(path) ? [] : nil)
        return elements.map { OptionForm(kinds: $0, isList: true) }
    }

    /// Picks out the names of a key, the strongest last, and those that go on below it.
    static func pick(_ key: String, from names: [Name]) -> (own: [Name], below: [Name]) {
        let variable = key.asVariable
        var (own, below): ([Name], [Name]) = ([], [])
        for name in names {
            let spelling = (name.isArgument ? key : variable).utf8
            guard name.rest.utf8.starts(with: spelling) else { continue }
            let rest = name.rest.utf8.dropFirst(spelling.count)
            if rest.isEmpty {
                own.append(name)
            } else if rest.first == UInt8(ascii: name.isArgument ? "." : "_") {
                var inner = name
                inner.rest = Substring(rest.dropFirst())
                below.append(inner)
            }
        }
        return (own, below)
    }
}
