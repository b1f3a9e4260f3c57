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
    private typealias Answers<Type> = [String: Result<Type, TypeResolver.Failure>]
    private typealias Body<Type> =
        (TypeResolver) -> (String, TypeResolver.Searches) throws(TypeResolver.Failure) -> TypeResolver.Found<Type>

    /// The names that lead nowhere, in whichever role.
    private struct Misses {
        /// The names for which the program was searched in vain.
        var missing: Set<String> = []
        /// The names that were no longer searched for.
        var skipped: Set<String> = []
        var firstSkipped: Origin?
    }

    var resolver: TypeResolver
    /// How each name was found, each once for each kind.
    private(set) var resolutions: [NameResolution] = []
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
    mutating func module(_ name: StatedName) throws(TypeResolver.Failure) -> (any HiveModule.Type)? {
        try find(name, .module, in: \.modules, type: { $0 }, TypeResolver.module)
    }

    /// Finds the type under which a service is looked up; nil when it is no longer searched for.
    mutating func service(_ name: StatedName) throws(TypeResolver.Failure) -> (any Any.Type)? {
        try find(name, .service, in: \.services, type: { $0 }, TypeResolver.service)
    }

    /// Finds the class of a service; nil when it is no longer searched for.
    mutating func implementation(_ name: StatedName) throws(TypeResolver.Failure) -> ServiceFactory? {
        try find(name, .implementation, in: \.implementations, type: \.type, TypeResolver.implementation)
    }

    private mutating func find<Type>(
        _ name: StatedName,
        _ kind: NameResolution.Kind,
        in answers: WritableKeyPath<NameSearch, Answers<Type>>,
        type: (Type) -> any Any.Type,
        _ body: Body<Type>
    ) throws(TypeResolver.Failure) -> Type? {
        if let answer = self[keyPath: answers][name.text] { return try answer.get() }
        // A name that was missed in one role is searched for in the others: they say different things about it.
        let searches: TypeResolver.Searches =
            if misses.missing.count < PropertyListLimits.nearNameCount {
                .nearNames
            } else if misses.missing.count < PropertyListLimits.missingNameCount || misses.missing.contains(name.text) {
                .name
            } else {
                .nothing
            }
        do {
            let (found, source) = try body(resolver)(name.text, searches)
            self[keyPath: answers][name.text] = .success(found)
            resolutions.append(NameResolution(name, kind, type(found), source))
            return found
        } catch {
            if error.search == .leftOut {
                let isFirst = misses.skipped.insert(name.text).inserted && misses.firstSkipped == nil
                if isFirst { misses.firstSkipped = name.origin }
                return nil
            }
            if error.search == .inVain { misses.missing.insert(name.text) }
            self[keyPath: answers][name.text] = .failure(error)
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
