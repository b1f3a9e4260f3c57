// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What several sources say about modules, made into one description of each (C17).

extension [ModuleDeclaration] {
    /// One descriptor a module, in the order of C10's index: code, property lists, records by name.
    ///
    /// - Parameters:
    ///   - selection: Which modules are disabled.
    ///   - part: Which of the others take part; nil for all.
    /// - Returns: The descriptors, and what is wrong with the declarations.
    func merged(
        _ selection: ModuleSelection,
        in part: ModulePart? = nil
    ) -> (descriptors: [ModuleDescriptor], problems: [Problem]) {
        var problems: [Problem] = []
        var places: [ObjectIdentifier: Int] = [:]
        places.reserveCapacity(count)
        // What is said about each module, in the order of its sources; nearly always one declaration.
        var groups: [[ModuleDeclaration]] = []
        groups.reserveCapacity(count)
        for declaration in inSourceOrder {
            let id = ObjectIdentifier(declaration.type)
            guard let place = places.updateValue(groups.count, forKey: id) else {
                groups.append([declaration])
                continue
            }
            places[id] = place
            if let same = groups[place].first(where: { $0.origin.isSameSource(as: declaration.origin) }) {
                let text = "\(declaration.type.moduleName) is listed twice: here and at \(same.origin)."
                let remedy = "Remove one of the entries."
                problems.append(Problem(.error, .duplicateModule, at: declaration.origin, text, remedy: remedy))
            } else {
                groups[place].append(declaration)
            }
        }
        var descriptors = groups.map { ModuleDescriptor($0.strongestFirst, selection) }
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

    /// Property lists win over code over records; of two property lists the later one wins.
    private var strongestFirst: [ModuleDeclaration] {
        guard count > 1 else { return self }
        return enumerated().sorted { left, right in
            let sources = (left.element.origin.source.rawValue, right.element.origin.source.rawValue)
            return sources.0 != sources.1 ? sources.0 < sources.1 : left.offset > right.offset
        }.map(\.element)
    }

    private var inSourceOrder: [ModuleDeclaration] {
        if allSatisfy({ $0.origin.source == .code }) { return self }
        let records = filter { $0.origin.source == .record }
        return filter { $0.origin.source == .code } + filter { $0.origin.source == .propertyList }
            + records.inOrder(of: { _typeName($0.type) }, then: \.origin)
    }
}
