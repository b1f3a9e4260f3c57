// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

@testable import HiveConfig
@testable import HivePropertyList

/// What holds for every file that is read as `modules.plist` and as `services.plist` (C42, C43, C45).
struct ConfigurationInvariants {
    /// The types of these tests, some in the catalogue and the rest for the runtime to find.
    static let catalogue = HiveCatalogue(
        modules: [ShopModule.self, CartModule.self, Twins.TwinModule.self, OtherTwins.TwinModule.self],
        services: [(any PriceService).self, (any StockService).self],
        implementations: [MemoryPrices.self, OtherPrices.self, OwnPrices.self]
    )

    private let path: String
    /// The file on its own, or nil if it can't be read.
    private let document: PropertyListDocument?

    private init(_ path: String) throws {
        self.path = path
        do {
            document = try PropertyListDocument.read(contentsOf: path)
        } catch {
            document = nil
        }
    }

    static func check(fileAt path: String) throws {
        let invariants = try ConfigurationInvariants(path)
        let modules = read(modules: [path])
        try invariants.checkModules(modules)
        try invariants.checkEverything(of: modules)
        let services = read(services: [path])
        try invariants.checkServices(services)
        try invariants.checkEverything(of: services)
    }

    static func read(modules: [String] = [], services: [String] = []) -> HiveConfiguration {
        HiveConfiguration(
            modules: modules,
            services: services,
            catalogue: catalogue,
            defaultModules: ["HiveConfigTests"]
        )
    }

    private func checkEverything(of read: HiveConfiguration) throws {
        try require(document != nil || !read.problems.errors.isEmpty, "a file that can't be read gives no error")
        try require(read.problems.count <= 2 * PropertyListLimits.problemCount, "\(read.problems.count) problems")
        for problem in read.problems { try checkProblem(problem) }
        try checkHive(read)
    }

    private func checkProblem(_ problem: Problem) throws {
        try checkMessage(problem.message)
        if let remedy = problem.remedy { try checkMessage(remedy) }
        guard let origin = problem.origin else { throw BrokenInvariant("no place: \(problem)") }
        try require(origin.source == .propertyList && origin.file == path, "another place: \(problem)")
        guard let document else { return }
        guard let keyPath = origin.keyPath else { throw BrokenInvariant("no key path: \(problem)") }
        // What is about a key stands where the key does.
        let node = document.nodes[document.index(nearest: keyPath)]
        let lines = [node.offset, node.keyOffset].map { document.lines?.line(at: Int($0)) }
        try require(lines.contains(origin.line), "another line: \(problem)")
    }

    /// Checks that a hive is made from a configuration if and only if it has no errors.
    private func checkHive(_ read: HiveConfiguration) throws {
        do {
            let hive = try Hive(read)
            try require(read.problems.errors.isEmpty, "a hive in spite of \(read.problems.errors)")
            for problem in hive.verify() { try checkMessage(problem.message) }
            let enabled = Set(hive.modules.descriptors.map { ObjectIdentifier($0.type) })
            try require(enabled == Set(read.modules.map { ObjectIdentifier($0.type) }), "other modules than declared")
        } catch let error as HiveError {
            try require(error.code == .invalidConfiguration, "another error: \(error)")
            try require(!read.problems.errors.isEmpty, "no hive without a reason: \(error)")
            try require(Set(error.problems).isSuperset(of: read.problems), "the error leaves problems out: \(error)")
            let lines = error.problems.compactMap { $0.origin?.file == path ? $0.origin?.line : nil }
            try require(lines == lines.sorted(), "problems out of order: \(lines)")
        }
    }
}

// Nothing is lost: what a file lists is declared or complained about.
extension ConfigurationInvariants {
    private func checkModules(_ read: HiveConfiguration) throws {
        try require(read.services.isEmpty, "services from a file of modules")
        let types = Set(read.modules.map { ObjectIdentifier($0.type) })
        try require(types.count == read.modules.count, "a module is declared twice")
        guard let document, case .dictionary(let root) = document.root,
            case .array(let entries)? = root["moduleClasses"]
        else {
            try require(read.modules.isEmpty, "modules out of nowhere")
            return
        }
        let list = ConfigurationKeyPath().appending(key: "moduleClasses")
        let origins = read.modules.map(\.origin)
        for index in entries.indices { try checkHandled(list.appending(index: index), read, origins) }
        for module in read.modules {
            guard
                case .dictionary(let entry)? = module.origin.keyPath.flatMap({ document.root.value(at: $0.components) })
            else { throw BrokenInvariant("a module that is no entry: \(module.origin)") }
            try checkModule(module, entry)
        }
    }

    private func checkModule(_ module: ModuleDeclaration, _ entry: [String: ConfigurationValue]) throws {
        guard case .string? = entry["moduleClass"] else { throw BrokenInvariant("a module without a class") }
        if case .integer(let priority)? = entry["modulePriority"] {
            try require(module.priority == priority, "\(priority) is read as \(module.priority as Any)")
        }
        if case .boolean(let flag)? = entry["enabled"] {
            try require(module.isEnabled == flag, "\(flag) is read as \(module.isEnabled as Any)")
        }
        if case .dictionary? = entry["options"] {
            try require(module.options == entry["options"], "options \(module.options as Any)")
        }
        for timeout in [module.startTimeout, module.stopTimeout] {
            try require(timeout.map { $0 > .zero } ?? true, "a timeout of \(timeout as Any)")
        }
    }

    private func checkServices(_ read: HiveConfiguration) throws {
        try require(read.modules.isEmpty, "modules from a file of services")
        let keys = Set(read.services.map { "\(ObjectIdentifier($0.type)) \($0.name ?? "") \($0.name == nil)" })
        try require(keys.count == read.services.count, "a service is declared twice")
        for service in read.services {
            let conforms = conformance(of: service.implementation.type, to: service.type)
            try require(conforms == true, "\(service.implementation) serves under \(service.type)")
        }
        let root = ConfigurationKeyPath()
        let origins = read.services.map(\.origin)
        switch document?.root {
        case .array(let entries)?:
            for index in entries.indices { try checkHandled(root.appending(index: index), read, origins) }
        case .dictionary(let entries)?:
            for key in entries.keys { try checkHandled(root.appending(key: key), read, origins) }
        default:
            try require(read.services.isEmpty, "services out of nowhere")
        }
    }

    /// Checks that an entry is declared or has an error, unless so much is wrong that the file was not read to its end.
    private func checkHandled(
        _ entry: ConfigurationKeyPath,
        _ read: HiveConfiguration,
        _ origins: [Origin]
    ) throws {
        if origins.contains(where: { $0.keyPath == entry }) { return }
        let hasError = read.problems.errors.contains { problem in
            // A file of the other form is refused as a whole.
            if problem.message.hasPrefix("The file has the form of ") { return true }
            return problem.origin?.keyPath.map { $0.components.starts(with: entry.components) } ?? false
        }
        let isCutShort = read.problems.errors.count > PropertyListLimits.problemCount
        try require(hasError || isCutShort, "\(entry) is neither declared nor complained about")
    }
}
