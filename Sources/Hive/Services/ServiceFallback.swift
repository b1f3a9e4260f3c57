// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What is asked for services that nobody has registered.
struct ServiceFallback: Sendable {
    /// Services that the fallback is meant to answer for.
    let services: [any Any.Type]
    /// Where it was set.
    let origin: Origin
    /// Returns the class that serves under a type, or nil when there is none.
    let implementation: @Sendable (_ service: any Any.Type) throws -> (any ServiceImplementation.Type)?
}

extension ServiceManager {
    /// Sets what is asked for services that nobody has registered, for instance a naming convention.
    ///
    /// The closure is asked for services without a name only, each time that one is looked up, and Hive makes a new
    /// instance each time: the scope is transient. A registration always wins. What the closure answers has to conform
    /// to the service's protocol, which Hive checks without making an instance.
    ///
    /// - Parameters:
    ///   - services: Services that the closure has to find; ``Hive/verify()`` checks them, and those that modules
    ///     depend on and nobody provides.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - find: Returns the class that serves under a type, or nil when there is none. It is called without a lock,
    ///     from any thread, several times at once; keep what is expensive to find. When the answer is not clear, it
    ///     throws a ``HiveError`` that says why; whoever looked the service up gets it.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateService`` when there is a fallback already, which it
    ///   names, or ``HiveErrorCode/invalidState`` once services can be resolved.
    public func setFallback(
        for services: [any Any.Type] = [],
        fileID: String = #fileID,
        line: Int = #line,
        _ find: @escaping @Sendable (_ service: any Any.Type) throws -> (any ServiceImplementation.Type)?
    ) throws {
        let site = Origin.code(fileID: fileID, line: line)
        try state.withLock { state in
            if state.stage.lookups != .notYet {
                let text = "A fallback for services can be set before the initialize phase only."
                throw HiveError(.invalidState, text, at: site)
            }
            if let existing = state.registry.fallback?.origin {
                let text = "There is a fallback for services already, set at \(existing)."
                throw HiveError(.duplicateService, text, at: site)
            }
            state.registry.fallback = ServiceFallback(services: services, origin: site, implementation: find)
        }
    }

    /// A registration for a service that nobody has registered; nil where the fallback has none.
    func fallbackRegistration(_ key: ServiceKey) throws -> Registration? {
        guard key.isPlain, let fallback = state.withLock({ $0.registry.fallback }),
            let implementation = try fallback.implementation(key.type)
        else { return nil }
        let origin = fallback.origin
        if conformance(of: implementation, to: key.type) == false {
            let text = "\(_typeName(implementation)) does not conform to \(key), which nobody has registered."
            throw HiveError(.doesNotConform, text, at: origin)
        }
        var declaration = ServiceDeclaration(key.type, implementation: implementation, at: origin)
        declaration.scope = .transient
        if let problem = declaration.problem { throw HiveError(problem.code, problem.message, at: origin) }
        return declaration.registration(owner: hive)
    }

    /// Whether the fallback answers for a service; one whose answer is an error counts, for that is what a lookup says.
    func isServedByFallback(_ key: ServiceKey) -> Bool {
        do {
            return try fallbackRegistration(key) != nil
        } catch {
            return true
        }
    }

    /// Says for which of the services that modules need the fallback answers, and what is wrong with its answers.
    func checkFallback(_ needed: [ServiceKey], provided: Set<ObjectIdentifier>) -> (
        found: Set<ObjectIdentifier>, problems: [Problem]
    ) {
        guard let fallback = state.withLock({ $0.registry.fallback }) else { return ([], []) }
        var answers: (found: Set<ObjectIdentifier>, problems: [Problem]) = ([], [])
        let expected = fallback.services.map { ServiceKey($0) }
        for (place, key) in (expected + needed).enumerated() {
            if provided.contains(key.id) || isProvided(key.type) || answers.found.contains(key.id) { continue }
            do {
                if try fallbackRegistration(key) != nil {
                    answers.found.insert(key.id)
                } else if place < expected.count {
                    let text = "Nothing serves as \(key): nobody has registered it, and the fallback has nothing."
                    answers.problems.append(Problem(.error, .serviceNotRegistered, at: fallback.origin, text))
                }
            } catch {
                // It has an answer, and that is wrong; to say that nobody provides it as well would not help.
                answers.found.insert(key.id)
                let known = error as? HiveError
                let (code, place) = (known?.code ?? .serviceNotRegistered, known?.origin ?? fallback.origin)
                answers.problems.append(Problem(.error, code, at: place, known?.message ?? "\(key): \(error)"))
            }
        }
        return answers
    }
}
