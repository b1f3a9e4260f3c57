// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What may be shown of the values that a type is decoded from: what it reads and not as a secret (C54).
package struct ConfigurationDisclosure: Sendable {
    private var secrets: Set<ConfigurationKeyPath> = []
    /// The paths of everything around a secret.
    private var surroundings: Set<ConfigurationKeyPath> = []
    /// The values that the type reads, secrets among them.
    private var values: Set<ConfigurationKeyPath> = []
    /// The dictionaries in which it looks for keys; nil where no type is known.
    private var dictionaries: Set<ConfigurationKeyPath>?

    /// Shows no value, because it is not known which are secret.
    package static let nothing = ConfigurationDisclosure()

    private init() {}

    /// Finds out which of the values that some sources state a type decodes, and which of them as secrets.
    ///
    /// Its initializer runs with what each source leaves, the weakest first, over the defaults of ``ModuleOptions``:
    /// what one says is to be hidden even where a later one says something else in its place.
    ///
    /// What it does not read is not shown either, keys included: it may be a secret under a wrong key or in a wrong
    /// form, or behind a mistake at which the type stopped.
    ///
    /// - Complexity: That of decoding the options once a source, or of finding everything wrong with them.
    package init<T: Decodable>(_ type: T.Type, from sources: [ConfigurationValue]) {
        var dictionaries: Set<ConfigurationKeyPath> = []
        var tree = (try? (type as? any ModuleOptions.Type)?.defaults()) ?? [:]
        for source in sources {
            tree.merge(source)
            let record = ConfigurationSearch(type, in: tree, notesValues: true).record
            secrets.formUnion(record.secrets)
            values.formUnion(record.values)
            dictionaries.formUnion(record.visits.filter(\.value.isOpened).keys)
        }
        self.dictionaries = dictionaries
        for secret in secrets {
            var path = secret
            while path.components.popLast() != nil, surroundings.insert(path).inserted {}
        }
    }

    /// Whether not even the keys of a dictionary are shown: it, or a value around it, is a secret, or nobody reads it.
    package func hidesKeys(in path: ConfigurationKeyPath) -> Bool {
        secrets.covers(path) || dictionaries?.contains(path) == false
    }

    /// Returns a value with `••••` in place of what may not be shown.
    package func shown(_ value: ConfigurationValue, at path: ConfigurationKeyPath) -> ConfigurationValue {
        if secrets.covers(path) { return .string(hiddenText) }
        switch value {
        case .dictionary(let entries):
            if !entries.isEmpty, hidesKeys(in: path) { return .string(hiddenText) }
            let inside = entries.map { ($0.key, shown($0.value, at: path.appending(key: $0.key))) }
            return .dictionary(Dictionary(uniqueKeysWithValues: inside))
        case .array(let elements):
            return .array(elements.enumerated().map { shown($1, at: path.appending(index: $0)) })
        default:
            return values.contains(path) && !surroundings.contains(path) ? value : .string(hiddenText)
        }
    }
}
