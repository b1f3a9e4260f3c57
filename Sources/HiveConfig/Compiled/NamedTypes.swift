// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import Hive
import HivePropertyList

/// The types that property lists name, as they are written there, for a compiler to check.
///
/// Reading for names checks everything about the files except what the names lead to: no type is looked up.
package struct NamedTypes: Sendable {
    /// A name that is safe to write into Swift source: one to five plain identifiers.
    package struct Name: Sendable {
        /// The name as the property list writes it.
        package let text: String
        /// The name's parts, each an identifier of ASCII letters, digits and underscores.
        package let components: [String]
        /// Where the name is written.
        package let origin: Origin

        init?(_ text: String, at origin: Origin) {
            guard let name = RuntimeTypeName(text) else { return nil }
            self.text = text
            self.components = name.components.map { String($0) }
            self.origin = origin
        }
    }

    /// An entry of services.plist.
    package struct Service: Sendable {
        /// The type under which the service is looked up.
        package let type: Name
        /// The class that Hive makes it from; nil where that is wrong or missing, which has been reported.
        package let implementation: Name?
        /// The service's own name.
        package let name: String?
    }

    /// The classes of modules, in the order of the files.
    package internal(set) var modules: [Name] = []
    /// The services, in the order of the files.
    package internal(set) var services: [Service] = []
    /// The services that modules depend on.
    package internal(set) var dependencies: [Name] = []
}

extension NamedTypes {
    private struct Key: Hashable {
        let file: FileName
        let type: String
        let name: String?
    }

    /// The entries that one file lists twice in the same spelling; those in several spellings the compiler finds.
    var duplicates: [Problem] {
        var problems: [Problem] = []
        var first: [Key: Origin] = [:]
        func add(_ name: Name, named: String?, _ code: HiveError.Code, _ remedy: String) {
            let key = Key(file: FileName(name.origin.file), type: name.text, name: named)
            guard let other = first[key] else {
                first[key] = name.origin
                return
            }
            let title = name.text + (named.map { " \($0.quoted(limit: 80))" } ?? "")
            let message = "\(title) is listed twice: here and at \(other)."
            problems.append(Problem(.error, code, at: name.origin, message, remedy: remedy))
        }
        for module in modules { add(module, named: nil, .duplicateModule, "Remove one of the entries.") }
        first = [:]
        for service in services {
            let remedy = "Remove one of the entries, or give it a name of its own."
            add(service.type, named: service.name, .duplicateService, remedy)
        }
        return problems
    }
}

extension ConfigurationLoader {
    /// Keeps a name for the compiler, or reports one that is none; nil where names are looked up.
    func note(
        _ text: String,
        at cursor: PropertyListCursor,
        _ reader: inout PropertyListReader
    ) -> NamedTypes.Name? {
        guard names != nil else { return nil }
        if let name = NamedTypes.Name(text, at: cursor.origin) { return name }
        let message = "\(text.quoted(limit: 80)) \(TypeResolver.fault(ofName: text))."
        let remedy = "Write Module.Type in ASCII letters, digits and underscores."
        reader.report(.unknownClass, at: cursor.origin, message, remedy: remedy)
        return nil
    }

    /// Keeps the name that a value holds; one that holds none has been reported.
    func note(_ cursor: PropertyListCursor?, _ reader: inout PropertyListReader) -> NamedTypes.Name? {
        guard names != nil, let cursor, case .string(let text) = cursor.value, !text.isEmpty else { return nil }
        return note(text, at: cursor, &reader)
    }

    /// Keeps the names of a service.
    mutating func noteService(
        _ type: NamedTypes.Name?,
        _ implementation: PropertyListCursor?,
        named name: String? = nil,
        _ reader: inout PropertyListReader
    ) {
        let implementation = note(implementation, &reader)
        guard let type else { return }
        names?.services.append(NamedTypes.Service(type: type, implementation: implementation, name: name))
    }
}
