// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// Turns what property lists state into modules and services: finds what the names in them lead to, and checks it.
struct ConfigurationResolver {
    /// What a part of a file is about.
    enum Subject {
        case application
        case module(any HiveModule.Type)
        /// A service, by its type, and its own name where it has one.
        case service(any Any.Type, name: String?)
    }

    /// What was found of the modules and services, file by file.
    private(set) var modules: [ModuleDeclaration] = []
    /// For each module what the property list calls its class.
    private(set) var classNames: [String] = []
    private(set) var services: [ServiceDeclaration] = []
    /// Where each part of the configuration was read, file by file.
    private(set) var sources: [(subject: Subject, cursor: PropertyListCursor)] = []
    private(set) var unresolved = Unresolved()
    private(set) var search: NameSearch
    /// What is wrong in the file at hand.
    private var problems: [Problem] = []

    init(_ resolver: TypeResolver) {
        search = NameSearch(resolver)
    }

    /// Takes in everything that property lists state.
    ///
    /// - Returns: Everything wrong with them, in the order of the files.
    mutating func resolve(_ stated: StatedConfiguration) -> [Problem] {
        var stated = stated
        search.resolver.otherModules = { [stated] in stated.swiftModules }
        let found = stated.problems { file in
            problems = []
            resolve(file)
            return problems
        }
        unresolved.missing.formUnion(stated.missing)
        return found
    }

    private mutating func resolve(_ file: StatedFile) {
        if let application = file.application { sources.append((.application, application.cursor)) }
        var first: [ObjectIdentifier: StatedName] = [:]
        for module in file.modules where !file.isFull(with: problems) {
            guard let declaration = declaration(of: module), let name = module.className else { continue }
            if let other = first.updateValue(name, forKey: ObjectIdentifier(declaration.type)) {
                first[ObjectIdentifier(declaration.type)] = other
                let message = "\(TypeTable.name(of: declaration.type)) is listed twice: here and at \(other.origin)."
                let remedy = "Remove one of the entries."
                problems.append(Problem(.error, .duplicateModule, at: name.origin, message, remedy: remedy))
                continue
            }
            sources.append((.module(declaration.type), module.cursor))
            modules.append(declaration)
            classNames.append(name.text)
        }
        var read: [ServiceDeclaration] = []
        for service in file.services where !file.isFull(with: problems) {
            guard let declaration = declaration(of: service) else { continue }
            read.append(declaration)
            sources.append((.service(declaration.type, name: declaration.name), service.cursor))
        }
        let (merged, repeated) = read.merged()
        services += merged
        for (service, other) in repeated where !file.isFull(with: problems) {
            problems.append(Problem(listedAgain: service, at: other))
        }
    }
}

// MARK: - Names

extension ConfigurationResolver {
    private mutating func declaration(of module: StatedModule) -> ModuleDeclaration? {
        let type = search.module(module.className, &problems)
        if type == nil { unresolved.note(module: module.className?.text) }
        // Names are looked up without a class too, so that all that is wrong is found.
        let needs = module.needs?.compactMap { stated in dependency(stated).map { ($0, stated.origin) } }
        guard let type else { return nil }
        var statements = ModuleStatements()
        statements.level = module.level.map { ModuleLevel(integerLiteral: $0) }
        statements.priority = module.priority
        statements.needs = needs
        statements.startTimeout = module.startTimeout
        statements.stopTimeout = module.stopTimeout
        statements.drainTimeout = module.drainTimeout
        statements.initializesConcurrently = module.initializesConcurrently
        statements.onFailure = module.onFailure.flatMap { FailurePolicy($0) }
        statements.isEnabled = module.isEnabled
        statements.environments = module.environments
        statements.options = module.options?.value
        if let options = module.options { statements.originOfOption = { options.origin(of: $0) } }
        statements.originOfKey = { module.origin(of: $0) }
        return ModuleDeclaration(type, at: module.cursor.origin, stating: statements)
    }

    private mutating func dependency(_ stated: StatedDependency) -> ModuleDependency? {
        switch stated.target {
        case .module(let name): .named(name, optional: stated.isOptional)
        case .service(let name): search.service(name, &problems).map { .service($0, optional: stated.isOptional) }
        }
    }

    private mutating func declaration(of stated: StatedService) -> ServiceDeclaration? {
        let service = search.service(stated.service, &problems)
        let implementation = search.implementation(stated.implementation, &problems)
        guard let service else {
            unresolved.missing.insert(.services)
            return nil
        }
        guard let implementation, let name = stated.implementation else {
            unresolved.services.insert(ObjectIdentifier(service))
            return nil
        }
        if let failure = search.resolver.failure(of: implementation.type, servingAs: service) {
            problems.append(failure.problem(at: name.origin))
            unresolved.services.insert(ObjectIdentifier(service))
            return nil
        }
        var declaration = ServiceDeclaration(service, implementation: implementation, at: stated.cursor.origin)
        declaration.name = stated.name
        declaration.scope = stated.scope.flatMap { ServiceScope(rawValue: $0) }
        declaration.ranking = stated.ranking
        declaration.module = stated.module
        return declaration
    }
}

extension Problem {
    /// A service that one file lists twice, or that is in a file which is read twice.
    init(listedAgain service: ServiceDeclaration, at other: Origin) {
        let title = TypeTable.title(ofService: service.type, named: service.name)
        let remedy = "Remove one of the entries, or give it a name of its own."
        let text = "\(title) is listed twice: here and at \(other)."
        self.init(.error, .duplicateService, at: service.origin, text, remedy: remedy)
    }
}

extension TypeTable {
    /// A service as messages name it: its protocol with the Swift module, and its own name where it has one.
    static func title(ofService type: any Any.Type, named name: String?) -> String {
        self.name(of: type) + (name.map { " \($0.quoted(limit: 80))" } ?? "")
    }
}
