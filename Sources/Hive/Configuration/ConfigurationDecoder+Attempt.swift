// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Replacements for mistakes that were found, so that decoding goes on and finds the next one.
struct ConfigurationPatches {
    /// The values that are replaced by whatever the type asks for.
    private(set) var replaced: Set<ConfigurationKeyPath> = []
    /// The values of dictionaries that are removed, because no replacement fits.
    private(set) var removed: Set<ConfigurationKeyPath> = []

    var isEmpty: Bool { replaced.isEmpty && removed.isEmpty }

    /// Goes one step further with a value: replaces it, removes it, or does so with the value around it.
    ///
    /// - Returns: False when there is nothing left to try.
    mutating func patch(_ path: ConfigurationKeyPath) -> Bool {
        var path = path
        while let last = path.components.last {
            if replaced.insert(path).inserted { return true }
            // An element of an array stays: without it, the others would have other places.
            if case .key = last, removed.insert(path).inserted { return true }
            path.components.removeLast()
        }
        return false
    }

    /// These patches, and other values replaced as well.
    func replacing(_ paths: Set<ConfigurationKeyPath>) -> ConfigurationPatches {
        var result = self
        result.replaced.formUnion(paths)
        return result
    }

    /// Whether a value, or one around it, is patched.
    func cover(_ path: ConfigurationKeyPath) -> Bool {
        replaced.contains { path.components.starts(with: $0.components) }
    }

    /// Whether a value, or one inside it, is patched.
    func reach(into path: ConfigurationKeyPath) -> Bool {
        replaced.contains { $0.components.starts(with: path.components) }
    }
}

/// What the nodes of one attempt share.
final class ConfigurationRecord {
    let patches: ConfigurationPatches
    /// Which of two placeholders is used.
    let isOther: Bool
    /// Whether it is noted which values are read.
    let notesValues: Bool
    /// The values that are read as what they are: neither containers nor unknown.
    private(set) var values: Set<ConfigurationKeyPath> = []
    /// The values that are decoded as secrets.
    private(set) var secrets: Set<ConfigurationKeyPath> = []
    /// How many values were made up.
    var placeholderCount = 0
    static let maximumPlaceholderCount = 10_000
    /// The last error that the decoder made itself.
    var own: ConfigurationFault?
    /// The innermost value through whose type an error passed; errors of types' own carry no path.
    var origin: (path: ConfigurationKeyPath, text: String)?
    /// What may be written for the last enumeration with raw values that refused its value.
    var choices: (path: ConfigurationKeyPath, text: String)?
    /// What is found out about the type's keys, where somebody wants to know.
    var survey: ConfigurationSurvey?
    /// The keys that were said to be misspellings of others.
    var misspellings: Set<ConfigurationKeyPath> = []

    init(_ patches: ConfigurationPatches, isOther: Bool, notesValues: Bool) {
        self.patches = patches
        self.isOther = isOther
        self.notesValues = notesValues
    }

    /// Notes that a value is read; its path is only put together where somebody wants to know.
    func note(value path: @autoclosure () -> ConfigurationKeyPath) {
        if notesValues { values.insert(path()) }
    }

    func note(secret path: ConfigurationKeyPath) { secrets.insert(path) }

    /// Where decoders carry the record, so that it is found through decoders around them, too.
    static let key = CodingUserInfoKey(rawValue: "Hive.ConfigurationRecord")

    /// The record of a configuration's decoder; nil of any other decoder.
    static func of(_ decoder: any Decoder) -> ConfigurationRecord? {
        key.flatMap { decoder.userInfo[$0] } as? ConfigurationRecord
    }
}

/// An error that the decoder makes itself.
struct ConfigurationFault {
    let path: ConfigurationKeyPath
    /// What is wrong, as it is thrown.
    let message: String
    /// The same, without what the value holds.
    let discreetMessage: String
    let remedy: String
    /// Whether a key is missing, and none is there that may be a misspelling of it.
    let isOmitted: Bool
    /// Whether the message goes on with a sentence that the place begins.
    let isPredicate: Bool
}

/// One attempt to decode a type from a value of which some parts are patched.
struct ConfigurationAttempt<T: Decodable> {
    typealias Problem = ConfigurationDecodingError.Problem

    let result: Result<T, any Error>
    let unknownKeys: [Problem]
    let misspellings: Set<ConfigurationKeyPath>
    let values: Set<ConfigurationKeyPath>
    let secrets: Set<ConfigurationKeyPath>
    /// What was thrown.
    let problem: Problem?
    /// Where it was thrown, with all keys.
    let path: ConfigurationKeyPath
    /// What was thrown, without what the value holds; nil for an error of a type's own.
    let discreetMessage: String?
    /// Whether what was thrown may only be due to patches.
    let isConsequence: Bool

    init(
        _ type: T.Type,
        from value: ConfigurationValue,
        _ nulls: NullKeys = NullKeys(),
        patches: ConfigurationPatches = ConfigurationPatches(),
        isOther: Bool = false,
        notesValues: Bool = false
    ) {
        let record = ConfigurationRecord(patches, isOther: isOther, notesValues: notesValues)
        let isReplaced = patches.replaced.contains(ConfigurationKeyPath())
        let root = ConfigurationNode(isReplaced ? [:] : value, isAbsent: isReplaced, in: record)
        defer { root.forgetChildren() }
        result = Result { try root.decode(type) }
        unknownKeys = root.unknownKeys(nulls)
        misspellings = record.misspellings
        values = record.values
        secrets = record.secrets
        guard case .failure(let error) = result else {
            (problem, path, discreetMessage, isConsequence) = (nil, ConfigurationKeyPath(), nil, false)
            return
        }
        let text = "\(error)"
        let origin = record.origin.flatMap { $0.text == text ? $0.path : nil } ?? ConfigurationKeyPath()
        let context = (error as? DecodingError)?.context
        let stated = ConfigurationKeyPath(codingPath: context?.codingPath ?? [])
        path = stated.components.isEmpty ? origin : stated
        let message = context?.debugDescription ?? text
        let path = path
        let own = record.own.flatMap { $0.path == path && $0.message == message ? $0 : nil }
        // A type's own initializer sees the whole value that it is made from, and may have refused a placeholder.
        isConsequence = patches.cover(path) || own == nil && patches.reach(into: origin)
        let choices = record.choices.flatMap { $0.path == path ? "Write one of \($0.text)." : nil }
        let remedy = own?.remedy ?? choices ?? "Write a value that is accepted here."
        problem = Problem(
            path: root.discreet(path),
            message: message.onOneLine,
            remedy: remedy,
            isOmitted: own?.isOmitted ?? false,
            isPredicate: own?.isPredicate ?? false
        )
        discreetMessage = own?.discreetMessage.onOneLine
    }
}
