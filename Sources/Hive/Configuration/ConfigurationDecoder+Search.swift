// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The search for everything that is wrong with a value that a type is decoded from.
///
/// A type's initializer stops at its first mistake. So it runs again, with a value of the right kind in the mistake's
/// place, until it reaches its end or only throws because of such values. A value of the right kind is one that a
/// file may hold, so a type has to stand it. What is found then counts if it is found whichever of two values is put
/// in: an initializer may ask for other keys when one value differs.
///
/// If a required value's type takes none of these, such as an enumeration that is not `CaseIterable`, no further
/// mistake of the value around it is found.
///
/// - Complexity: O(mistakes × size of the value), of at most 100 mistakes.
struct ConfigurationSearch<T: Decodable> {
    typealias Attempt = ConfigurationAttempt<T>
    typealias Problem = ConfigurationDecodingError.Problem

    private let value: ConfigurationValue
    private let nulls: NullKeys
    private var found: [(attempt: Attempt, problem: Problem, patches: ConfigurationPatches)] = []
    private var unknown: [ConfigurationKeyPath: Problem] = [:]
    /// Whether there are more mistakes than are searched for.
    private var isCut = false
    /// The values that the type decodes as secrets, where they are and where they would be.
    private(set) var secrets: Set<ConfigurationKeyPath> = []
    /// The values that it reads, in attempts that note them.
    private(set) var values: Set<ConfigurationKeyPath> = []

    /// How many mistakes are searched for.
    private static var maximumCount: Int { 100 }

    /// Goes on from a first attempt.
    init(_ first: Attempt, of value: ConfigurationValue, _ nulls: NullKeys, notesValues: Bool = false) {
        self.value = value
        self.nulls = nulls
        // What the type would ask for if nothing were wrong.
        if first.problem != nil {
            let everything = ConfigurationPatches().replacing([ConfigurationKeyPath()])
            let ideal = Attempt(T.self, from: value, patches: everything, notesValues: notesValues)
            take(ideal, ideal)
        }
        var patches = ConfigurationPatches()
        var excused: Set<ConfigurationKeyPath> = []
        var (attempt, other) = (first, first)
        for count in 0... {
            take(attempt, other)
            guard let problem = attempt.problem else { break }
            guard count < Self.maximumCount else {
                isCut = true
                break
            }
            if !attempt.isConsequence {
                guard other.problem != nil, other.path == attempt.path, !other.isConsequence else { break }
                found.append((attempt, problem, patches))
                // A key is reported once.
                for key in attempt.misspellings { excused.insert(key) }
            }
            guard patches.patch(attempt.path) else { break }
            attempt = Attempt(T.self, from: value, nulls, patches: patches, notesValues: notesValues)
            other = Attempt(T.self, from: value, nulls, patches: patches, isOther: true, notesValues: notesValues)
        }
        for key in excused { unknown[key] = nil }
    }

    private mutating func take(_ attempt: Attempt, _ other: Attempt) {
        let sure = Set(other.unknownKeys.map(\.path))
        for key in attempt.unknownKeys where sure.contains(key.path) { unknown[key.path] = key }
        secrets.formUnion(attempt.secrets.union(other.secrets))
        values.formUnion(attempt.values.union(other.values))
    }

    /// Everything that is wrong, without what a secret holds.
    var problems: [Problem] {
        var problems = found.map { discreet($0.problem, $0.attempt, $0.patches) }
        problems += unknown.values.sorted { "\($0.path)" < "\($1.path)" }
        if isCut {
            let message = "may be wrong in more places; the search ended after \(Self.maximumCount) mistakes"
            let remedy = "Correct what is listed and try again."
            problems.append(Problem(path: ConfigurationKeyPath(), message: message, remedy: remedy, isPredicate: true))
        }
        return problems
    }

    private func discreet(_ problem: Problem, _ attempt: Attempt, _ patches: ConfigurationPatches) -> Problem {
        guard !secrets.isEmpty else { return problem }
        if let message = attempt.discreetMessage {
            let isSecret = secrets.covers(attempt.path) || secrets.reaches(into: attempt.path)
            return isSecret ? problem.saying(message, isPredicate: problem.isPredicate) : problem
        }
        // A type's own text does not depend on the secrets if it is the same with others in their places.
        let hidden = patches.replacing(secrets)
        let isSame = [false, true].allSatisfy { isOther in
            Attempt(T.self, from: value, nulls, patches: hidden, isOther: isOther).problem == problem
        }
        if isSame { return problem }
        let message = "is refused; the reason is not shown, because it may depend on a secret"
        return problem.saying(message, isPredicate: true)
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
