// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The search for everything that is wrong with a value that a type is decoded from.
///
/// A type's initializer stops at its first mistake. One of ``ModuleOptions`` runs again then, with the default in the
/// mistake's place, or with nothing where there is none, until it reaches its end or only throws because of that. Any
/// other type has no defaults, and its first mistake is all that is found.
///
/// - Complexity: O(mistakes × size of the value), of at most 100 mistakes.
struct ConfigurationSearch<T: Decodable> {
    typealias Problem = ConfigurationDecodingError.Problem

    /// What came of the first attempt; nil where it failed.
    private(set) var result: T?
    /// What the attempts have found out.
    let record: ConfigurationRecord
    private let value: ConfigurationValue
    private let nulls: NullKeys
    private var found: [(problem: Problem, isOwn: Bool)] = []
    private var unknown: [ConfigurationKeyPath: Problem] = [:]
    /// The keys that were said to be misspellings of others.
    private var excused: Set<ConfigurationKeyPath> = []
    /// Whether there are more mistakes than are searched for.
    private var isCut = false

    /// How many mistakes are searched for.
    private static var maximumCount: Int { 100 }

    init(
        _ type: T.Type,
        in value: ConfigurationValue,
        _ nulls: NullKeys = NullKeys(),
        _ openNames: OpenNames? = nil,
        secrets: [ConfigurationKeyPath] = [],
        notesValues: Bool = false
    ) {
        (self.value, self.nulls) = (value, nulls)
        record = ConfigurationRecord(openNames, notesValues: notesValues)
        for secret in secrets { record.note(secret: secret) }
        var attempt = Attempt(type, from: value, nulls, record)
        result = try? attempt.result.get()
        take(attempt)
        guard attempt.problem != nil, let options = type as? any ModuleOptions.Type,
            let defaults = try? options.defaults()
        else { return }
        record.defaults = defaults
        while attempt.problem != nil, !isCut, setAside(attempt.path) {
            attempt = Attempt(type, from: value, nulls, record)
            take(attempt)
        }
    }

    private mutating func take(_ attempt: Attempt) {
        for key in attempt.unknownKeys { unknown[key.path] = key }
        record.isComplete = attempt.problem == nil
        guard let problem = attempt.problem, !attempt.isConsequence else { return }
        isCut = found.count >= Self.maximumCount
        if isCut { return }
        found.append((problem, attempt.isOwn))
        // A key is reported once.
        excused.formUnion(record.misspellings)
    }

    /// Lets the default count in a value's place or, where it does already, in that of the value around it.
    ///
    /// - Returns: False when there is nothing left to try.
    private func setAside(_ path: ConfigurationKeyPath) -> Bool {
        var path = path
        while !path.components.isEmpty {
            if record.setAside.insert(path).inserted { return true }
            path.components.removeLast()
        }
        return false
    }

    /// Everything that is wrong, without what a secret holds.
    var problems: [Problem] {
        var problems = found.map { mayShow($0.problem, $0.isOwn) ? $0.problem : Self.hidden($0.problem) }
        problems += unknown.filter { !excused.contains($0.key) }.values.sorted { "\($0.path)" < "\($1.path)" }
        if isCut || max(problems.count, unknown.count) > Self.maximumCount {
            problems = Array(problems.prefix(Self.maximumCount))
            let message = "may be wrong in more places; the search ended after \(Self.maximumCount) mistakes"
            let remedy = "Correct what is listed and try again."
            problems.append(Problem(path: ConfigurationKeyPath(), message: message, remedy: remedy, isPredicate: true))
        }
        return problems
    }

    /// Whether the text of a problem tells nothing of a secret: what the decoder says never does, and a type's own text
    /// does not if no secret is there, or if it is the same with other ones, the defaults.
    private func mayShow(_ problem: Problem, _ isOwn: Bool) -> Bool {
        let held = record.secrets.filter(value.contains)
        if isOwn || held.isEmpty { return true }
        let areOthers = held.allSatisfy { value.value(at: $0) != record.defaults.value(at: $0) }
        guard areOthers, T.self is any ModuleOptions.Type else { return false }
        let setAside = record.setAside
        defer { record.setAside = setAside }
        record.setAside.formUnion(held)
        return Attempt(T.self, from: value, nulls, record).problem == problem
    }

    private static func hidden(_ problem: Problem) -> Problem {
        let message = "is refused; the reason is not shown, because it may depend on a secret"
        return Problem(path: problem.path, message: message, remedy: problem.remedy, isPredicate: true)
    }
}

extension ConfigurationSearch {
    /// One attempt to decode the type, with what was found wrong set aside.
    fileprivate struct Attempt {
        let result: Result<T, any Error>
        let unknownKeys: [Problem]
        /// What was thrown.
        private(set) var problem: Problem?
        /// Where it was thrown, with all keys.
        private(set) var path = ConfigurationKeyPath()
        /// Whether the decoder itself has made the error.
        private(set) var isOwn = false
        /// Whether what was thrown may only be due to what is set aside.
        private(set) var isConsequence = false

        init(_ type: T.Type, from value: ConfigurationValue, _ nulls: NullKeys, _ record: ConfigurationRecord) {
            let root = ConfigurationNode(value, names: record.openNames?.names ?? [], in: record)
            (record.own, record.origin, record.choices, record.misspellings) = (nil, nil, nil, [])
            result = Result { try root.decode(type) }
            unknownKeys = root.unknownKeys(nulls, limit: maximumCount + 1)
            guard case .failure(let error) = result else { return }
            let text = "\(error)"
            let origin = record.origin.flatMap { $0.text == text ? $0.path : nil } ?? ConfigurationKeyPath()
            let context = (error as? DecodingError)?.context
            let stated = ConfigurationKeyPath(codingPath: context?.codingPath ?? [])
            path = stated.components.isEmpty ? origin : stated
            let message = context?.debugDescription ?? (error as? HiveError)?.message ?? text
            let path = path
            let own = record.own.flatMap { $0.path == path && $0.message == message ? $0 : nil }
            isOwn = own != nil
            // A type's own initializer sees the whole value that it is made from, defaults included.
            isConsequence = record.setAside.covers(path) || own == nil && record.setAside.reaches(into: origin)
            let choices = record.choices.flatMap { $0.path == path ? "Write one of \($0.text)." : nil }
            problem = Problem(
                path: record.discreet(path),
                message: message.onOneLine,
                remedy: own?.remedy ?? choices ?? "Write a value that is accepted here.",
                isOmitted: own?.isOmitted ?? false,
                isPredicate: own?.isPredicate ?? false
            )
        }
    }
}

extension DecodingError {
    /// The part that all cases share.
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}

extension Set<ConfigurationKeyPath> {
    /// Whether a path, or one around it, is among these.
    ///
    /// - Complexity: O(length of the path).
    func covers(_ path: ConfigurationKeyPath) -> Bool {
        guard !isEmpty else { return false }
        var path = path
        repeat {
            if contains(path) { return true }
        } while path.components.popLast() != nil
        return false
    }

    /// Whether a path, or one inside it, is among these.
    func reaches(into path: ConfigurationKeyPath) -> Bool {
        contains { $0.components.starts(with: path.components) }
    }
}
