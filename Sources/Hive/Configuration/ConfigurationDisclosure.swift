// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What may be shown of the values that a type is decoded from: what it reads and not as a secret (C54).
package struct ConfigurationDisclosure: Sendable {
    /// Whether there is nothing to hide.
    private var isOpen = false
    private var secrets: Set<ConfigurationKeyPath> = []
    /// The paths of everything around a secret.
    private var surroundings: Set<ConfigurationKeyPath> = []
    /// The values that the type reads, secrets among them.
    private var values: Set<ConfigurationKeyPath> = []

    /// Shows every value.
    package static let everything = ConfigurationDisclosure(isOpen: true)
    /// Shows no value, because it is not known which are secret.
    package static let nothing = ConfigurationDisclosure(isOpen: false)

    private init(isOpen: Bool) { self.isOpen = isOpen }

    /// Finds out which of the values in some trees a type decodes, and which of them as secrets: its initializer runs
    /// with each tree.
    ///
    /// What it does not read is not shown either: it may be a secret under a wrong key or in a wrong form.
    ///
    /// - Complexity: That of decoding the trees, or of finding everything wrong with them.
    package init<T: Decodable>(_ type: T.Type, from trees: [ConfigurationValue]) {
        for tree in trees {
            let first = ConfigurationAttempt(type, from: tree, notesValues: true)
            let search = ConfigurationSearch(first, of: tree, NullKeys(), notesValues: true)
            secrets.formUnion(search.secrets)
            values.formUnion(search.values)
        }
        for secret in secrets {
            var path = secret
            while path.components.popLast() != nil, surroundings.insert(path).inserted {}
        }
    }

    /// Whether a value, or one around it, is a secret, so that not even its keys are shown.
    package func hidesKeys(in path: ConfigurationKeyPath) -> Bool { secrets.covers(path) }

    /// Returns a value with `••••` in place of what may not be shown.
    package func shown(_ value: ConfigurationValue, at path: ConfigurationKeyPath) -> ConfigurationValue {
        if isOpen { return value }
        return secrets.covers(path) ? .string(hiddenText) : withoutSecrets(value, at: path)
    }

    private func withoutSecrets(_ value: ConfigurationValue, at path: ConfigurationKeyPath) -> ConfigurationValue {
        if secrets.contains(path) { return .string(hiddenText) }
        switch value {
        case .dictionary(let entries):
            let shown = entries.map { ($0.key, withoutSecrets($0.value, at: path.appending(key: $0.key))) }
            return .dictionary(Dictionary(uniqueKeysWithValues: shown))
        case .array(let elements):
            return .array(elements.enumerated().map { withoutSecrets($1, at: path.appending(index: $0)) })
        default:
            return values.contains(path) && !surroundings.contains(path) ? value : .string(hiddenText)
        }
    }
}
