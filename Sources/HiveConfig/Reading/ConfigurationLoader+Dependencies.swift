// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension ConfigurationLoader {
    /// Reads dependencies: names of modules, or dictionaries with `module` or `service`, and `optional`.
    mutating func readDependencies(
        _ cursor: PropertyListCursor?,
        _ reader: inout PropertyListReader
    ) -> [(dependency: ModuleDependency, origin: Origin)]? {
        guard let elements = reader.array(cursor) else { return nil }
        var dependencies: [(dependency: ModuleDependency, origin: Origin)] = []
        for element in elements where !reader.isFull {
            guard let dependency = readDependency(element, &reader) else { continue }
            dependencies.append((dependency, element.origin))
        }
        return dependencies
    }

    private mutating func readDependency(
        _ cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> ModuleDependency? {
        switch cursor.value {
        case .string:
            return reader.string(cursor).map { .named($0) }
        case .dictionary:
            break
        default:
            reader.expected("a module's name or a dictionary", at: cursor)
            return nil
        }
        let keys = ["module", "service", "optional"]
        guard let entries = reader.dictionary(cursor, known: keys) else { return nil }
        let isOptional = reader.boolean(entries["optional"]) ?? false
        switch (entries["module"], entries["service"]) {
        case (let module?, nil):
            return reader.string(module).map { .named($0, optional: isOptional) }
        case (nil, let service?):
            if let noted = note(service, &reader) { names?.dependencies.append(noted) }
            return readService(service, &reader).map { .service($0, optional: isOptional) }
        case (nil, nil):
            let isMisspelt = entries.keys.contains { !keys.contains($0) && nearestName(to: $0, among: keys) != nil }
            if isMisspelt { return nil }
            let remedy = "Add \"module\" or \"service\"."
            reader.report(.invalidValue, at: cursor.origin, "The dependency names nothing.", remedy: remedy)
        default:
            let remedy = "Make two dependencies of them."
            let message = "The dependency names a module and a service."
            reader.report(.invalidValue, at: cursor.origin, message, remedy: remedy)
        }
        return nil
    }

    /// Finds the type of a service by the name that a value holds.
    mutating func readService(_ cursor: PropertyListCursor, _ reader: inout PropertyListReader) -> (any Any.Type)? {
        reader.string(cursor).flatMap { findService($0, at: cursor, &reader) }
    }

    /// Finds the type of a service.
    mutating func findService(
        _ name: String,
        at cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> (any Any.Type)? {
        let found = reader.resolve(at: cursor) { () throws(TypeResolver.Failure) in
            try search.service(name, at: cursor.origin)
        }
        guard let found else { return nil }
        resolutions.note(name, .service, found, at: cursor.origin)
        if found.source == .runtime { noteUnseen(found.type, at: cursor.origin) }
        return found.type
    }

    /// Remembers a type that the compiler has not seen to be `Sendable`.
    private mutating func noteUnseen(_ type: any Any.Type, at origin: Origin) {
        if unseenTypes.insert(ObjectIdentifier(type)).inserted { unseen.append((TypeTable.name(of: type), origin)) }
    }
}
