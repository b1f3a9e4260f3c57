// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// Finds what the names of one configuration lead to, and asks for each name once.
///
/// A name that only the running program can know costs a search through all of its types. Whoever writes the property
/// lists must not be able to ask for any number of them: what was found and what was not is remembered, and after
/// `PropertyListLimits.missingNameCount` names that lead nowhere no further one is searched for (C61).
struct NameSearch {
    private typealias Answers<Type> = [String: Result<TypeResolver.Found<Type>, TypeResolver.Failure>]

    /// What a name leads to.
    struct Found<Type> {
        let type: Type
        let source: NameResolution.Source
        /// Whether the name was not asked for before.
        let isFirst: Bool
    }

    /// The names that lead nowhere, in whichever role.
    private struct Misses {
        /// The names for which the program was searched in vain.
        var missing: Set<String> = []
        /// The names that were no longer searched for.
        var skipped: Set<String> = []
        var firstSkipped: Origin?
    }

    var resolver: TypeResolver
    private var modules: Answers<any HiveModule.Type> = [:]
    private var services: Answers<any Any.Type> = [:]
    private var implementations: Answers<ServiceFactory> = [:]
    private var misses = Misses()

    init(_ resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Makes room for a number of names of modules.
    mutating func reserveCapacity(modules count: Int) { modules.reserveCapacity(modules.count + count) }

    /// Finds the class of a module; nil when it is no longer searched for.
    mutating func module(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> Found<any HiveModule.Type>? {
        try Self.find(name, in: &modules, &misses, at: origin()) { searches throws(TypeResolver.Failure) in
            try resolver.module(name, searches: searches)
        }
    }

    /// Finds the type under which a service is looked up; nil when it is no longer searched for.
    mutating func service(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> Found<any Any.Type>? {
        try Self.find(name, in: &services, &misses, at: origin()) { searches throws(TypeResolver.Failure) in
            try resolver.service(name, searches: searches)
        }
    }

    /// Finds the class of a service; nil when it is no longer searched for.
    mutating func implementation(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> Found<ServiceFactory>? {
        try Self.find(name, in: &implementations, &misses, at: origin()) { searches throws(TypeResolver.Failure) in
            try resolver.implementation(name, searches: searches)
        }
    }

    private static func find<Type>(
        _ name: String,
        in answers: inout Answers<Type>,
        _ misses: inout Misses,
        at origin: @autoclosure () -> Origin,
        _ body: (_ searches: TypeResolver.Searches) throws(TypeResolver.Failure) -> TypeResolver.Found<Type>
    ) throws(TypeResolver.Failure) -> Found<Type>? {
        if let answer = answers[name] {
            let (type, source) = try answer.get()
            return Found(type: type, source: source, isFirst: false)
        }
        // A name that was missed in one role is searched for in the others: they say different things about it.
        let searches: TypeResolver.Searches =
            if misses.missing.count < PropertyListLimits.nearNameCount {
                .nearNames
            } else if misses.missing.count < PropertyListLimits.missingNameCount || misses.missing.contains(name) {
                .name
            } else {
                .nothing
            }
        do {
            let found = try body(searches)
            answers[name] = .success(found)
            return Found(type: found.type, source: found.source, isFirst: true)
        } catch {
            if error.search == .leftOut {
                if misses.skipped.insert(name).inserted, misses.firstSkipped == nil { misses.firstSkipped = origin() }
                return nil
            }
            if error.search == .inVain { misses.missing.insert(name) }
            answers[name] = .failure(error)
            throw error
        }
    }

    /// One line about all the names that were not searched for.
    var problems: [Problem] {
        guard let firstSkipped = misses.firstSkipped else { return [] }
        let (limit, count) = (PropertyListLimits.missingNameCount, misses.skipped.count)
        let others = count == 1 ? "another one was" : "\(count) others were"
        let text = "\(limit) names lead to no type, so \(others) not looked up, this one first."
        let remedy = "Correct those that are reported, or the catalogue, and try again."
        return [Problem(.error, .unknownClass, at: firstSkipped, text, remedy: remedy)]
    }
}
