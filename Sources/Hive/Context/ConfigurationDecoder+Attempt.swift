// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What takes the place of mistakes that were found, so that decoding goes on to the next one.
struct ConfigurationPatches {
    /// The values that are whatever is asked for.
    private(set) var replaced: Set<ConfigurationKeyPath> = []
    /// The values of dictionaries that are taken out, because no replacement would do.
    private(set) var removed: Set<ConfigurationKeyPath> = []

    var isEmpty: Bool { replaced.isEmpty && removed.isEmpty }

    /// Does the next stronger thing about a value: replaces it, takes it out, or turns to what is around it.
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
    /// The last error that the decoder made itself.
    var own: (path: ConfigurationKeyPath, message: String, remedy: String)?
    /// The innermost value through whose type an error passed; errors of types' own carry no path.
    var origin: (path: ConfigurationKeyPath, text: String)?
    /// The keys that were said to be misspellings of others.
    var misspellings: Set<ConfigurationKeyPath> = []

    init(_ patches: ConfigurationPatches, isOther: Bool) {
        self.patches = patches
        self.isOther = isOther
    }
}

/// One attempt to decode a type from a value of which some parts are patched.
struct ConfigurationAttempt<T: Decodable> {
    typealias Problem = ConfigurationDecodingError.Problem

    let result: Result<T, any Error>
    let unknownKeys: [Problem]
    let misspellings: Set<ConfigurationKeyPath>
    /// What was thrown.
    let problem: Problem?
    /// Whether what was thrown may only be due to patches.
    let isConsequence: Bool

    init(
        _ type: T.Type,
        from value: ConfigurationValue,
        _ nulls: NullKeys,
        patches: ConfigurationPatches = ConfigurationPatches(),
        isOther: Bool = false
    ) {
        let record = ConfigurationRecord(patches, isOther: isOther)
        let root = ConfigurationNode(value, in: record)
        defer { root.forgetChildren() }
        result = Result { try root.decode(type) }
        unknownKeys = root.unknownKeys(nulls)
        misspellings = record.misspellings
        guard case .failure(let error) = result else {
            (problem, isConsequence) = (nil, false)
            return
        }
        let text = "\(error)"
        let origin = record.origin.flatMap { $0.text == text ? $0.path : nil } ?? ConfigurationKeyPath()
        let context = (error as? DecodingError)?.context
        let stated = ConfigurationKeyPath(codingPath: context?.codingPath ?? [])
        let path = stated.components.isEmpty ? origin : stated
        let message = context?.debugDescription ?? text
        let own = record.own.flatMap { $0.path == path && $0.message == message ? $0 : nil }
        // A type's own initializer sees all of the value that it is made from, and may have minded a placeholder.
        isConsequence = patches.cover(path) || own == nil && patches.reach(into: origin)
        let remedy = own?.remedy ?? "Write a value that the option takes."
        problem = Problem(path: path, message: message.onOneLine, remedy: remedy)
    }
}

extension ConfigurationDecoder {
    /// How many mistakes are looked for.
    private static var maximumCount: Int { 100 }

    /// Finds what is wrong with a value that a type cannot be decoded from.
    ///
    /// A type's initializer stops at its first mistake. So it runs again, with a value of the right kind in the mistake's
    /// place, until it reaches its end or only throws because of such values. A value of the right kind is one that a
    /// file may hold, so a type has to stand it. What is found then counts if it is found whichever of two values is put
    /// in: an initializer may ask for other keys when one value differs.
    ///
    /// Behind a required value whose type takes none of these, such as an enumeration that is no `CaseIterable`, nothing
    /// more of what is around it is seen.
    ///
    /// - Complexity: O(mistakes × size of the value), of at most 100 mistakes.
    func problems<T: Decodable>(
        of type: T.Type,
        in value: ConfigurationValue,
        _ nulls: NullKeys,
        first: ConfigurationAttempt<T>
    ) -> [ConfigurationDecodingError.Problem] {
        var patches = ConfigurationPatches()
        var found: [ConfigurationDecodingError.Problem] = []
        var unknown: [ConfigurationKeyPath: ConfigurationDecodingError.Problem] = [:]
        var excused: Set<ConfigurationKeyPath> = []
        var (attempt, other) = (first, first)
        for count in 1... {
            let sure = Set(other.unknownKeys.map(\.path))
            for key in attempt.unknownKeys where sure.contains(key.path) { unknown[key.path] = key }
            guard let problem = attempt.problem else { break }
            if !attempt.isConsequence {
                guard other.problem?.path == problem.path, !other.isConsequence else { break }
                found.append(problem)
                // The same key is not wrong twice.
                for key in attempt.misspellings { excused.insert(key) }
            }
            guard count < Self.maximumCount, patches.patch(problem.path) else { break }
            attempt = ConfigurationAttempt(type, from: value, nulls, patches: patches)
            other = ConfigurationAttempt(type, from: value, nulls, patches: patches, isOther: true)
        }
        for key in excused { unknown[key] = nil }
        return found + unknown.values.sorted { "\($0.path)" < "\($1.path)" }
    }
}
