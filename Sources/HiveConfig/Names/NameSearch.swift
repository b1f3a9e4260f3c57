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

    var resolver: TypeResolver
    /// How each name was found, each once for each kind.
    private(set) var resolutions: [NameResolution] = []
    private var modules: Answers<any HiveModule.Type> = [:]
    private var services: Answers<any Any.Type> = [:]
    private var implementations: Answers<ServiceFactory> = [:]
    /// The names for which the program was searched in vain, in whichever role.
    private var missing: Set<String> = []
    /// The names that were no longer searched for.
    private var skipped: Set<String> = []
    private var firstSkipped: Origin?

    init(_ resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Finds the class of a module; nil where there is none, which is reported, and when it is no longer searched for.
    mutating func module(_ name: StatedName?, _ problems: inout [Problem]) -> (any HiveModule.Type)? {
        find(name, .module, in: \.modules, &problems, type: { $0 }, TypeResolver.module)
    }

    /// Finds the type under which a service is looked up; nil as for a module.
    mutating func service(_ name: StatedName?, _ problems: inout [Problem]) -> (any Any.Type)? {
        find(name, .service, in: \.services, &problems, type: { $0 }, TypeResolver.service)
    }

    /// Finds the class of a service; nil as for a module.
    mutating func implementation(_ name: StatedName?, _ problems: inout [Problem]) -> ServiceFactory? {
        find(name, .implementation, in: \.implementations, &problems, type: \.type, TypeResolver.implementation)
    }

    private mutating func find<Type>(
        _ name: StatedName?,
        _ kind: NameResolution.Kind,
        in answers: WritableKeyPath<NameSearch, Answers<Type>>,
        _ problems: inout [Problem],
        type: (Type) -> any Any.Type,
        _ body: Body<Type>
    ) -> Type? {
        guard let name else { return nil }
        // A name that was missed in one role is searched for in the others: they say different things about it.
        let searches: TypeResolver.Searches =
            if missing.count < PropertyListLimits.nearNameCount {
                .nearNames
            } else if missing.count < PropertyListLimits.missingNameCount || missing.contains(name.text) {
                .name
            } else {
                .nothing
            }
        do throws(TypeResolver.Failure) {
            if let answer = self[keyPath: answers][name.text] { return try answer.get() }
            let (found, source) = try body(resolver)(name.text, searches)
            self[keyPath: answers][name.text] = .success(found)
            resolutions.append(NameResolution(name, kind, type(found), source))
            return found
        } catch {
            if error.isMissing, searches == .nothing {
                if firstSkipped == nil { firstSkipped = name.origin }
                skipped.insert(name.text)
                return nil
            }
            if error.isMissing { missing.insert(name.text) }
            self[keyPath: answers][name.text] = .failure(error)
            problems.append(error.problem(at: name.origin))
            return nil
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
