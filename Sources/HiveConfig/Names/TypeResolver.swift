// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

/// Finds types by the names that property lists give: in the catalogue, in the link-time records, then in the running
/// program.
struct TypeResolver: Sendable {
    /// A type, and where it was found.
    typealias Found<Type> = (type: Type, source: NameResolution.Source)

    /// The types of one source.
    private typealias Types = [Kind: TypeTable]

    /// What types are for.
    private enum Kind {
        case modules, services, implementations

        /// An empty table of each kind.
        static let tables = [Kind.modules: TypeTable(), .services: TypeTable(), .implementations: TypeTable()]

        /// What a message calls such a type.
        var word: String { self == .services ? "protocol" : "class" }
        /// The kinds of types that a misspelt name is looked for among.
        var kinds: [String] {
            switch self {
            case .modules: ["C"]
            case .services: ["_p"]
            case .implementations: ["C", "V"]
            }
        }
    }

    /// Why a name leads to no type.
    struct Failure: Error {
        let code: HiveErrorCode
        let message: String
        let remedy: String
        /// Whether only the running program may have the type, where it was searched for in vain, or not at all.
        let isMissing: Bool

        init(_ code: HiveErrorCode, _ message: String, remedy: String, isMissing: Bool = false) {
            (self.code, self.message, self.remedy, self.isMissing) = (code, message, remedy, isMissing)
        }

        /// What a configuration says that has the name at a place.
        func problem(at origin: Origin) -> Problem { Problem(.error, code, at: origin, message, remedy: remedy) }
    }

    private var catalogue = Kind.tables
    private var records = Kind.tables
    /// What link-time records register.
    let linked: HiveRecords
    /// Modules that need not be asked whether they conform: that takes a search each.
    private var knownModules: [ObjectIdentifier: any HiveModule.Type] = [:]
    /// How the catalogue's implementations are made.
    private var knownImplementations: [ObjectIdentifier: ServiceFactory] = [:]
    /// The implementations that the compiler has seen to conform to a service, by its type.
    private var checked: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
    private let defaultModules: [String]
    /// Swift modules that other names begin with.
    var otherModules: @Sendable () -> [String] = { [] }
    /// What adds a type to the catalogue: a plugin writes out every name.
    private let cataloguing: String

    init(_ catalogue: HiveCatalogue, records: HiveRecords = HiveRecords(), defaultModules: [String]) {
        (self.defaultModules, linked) = (defaultModules, records)
        let isCompiled = !catalogue.names.modules.isEmpty || !catalogue.names.services.isEmpty
        cataloguing =
            isCompiled ? "build the program again if HiveConfigPlugin makes its catalogue" : "add it to the catalogue"
        for type in catalogue.modules { self.catalogue[.modules]?.add(type, alias: type.moduleName) }
        for module in records.modules { self.records[.modules]?.add(module.type, alias: module.type.moduleName) }
        for type in catalogue.modules + records.modules.map(\.type) { knownModules[ObjectIdentifier(type)] = type }
        for type in catalogue.services { self.catalogue[.services]?.add(type) }
        for implementation in catalogue.implementations {
            self.catalogue[.implementations]?.add(implementation.type)
            knownImplementations[ObjectIdentifier(implementation.type)] = implementation
        }
        for service in records.services {
            self.records[.services]?.add(service.type)
            self.records[.implementations]?.add(service.implementation.type)
            checked[ObjectIdentifier(service.type), default: []].insert(ObjectIdentifier(service.implementation.type))
        }
        for (name, type) in catalogue.names.modules { self.catalogue[.modules]?.define(name, as: type) }
        for (name, type) in catalogue.names.services { self.catalogue[.services]?.define(name, as: type) }
        for (name, implementation) in catalogue.names.implementations {
            self.catalogue[.implementations]?.define(name, as: implementation.type)
        }
    }

    /// What of the program may be searched for a name that catalogue and records do not have.
    enum Searches { case nothing, name, nearNames }

    /// Finds the class of a module.
    func module(_ name: String, searches: Searches = .nearNames) throws(Failure) -> Found<any HiveModule.Type> {
        let kinds: [Kind] = [.modules, .implementations, .services]
        let (type, source) = try find(name, of: kinds, searches: searches)
        if let module = knownModules[ObjectIdentifier(type)] ?? (type as? any HiveModule.Type) {
            return (module, source)
        }
        if isProtocol(type) {
            let message = "\(name) is a protocol, and a module is made from a class."
            throw Failure(.notAModule, message, remedy: "Name a class or actor that conforms to HiveModule.")
        }
        let remedy = "Name a class or actor that conforms to HiveModule, or let this one conform."
        throw Failure(.notAModule, "\(name) does not conform to HiveModule.", remedy: remedy)
    }

    /// Finds the type under which a service is looked up.
    func service(_ name: String, searches: Searches = .nearNames) throws(Failure) -> Found<any Any.Type> {
        try find(name, of: [.services, .implementations], protocolFirst: true, searches: searches)
    }

