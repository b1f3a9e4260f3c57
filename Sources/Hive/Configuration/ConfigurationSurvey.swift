// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Finds out which keys a type asks for when it is decoded, and what it reads there.
///
/// The type's initializer runs three times: with what there is; with made-up values for what is missing or does not
/// fit; and with made-up values for what may be absent, too. A key counts when the type has asked for it in one of
/// these runs. A type whose initializer looks at values first and asks for keys then is known as far as it came with
/// these values.
final class ConfigurationSurvey {
    /// What a type reads at one place.
    enum Kind {
        case scalar(any ConfigurationScalar.Type)
        /// Foundation's `Date`.
        case date
    }

    /// Whether values that are missing or do not fit are made up in this run.
    private(set) var makesUp = false
    /// Whether those that may be absent are made up as well, so that the type asks for everything.
    private(set) var isThorough = false
    /// Every key that the type has asked for.
    private(set) var asked: Set<ConfigurationKeyPath> = []
    /// What it reads at each path, in the order in which it tried.
    private(set) var kinds: [ConfigurationKeyPath: [Kind]] = [:]
    /// The arrays and sets.
    private(set) var lists: Set<ConfigurationKeyPath> = []
    /// The paths that are parts of a secret which no type names; they may not be shown.
    private(set) var hidden: Set<ConfigurationKeyPath> = []
    /// The types that are being decoded, the innermost last.
    private var types: [ObjectIdentifier] = []

    /// Surveys a type as it is decoded from a value.
    ///
    /// - Complexity: That of decoding the value, three times; at most 10,000 values are made up.
    init<T: Decodable>(_ type: T.Type, from value: ConfigurationValue) {
        for run in 0..<3 {
            (makesUp, isThorough) = (run > 0, run > 1)
            let record = ConfigurationRecord(ConfigurationPatches(), isOther: false, notesValues: false)
            record.survey = self
            let root = ConfigurationNode(value, in: record)
            _ = try? root.decode(type)
            hidden.formUnion(asked.filter { root.discreet($0) != $0 })
            root.forgetChildren()
            record.survey = nil
        }
    }

    func note(asked path: ConfigurationKeyPath) { asked.insert(path) }

    func note(_ kind: Kind, at path: ConfigurationKeyPath) { kinds[path, default: []].append(kind) }

    func note(list path: ConfigurationKeyPath) { lists.insert(path) }

    func enter(_ type: any Any.Type) { types.append(ObjectIdentifier(type)) }

    func leave() { types.removeLast() }

    /// Whether a type, or what it is an optional of, is being decoded around this place, so that it would never end.
    func isInside(_ type: any Any.Type) -> Bool { types.contains(ObjectIdentifier(type)) }
}

extension ConfigurationNode {
    /// Notes that this value is a list, and what its elements are.
    func surveyElement<Element: Decodable>(_ type: Element.Type) {
        guard let survey = record.survey, !survey.isInside(type) else { return }
        survey.note(list: path)
        _ = try? absentChild(.index(0)).decode(type)
    }
}

extension ConfigurationSurvey {
    /// How the text of a variable or an argument becomes an option.
    enum Form {
        case scalar([Kind])
        /// Scalars with commas in between.
        case list([Kind])

        /// The value that a text stands for; where it is none of what the type reads, the text, which the type refuses.
        func value(of text: String) -> ConfigurationValue {
            switch self {
            case .scalar(let kinds): Self.value(of: text, kinds)
            case .list where text.isEmpty: .array([])
            case .list(let kinds):
                .array(
                    text.parts(at: ",").map { Self.value(of: $0, kinds) }
                )
            }
        }

        /// The value of an argument that is given without one; nil where the type reads no truth value.
        var flag: ConfigurationValue? {
            guard case .scalar(let kinds) = self else { return nil }
            let isBoolean = kinds.contains { if case .scalar(let type) = $0 { type is Bool.Type } else { false } }
            return isBoolean ? .boolean(true) : nil
        }

        private static func value(of text: String, _ kinds: [Kind]) -> ConfigurationValue {
            for kind in kinds {
                switch kind {
                case .scalar(let type):
                    if let value = type.value(of: text) { return value }
                case .date:
                    if let seconds = secondsSinceReferenceDate(Array(text.utf8)[...]) {
                        return .date(secondsSinceReferenceDate: Double(seconds))
                    }
                }
            }
            return .string(text)
        }
    }

    /// How an option can be given as text; nil for one that cannot.
    func form(of path: ConfigurationKeyPath) -> Form? {
        if let kinds = kinds[path] { return .scalar(kinds) }
        guard lists.contains(path) else { return nil }
        return kinds[path.appending(index: 0)].map { .list($0) }
    }
}
