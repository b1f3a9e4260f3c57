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
    private typealias Answer<Type> = Result<TypeResolver.Found<Type>, TypeResolver.Failure>

    let resolver: TypeResolver
    private var modules: [String: Answer<any HiveModule.Type>] = [:]
    private var services: [String: Answer<any Any.Type>] = [:]
    private var implementations: [String: Answer<ServiceFactory>] = [:]
    /// The names for which the program was searched in vain.
    private var missing: Set<String> = []
    /// The names that were no longer searched for.
    private var skipped: Set<String> = []
    private var firstSkipped: Origin?

    init(_ resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Finds the class of a module; nil when it is no longer searched for.
    mutating func module(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> TypeResolver.Found<any HiveModule.Type>? {
        try find(name, in: \.modules, at: origin()) { resolver, searches throws(TypeResolver.Failure) in
            try resolver.module(name, searches: searches)
        }
    }

    /// Finds the type under which a service is looked up; nil when it is no longer searched for.
    mutating func service(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> TypeResolver.Found<any Any.Type>? {
        try find(name, in: \.services, at: origin()) { resolver, searches throws(TypeResolver.Failure) in
            try resolver.service(name, searches: searches)
        }
    }

    /// Finds the class of a service; nil when it is no longer searched for.
    mutating func implementation(
        _ name: String,
        at origin: @autoclosure () -> Origin
    ) throws(TypeResolver.Failure) -> TypeResolver.Found<ServiceFactory>? {
        try find(name, in: \.implementations, at: origin()) { resolver, searches throws(TypeResolver.Failure) in
            try resolver.implementation(name, searches: searches)
        }
    }

    private mutating func find<Type>(
        _ name: String,
        in answers: WritableKeyPath<NameSearch, [String: Answer<Type>]>,
        at origin: @autoclosure () -> Origin,
        _ body: (TypeResolver, _ searches: Bool) throws(TypeResolver.Failure) -> TypeResolver.Found<Type>
    ) throws(TypeResolver.Failure) -> TypeResolver.Found<Type>? {
        if let answer = self[keyPath: answers][name] { return try answer.get() }
        // A name that was missed in one role is searched for in the others: they say different things about it.
        let searches = missing.count < PropertyListLimits.missingNameCount || missing.contains(name)
        do {
            let found = try body(resolver, searches)
            self[keyPath: answers][name] = .success(found)
            return found
        } catch {
            if error.search == .leftOut {
                if skipped.insert(name).inserted, firstSkipped == nil { firstSkipped = origin() }
                return nil
            }
            if error.search == .inVain { missing.insert(name) }
            self[keyPath: answers][name] = .failure(error)
            throw error
        }
    }

    /// One line about all the names that were not searched for.
    var problems: [Problem] {
        guard let firstSkipped else { return [] }
        let (limit, count) = (PropertyListLimits.missingNameCount, skipped.count)
        let others = count == 1 ? "another one was" : "\(count) others were"
        let text = "\(limit) names lead to no type, so \(others) not looked up, this one first."
        let remedy = "Correct those that are reported, or the catalogue, and try again."
        return [Problem(.error, .unknownClass, at: firstSkipped, text, remedy: remedy)]
    }
}