    /// Finds the class of a service.
    func implementation(_ name: String, searches: Searches = .nearNames) throws(Failure) -> Found<ServiceFactory> {
        let kinds: [Kind] = [.implementations, .modules, .services]
        let (type, source) = try find(name, of: kinds, searches: searches)
        if let known = knownImplementations[ObjectIdentifier(type)] { return (known, source) }
        if let type = type as? any ServiceImplementation.Type { return (ServiceFactory(type), source) }
        if isProtocol(type) {
            let message = "\(name) is a protocol, and Hive makes a service from a class."
            throw Failure(.doesNotConform, message, remedy: "Name a class that conforms to \(name).")
        }
        let remedy = """
            Let it conform, with init(_ services: ServiceResolver) throws. Or let HiveConfigPlugin read the file: \
            then an init() is enough. Or register the service in code.
            """
        throw Failure(.doesNotConform, "\(name) does not conform to ServiceImplementation.", remedy: remedy)
    }

    /// What keeps an implementation from serving under a type.
    func failure(of implementation: any Any.Type, servingAs service: any Any.Type) -> Failure? {
        if checked[ObjectIdentifier(service)]?.contains(ObjectIdentifier(implementation)) == true { return nil }
        let (class_, protocol_) = (TypeTable.name(of: implementation), TypeTable.name(of: service))
        switch conformance(of: implementation, to: service) {
        case true?: return nil
        case false?:
            let message = "\(class_) does not conform to \(protocol_)."
            return Failure(.doesNotConform, message, remedy: "Let the class conform, or name another one.")
        case nil:
            let message = "Whether \(class_) conforms to \(protocol_) cannot be seen while the program runs."
            let remedy =
                "Make the protocol internal or public and leave out constraints, or register the service in code."
            return Failure(.doesNotConform, message, remedy: remedy)
        }
    }
}

extension TypeResolver {
    private func find(
        _ name: String,
        of kinds: [Kind],
        protocolFirst: Bool = false,
        searches: Searches
    ) throws(Failure) -> Found<any Any.Type> {
        if let type = try known(name, of: kinds, in: catalogue) { return (type, .catalogue) }
        if let type = try known(name, of: kinds, in: records) { return (type, .record) }
        guard let runtimeName = TypeName(name) else { throw invalid(name) }
        guard searches != .nothing else {
            throw Failure(.unknownClass, "\(name) was not looked up.", remedy: "", isMissing: true)
        }
        if let type = runtimeName.find(protocolFirst: protocolFirst) { return (type, .runtime) }
        var found: [any Any.Type] = []
        for module in defaultModules {
            guard let type = TypeName("\(module).\(name)")?.find(protocolFirst: protocolFirst) else { continue }
            if !found.contains(where: { $0 == type }) { found.append(type) }
        }
        if found.count > 1 { throw ambiguous(name, found) }
        guard let type = found.first else { throw missing(name, runtimeName, kinds[0], searches) }
        return (type, .runtime)
    }

    /// The type that a name means in the tables of one source.
    private func known(_ name: String, of kinds: [Kind], in types: Types) throws(Failure) -> (any Any.Type)? {
        for kind in kinds {
            guard let meaning = types[kind]?.find(name) else { continue }
            guard meaning.others.isEmpty else { throw ambiguous(name, [meaning.type] + meaning.others) }
            return meaning.type
        }
        return nil
    }

    private func ambiguous(_ name: String, _ types: [any Any.Type]) -> Failure {
        let candidates = types.map(TypeTable.name(of:)).sorted().joined(separator: " or ")
        let message = "\(name.quoted(limit: 80)) may mean \(candidates)."
        return Failure(.unknownClass, message, remedy: "Write the name with its Swift module.")
    }

    private func invalid(_ name: String) -> Failure {
        let fault = TypeName.fault(of: name) { alias in
            """
            Add it in code, to the modules (or implementations) of a HiveCatalogue: [\(alias.quoted): \(name).self], and \
            write \(alias.quoted) here
            """
        }
        let otherwise = fault.remedy.ends(with: "underscores") ? ", or add the type to the catalogue" : ""
        return Failure(.unknownClass, fault.text + ".", remedy: fault.remedy + otherwise + ".")
    }

    private func missing(_ name: String, _ parts: TypeName, _ kind: Kind, _ searches: Searches) -> Failure {
        let last = parts.components.last.map { String($0) } ?? name
        let near =
            catalogue[kind]?.nearest(to: name, last: last)
            ?? records[kind]?.nearest(to: name, last: last)
            ?? (searches == .nearNames ? parts.nearest(in: nearbyModules(), kinds: kind.kinds) : nil)
        let isShort = parts.components.count == 1
        let places = (["the catalogue"] + (isShort ? defaultModules : ["the program"])).joined(separator: " or ")
        let message = "There is no \(kind.word) \(name) in \(places)."
        let spelling = near.map { "Did you mean \($0.quoted)? If not:" } ?? "Correct the spelling. If it is right:"
        let written = isShort && near == nil ? "write it with its Swift module (Module.\(name)), " : ""
        let remedy = """
            \(spelling) \(written)let the program depend on the target that declares \
            it, and make sure that it is not private; or \(cataloguing).
            """
        return Failure(.unknownClass, message, remedy: remedy, isMissing: true)
    }

    /// The Swift modules in which a class may be that was named wrongly: some of those in which others are.
    private func nearbyModules() -> [String] {
        var modules = otherModules()
        for table in [catalogue, records].flatMap(\.values) { modules += table.swiftModules }
        return defaultModules + Set(modules).subtracting(defaultModules).sorted().prefix(16)
    }
}
