// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What several sources say about one module or service, made into one (C17).

/// What one source says about a module or a service.
protocol SourceDeclaration {
    associatedtype Key: Hashable

    /// What it is about.
    var key: Key { get }
    var origin: Origin { get }
    /// What puts records in an order that does not depend on the linker (C10).
    var qualifiedName: String { get }
}

extension ModuleDeclaration: SourceDeclaration {
    var key: ObjectIdentifier { ObjectIdentifier(type) }
    var qualifiedName: String { _typeName(type) }
}

extension ServiceDeclaration: SourceDeclaration {
    var qualifiedName: String { "\(_typeName(type)) \(name ?? "")" }
}

extension Array where Element: SourceDeclaration {
    /// Groups what is said about each thing, in the order of C10's index: code, property lists, records by name.
    ///
    /// In a group the strongest stands first.
    ///
    /// - Returns: The groups, and what a source says again, each with what it has said first.
    /// - Complexity: O(n), and O(r log r) for r records.
    fileprivate func grouped() -> (groups: [[Element]], repeated: [(again: Element, first: Element)]) {
        var places: [Element.Key: Int] = [:]
        places.reserveCapacity(count)
        // Nearly always one declaration each.
        var groups: [[Element]] = []
        groups.reserveCapacity(count)
        var repeated: [(again: Element, first: Element)] = []
        for declaration in inSourceOrder {
            guard let place = places[declaration.key] else {
                places[declaration.key] = groups.count
                groups.append([declaration])
                continue
            }
            if let first = groups[place].first(where: { $0.origin.isSameSource(as: declaration.origin) }) {
                repeated.append((declaration, first))
            } else {
                groups[place].append(declaration)
            }
        }
        return (groups.map(\.strongestFirst), repeated)
    }

    /// What is said about one thing: property lists, the later before the earlier, then code, then records.
    var strongestFirst: [Element] {
        count == 1 ? self : from(.propertyList).reversed() + from(.code) + from(.record)
    }

    private var inSourceOrder: [Element] {
        if allSatisfy({ $0.origin.source == .code }) { return self }
        return from(.code) + from(.propertyList) + from(.record).inOrderOfNames
    }

    private func from(_ source: Origin.Source) -> [Element] { filter { $0.origin.source == source } }

    /// By their names, each of which is made once; those of one name in the order of their places, which is the same on
    /// every machine, and then as they are.
    var inOrderOfNames: [Element] {
        let named = enumerated().map { index, element in
            (name: element.qualifiedName, place: (element.origin.file, element.origin.line ?? 0, index))
        }
        let sorted = named.sorted { $0.name != $1.name ? $0.name < $1.name : $0.place < $1.place }
        return sorted.map { self[$0.place.2] }
    }
}

extension [ModuleDeclaration] {
    /// Merges what is said about each module.
    ///
    /// - Parameters:
    ///   - selection: Which modules are disabled.
    ///   - part: Which of the others take part; nil for all.
    /// - Returns: One descriptor a module, and what is wrong with the declarations.
    func merged(
        _ selection: ModuleSelection,
        in part: ModulePart? = nil
    ) -> (descriptors: [ModuleDescriptor], problems: [Problem]) {
        let (groups, repeated) = grouped()
        var problems = repeated.map { again, first in
            let text = "\(again.type.moduleName) is listed twice: here and at \(first.origin)."
            return Problem(.error, .duplicateModule, at: again.origin, text, remedy: "Remove one of the entries.")
        }
        var descriptors = groups.map { ModuleDescriptor($0, selection) }
        if let part { descriptors = part.applied(to: descriptors) }
        descriptors = selection.given(to: descriptors)
        for descriptor in descriptors where descriptor.isEnabled && descriptor.factory == nil {
            guard descriptor.type.isMadeByFactory else { continue }
            let text = "\(descriptor.name) is made by a factory, and nobody has registered one."
            let remedy = "Call modules.register(\(descriptor.name).self) { … } before the start."
            problems.append(Problem(.error, .needsFactory, at: descriptor.origin, text, remedy: remedy))
        }
        return (descriptors, problems)
    }
}

extension [ServiceDeclaration] {
    /// Merges what is said about each service.
    ///
    /// - Returns: One declaration a service, and what a source registers again, each with the place of the first.
    package func merged() -> (
        services: [ServiceDeclaration], repeated: [(service: ServiceDeclaration, other: Origin)]
    ) {
        let (groups, repeated) = grouped()
        let services = groups.map { group in
            group.dropFirst().reduce(into: group[0]) { service, weaker in
                service.scope = service.scope ?? weaker.scope
                service.ranking = service.ranking ?? weaker.ranking
                service.module = service.module ?? weaker.module
                service.overridden.append(weaker.origin)
            }
        }
        return (services, repeated.map { ($0.again, $0.first.origin) })
    }
}

extension Problem {
    /// A service that one source registers twice (C21).
    init(registeredAgain service: ServiceDeclaration, at other: Origin) {
        let isRecord = service.origin.source == .record
        let text = "\(service.key) is registered \(isRecord ? "by two records: " : "")here and at \(other)."
        let remedy = "Remove one of \(isRecord ? "them" : "the entries"), or give it a name."
        self.init(.error, .duplicateService, at: service.origin, text, remedy: remedy)
    }
}
