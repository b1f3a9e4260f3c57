// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveBase

/// Reads one file, and keeps what it states and what is wrong with it.
struct PropertyListReader {
    let root: PropertyListCursor
    /// What has been read so far.
    var file: StatedFile
    /// Whether so much is wrong that reading on is of no use.
    var isFull: Bool { file.isFull(with: []) }

    private(set) lazy var moduleKeys = KnownKeys<Vocabulary.ModuleKey>(in: root)
    private(set) lazy var policyKeys = KnownKeys<Vocabulary.PolicyKey>(in: root)
    private(set) lazy var dependencyKeys = KnownKeys<Vocabulary.DependencyKey>(in: root)
    private(set) lazy var serviceKeys = KnownKeys<Vocabulary.ServiceKey>(in: root)

    init(_ root: PropertyListCursor, _ file: StatedFile) { (self.root, self.file) = (root, file) }

    mutating func report(_ code: HiveErrorCode, at origin: Origin, _ message: String, remedy: String? = nil) {
        report(Problem(.error, code, at: origin, message, remedy: remedy))
    }

    mutating func report(_ problem: Problem) { file.problems.append(problem) }

    /// Reports a value that cannot be what it is.
    mutating func refuse(_ cursor: PropertyListCursor, _ message: String, remedy: String) {
        report(.invalidValue, at: cursor.origin, message, remedy: remedy)
    }

    /// Reports a value that is of another kind than expected, and returns nil in the place of what it would be.
    mutating func expected<Value>(_ kind: String, at cursor: PropertyListCursor, remedy: String? = nil) -> Value? {
        refuse(cursor, "Expected \(kind), found \(cursor.value.summary).", remedy: remedy ?? "Write \(kind).")
        return nil
    }
}

// MARK: - Kinds of values

extension PropertyListReader {
    /// The entries of a dictionary; each key that is not among the known ones is reported, with what to do about it
    /// where it is none of them.
    mutating func dictionary<Key>(
        _ cursor: PropertyListCursor,
        _ keys: KnownKeys<Key>,
        otherwise advice: String = "Remove it",
        needing needed: String? = nil
    ) -> StatedEntries<Key>? {
        guard cursor.kind == .dictionary else {
            let remedy = needed.map { "Remove it, or write a dictionary with \($0)." }
            return expected("a dictionary", at: cursor, remedy: remedy)
        }
        if !keys.areFine(in: cursor) { reportKeys(of: cursor, keys, otherwise: advice) }
        return StatedEntries(cursor: cursor, keys: keys)
    }

    /// Reports each key of a dictionary that is not among the known ones.
    private mutating func reportKeys<Key>(
        of cursor: PropertyListCursor,
        _ keys: KnownKeys<Key>,
        otherwise: String
    ) {
        let known = keys.names
        for (key, value) in cursor.entries ?? [] where !isFull {
            if let meant = known.first(where: { $0 == key }) {
                if meant.isSpelt(key) { continue }
                let message = "The key \(key.inEscapes) is not \(meant.inEscapes): it has other characters."
                report(.unknownKey, at: value.keyOrigin, message, remedy: "Write \(meant.quoted).")
                continue
            }
            let own = Key.self == Vocabulary.ModuleKey.self ? Vocabulary.remedy(forModuleKey: key) : nil
            let advice = own ?? nearestName(to: key, among: known).map { "Did you mean \"\($0)\"?" }
            let remedy = advice ?? "\(otherwise); known here are \(known.joined(separator: ", "))."
            report(.unknownKey, at: value.keyOrigin, "The key \(key.quoted(limit: 80)) is unknown.", remedy: remedy)
        }
    }

    /// The elements of an array.
    mutating func array(_ cursor: PropertyListCursor?) -> [PropertyListCursor]? {
        cursor.flatMap { $0.elements ?? expected("an array", at: $0) }
    }

    /// A text that names something: neither empty nor longer than any name.
    mutating func string(_ cursor: PropertyListCursor?) -> String? {
        guard let cursor else { return nil }
        guard case .string(let text) = cursor.value else { return expected("a string", at: cursor) }
        let limit = PropertyListLimits.nameByteCount
        if !text.isEmpty, text.utf8.count <= limit { return text }
        if text.isEmpty {
            refuse(cursor, "The string is empty.", remedy: "Fill it in.")
        } else {
            refuse(cursor, "The string is longer than \(limit) bytes.", remedy: "Shorten it.")
        }
        return nil
    }

    /// The name of a type.
    mutating func name(_ cursor: PropertyListCursor?) -> StatedName? {
        cursor.flatMap { cursor in string(cursor).map { StatedName(text: $0, cursor: cursor) } }
    }

    /// The name of a type that must be there.
    mutating func requiredName<Key>(_ key: Key, _ entries: StatedEntries<Key>) -> StatedName? {
        if let value = entries[key] { return name(value) }
        let word = key.rawValue
        // A misspelt key has been reported already.
        let isMisspelt = entries.cursor.entries?.contains { nearestName(to: $0.key, among: [word]) != nil } ?? false
        if !isMisspelt { refuse(entries.cursor, "The key \"\(word)\" is missing.", remedy: "Add it.") }
        return nil
    }

    /// One of some words; of another one a message says what it is not.
    mutating func word(
        _ cursor: PropertyListCursor?,
        among known: [String],
        otherwise code: HiveErrorCode,
        _ message: (_ shown: String) -> String
    ) -> String? {
        guard let cursor, let word = string(cursor) else { return nil }
        if known.contains(spelt: word) { return word }
        let advice = nearestName(to: word, among: known).map { "Did you mean \"\($0)\"?" }
        let kinds = known.map(\.quoted).joined(separator: " or ")
        report(code, at: cursor.origin, message(word.quoted(limit: 80)), remedy: advice ?? "Write \(kinds).")
        return nil
    }

    mutating func boolean(_ cursor: PropertyListCursor?) -> Bool? {
        guard let cursor else { return nil }
        if case .boolean(let flag) = cursor.value { return flag }
        let remedy = cursor.isJSON ? "Write true or false." : "Write <true/> or <false/>."
        return expected("a boolean", at: cursor, remedy: remedy)
    }

    /// A whole number, also as text, as BeeHive writes it.
    mutating func integer(_ cursor: PropertyListCursor?, names: [String: Int] = [:]) -> Int? {
        guard let cursor else { return nil }
        var remedy: String?
        switch cursor.value {
        case .integer(let number): return number
        case .string(let text):
            if let number = names[text] ?? Int(text) { return number }
            remedy = nearestName(to: text, among: names.keys).map { "Did you mean \"\($0)\"?" }
        default: break
        }
        let kind = names.isEmpty ? "an integer" : "an integer, \"basic\" or \"normal\""
        return expected(kind, at: cursor, remedy: remedy)
    }

    /// A time in seconds.
    mutating func duration(_ cursor: PropertyListCursor?, mayBeZero: Bool = false) -> Duration? {
        guard let cursor else { return nil }
        let seconds: Double
        switch cursor.value {
        case .integer(let number): seconds = Double(number)
        case .real(let number): seconds = number
        default: return expected("a number of seconds", at: cursor)
        }
        // The upper limit, some thirty years, keeps the conversion from overflowing; a tiny number rounds to nothing.
        if seconds > 0, seconds <= 1e9, case let duration = Duration.seconds(seconds), duration > .zero {
            return duration
        }
        if mayBeZero, seconds == 0 { return .zero }
        let kind = "a number of seconds \(mayBeZero ? "from 0" : "above 0 and") up to 1000000000"
        return expected(kind, at: cursor, remedy: "Correct the number.")
    }
}
