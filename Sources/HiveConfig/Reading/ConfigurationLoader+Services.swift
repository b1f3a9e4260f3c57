// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

// services.plist

extension ConfigurationLoader {
    mutating func readServices(_ root: PropertyListCursor, _ reader: inout PropertyListReader) {
        if root.entries?.contains(where: { $0.key == "moduleClasses" }) == true {
            unresolved.isMissingServices = true
            let text = "The file has the form of modules.plist: it holds \"moduleClasses\"."
            let remedy = "Swap it with the other file, or write an array of services into it."
            reader.report(.invalidValue, at: root.origin, text, remedy: remedy)
            return
        }
        var read: [ServiceDeclaration] = []
        func note(_ service: ServiceDeclaration?, _ cursor: PropertyListCursor) {
            guard let service else { return }
            read.append(service)
            sources.append((.service(service.title), cursor))
        }
        if let elements = root.elements {
            for element in elements where !reader.isFull { note(readEntry(element, &reader), element) }
        } else if let entries = root.entries {
            // BeeHive's older form: protocol -> class.
            for (name, cursor) in entries where !reader.isFull { note(readPair(name, cursor, &reader), cursor) }
        } else {
            reader.expected("an array of services, or a dictionary from protocol to class", at: root)
            unresolved.isMissingServices = true
        }
        merge(read, &reader)
    }

    private mutating func readPair(
        _ name: String,
        _ cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> ServiceDeclaration? {
        noteService(note(name, at: cursor, &reader), cursor, &reader)
        let service = findService(name, at: cursor, &reader)
        return declaration(service, implementedBy: cursor, at: cursor, &reader)
    }

    private mutating func readEntry(
        _ cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> ServiceDeclaration? {
        let keys = ["service", "impl", "name", "scope", "ranking", "module"]
        guard let entries = reader.dictionary(cursor, known: keys) else {
            unresolved.isMissingServices = true
            return nil
        }
        let service = reader.requiredString("service", entries, of: cursor).flatMap { readService($0.cursor, &reader) }
        let name = reader.string(entries["name"])
        noteService(note(entries["service"], &reader), entries["impl"], named: name, &reader)
        let scope = readScope(entries["scope"], &reader)
        let ranking = reader.integer(entries["ranking"])
        let module = reader.string(entries["module"])
        let implementation = reader.requiredString("impl", entries, of: cursor)?.cursor
        guard let implementation else {
            if let service { unresolved.services.insert(ObjectIdentifier(service)) }
            return nil
        }
        guard var declaration = declaration(service, implementedBy: implementation, at: cursor, &reader) else {
            return nil
        }
        declaration.name = name
        declaration.scope = scope
        declaration.ranking = ranking
        declaration.module = module
        return declaration
    }

    private func readScope(_ cursor: PropertyListCursor?, _ reader: inout PropertyListReader) -> ServiceScope? {
        guard let cursor, let name = reader.string(cursor) else { return nil }
        if let scope = ServiceScope(name: name) { return scope }
        let known = ServiceScope.all.map(\.description)
        let advice = nearestName(to: name, among: known).map { "Did you mean \"\($0)\"?" }
        let remedy = advice ?? "Write \(known.map(\.quoted).joined(separator: " or "))."
        reader.report(.invalidScope, at: cursor.origin, "There is no scope \(name.quoted(limit: 80)).", remedy: remedy)
        return nil
    }

    /// Checks that the class that a value names can serve under a type.
    private mutating func declaration(
        _ service: (any Any.Type)?,
        implementedBy value: PropertyListCursor,
        at cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> ServiceDeclaration? {
        let implementation = reader.string(value).flatMap { name in
            let found = reader.resolve(at: value) { () throws(TypeResolver.Failure) in
                try search.implementation(name, at: value.origin)
            }
            if let found { resolutions.note(name, .implementation, (found.type.type, found.source), at: value.origin) }
            return found?.type
        }
        guard let service else {
            unresolved.isMissingServices = true
            return nil
        }
        guard let implementation else {
            unresolved.services.insert(ObjectIdentifier(service))
            return nil
        }
        if let failure = search.resolver.failure(of: implementation.type, servingAs: service) {
            reader.report(failure.code, at: value.origin, failure.message, remedy: failure.remedy)
            unresolved.services.insert(ObjectIdentifier(service))
            return nil
        }
        return ServiceDeclaration(service, implementation: implementation, at: cursor.origin)
    }

    /// Adds what one file says to what earlier files say.
    private mutating func merge(_ read: [ServiceDeclaration], _ reader: inout PropertyListReader) {
        for (service, other) in services.merge(read) where !reader.isFull {
            let message = "\(service.title) is listed twice: here and at \(other)."
            let remedy = "Remove one of the entries, or give it a name of its own."
            reader.report(.duplicateService, at: service.origin, message, remedy: remedy)
        }
    }
}

extension ServiceDeclaration {
    /// The service as messages name it: its protocol with the Swift module, and its own name where it has one.
    var title: String { TypeTable.name(of: type) + (name.map { " \($0.quoted(limit: 80))" } ?? "") }
}
