// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

package import HiveBase

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
            guard let name = TypeName(text) else { return nil }
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
        func add(_ name: Name, named: String?, _ code: HiveErrorCode, _ remedy: String) {
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

extension NamedTypes {
    /// Collects the names in what a property list states, and returns what is wrong with those that are none.
    mutating func collect(from file: StatedFile) -> [Problem] {
        var problems: [Problem] = []
        func name(_ stated: StatedName?) -> Name? {
            guard let stated else { return nil }
            if let name = Name(stated.text, at: stated.origin) { return name }
            let fault = TypeName.fault(of: stated.text) { name in
                """
                Declare typealias \(name) = \(stated.text) beside the class, with the same access level, and write \
                \(name.quoted)
                """
            }
            let remedy = fault.remedy + "."
            problems.append(Problem(.error, .unknownClass, at: stated.origin, fault.text + ".", remedy: remedy))
            return nil
        }
        for module in file.modules where !file.isFull(with: problems) {
            if let name = name(module.className) { modules.append(name) }
            for dependency in module.needs ?? [] {
                guard case .service(let service) = dependency.target, let name = name(service) else { continue }
                dependencies.append(name)
            }
        }
        for service in file.services where !file.isFull(with: problems) {
            let (type, implementation) = (name(service.service), name(service.implementation))
            guard let type else { continue }
            if let implementation, implementation.text == type.text {
                let message = "\(type.text) is the protocol, and Hive makes a service from a class."
                let remedy = "Name a class that conforms to \(type.text)."
                problems.append(Problem(.error, .doesNotConform, at: implementation.origin, message, remedy: remedy))
                continue
            }
            services.append(Service(type: type, implementation: implementation, name: service.name))
        }
        return problems
    }
}
