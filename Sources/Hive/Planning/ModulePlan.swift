// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The modules of a start in boot order, or everything that is wrong with them: a pure function over declarations.
package struct ModulePlan {
    /// The enabled modules, in boot order.
    package private(set) var modules: [ModuleDescriptor] = []
    /// For each module, by its place in the boot order, when it may be initialized.
    package private(set) var schedule: [Slot] = []
    /// Which module depends on which, by their places in the boot order, in that order.
    package private(set) var links: [Link] = []
    /// The modules that do not take part.
    package private(set) var disabled: [ModuleDescriptor] = []
    /// Everything wrong or doubtful.
    package private(set) var problems: [Problem]

    /// Plans a start.
    ///
    /// - Parameters:
    ///   - descriptors: The modules, in the order in which they were registered.
    ///   - services: The services that property lists name.
    ///   - hiveServices: The services that were registered on the hive.
    ///   - known: Problems that were found before.
    ///   - only: What the hive was told to run only.
    ///   - variablePrefix: With what environment variables begin, of which one can set an option that is missing.
    init(
        _ descriptors: [ModuleDescriptor],
        services: [ServiceDeclaration],
        hiveServices: Set<ObjectIdentifier>,
        known: [Problem] = [],
        only: [ModuleDependency] = [],
        variablePrefix: String? = nil
    ) {
        problems = known
        let enabled = descriptors.filter(\.isEnabled)
        disabled = descriptors.filter { !$0.isEnabled }
        checkNames(descriptors)

        let index = Index(enabled: enabled, disabled: disabled, hiveServices: hiveServices)
        checkServices(services, index)
        for dependency in only { checkChoice(dependency, index) }
        for descriptor in enabled { checkOptions(descriptor, variablePrefix) }
        for descriptor in enabled where !descriptor.timeoutProblems.isEmpty { problems += descriptor.timeoutProblems }

        let nodes = enabled.enumerated().map { position, descriptor in
            BootOrder.Node(
                level: descriptor.level.rawValue,
                priority: descriptor.priority,
                index: position,
                dependencies: edges(of: descriptor, at: position, index)
            )
        }
        let result = BootOrder.resolve(nodes)
        modules = result.order.map { enabled[$0] }
        var places = [Int](repeating: 0, count: enabled.count)
        for (place, position) in result.order.enumerated() { places[position] = place }
        schedule = result.order.map { position in
            Slot(level: result.levels[position], dependencies: nodes[position].dependencies.map { places[$0.target] })
        }
        links = links.map { link in
            var link = link
            (link.module, link.target) = (places[link.module], places[link.target])
            return link
        }
        links.sort { ($0.module, $0.target) < ($1.module, $1.target) }
        for cycle in result.cycles { report(cycle, enabled) }
        if result.furtherCycles > 0 {
            let text = "\(result.furtherCycles) further dependencies close circles as well."
            let remedy = "Mend those that are shown first."
            problems.append(Problem(.error, .dependencyCycle, at: nil, text, remedy: remedy))
        }
        for (node, edge) in result.contradictions { reportContradiction(enabled[node], enabled[edge.target], edge) }
    }

    /// A dependency that is met.
    package struct Link {
        package fileprivate(set) var module: Int
        package fileprivate(set) var target: Int
        package let dependency: ModuleDependency
        package let origin: Origin
    }

    /// When a module may be initialized.
    package struct Slot {
        /// The level that it belongs to: its own, or a lower one of a module that depends on it.
        package let level: Int
        /// The places in the boot order of what has to be initialized before.
        package let dependencies: [Int]
    }

    /// Where modules, names and services are found.
    private final class Index {
        private let enabled: [ModuleDescriptor]
        private let disabled: [ModuleDescriptor]
        var providers: [ObjectIdentifier: [Int]]
        var hiveServices: Set<ObjectIdentifier>
        /// The types of services that modules and property lists provide.
        var services: [any Any.Type]
        var disabledProviders: [ObjectIdentifier: ModuleDescriptor] = [:]

        init(enabled: [ModuleDescriptor], disabled: [ModuleDescriptor], hiveServices: Set<ObjectIdentifier>) {
            self.enabled = enabled
            self.disabled = disabled
            self.hiveServices = hiveServices
            var providers: [ObjectIdentifier: [Int]] = [:]
            var services: [any Any.Type] = []
            for (position, descriptor) in enabled.enumerated() {
                for type in descriptor.provides {
                    providers[ObjectIdentifier(type), default: []].append(position)
                    services.append(type)
                }
            }
            self.providers = providers
            self.services = services
            for descriptor in disabled {
                for type in descriptor.provides { disabledProviders[ObjectIdentifier(type)] = descriptor }
            }
        }

        // Most modules are never asked for, and names cost more to make than all the rest.

        /// The enabled modules, by their types.
        private(set) lazy var byType: [ObjectIdentifier: Int] = {
            var positions = [ObjectIdentifier: Int](minimumCapacity: enabled.count)
            for (position, descriptor) in enabled.enumerated() { positions[descriptor.id] = position }
            return positions
        }()

        /// The enabled modules, by their names and by the qualified names of their types.
        private(set) lazy var byName: [String: Int] = {
            var positions: [String: Int] = [:]
            for (position, descriptor) in enabled.enumerated() {
                positions[descriptor.name] = positions[descriptor.name] ?? position
                positions[_typeName(descriptor.type)] = position
            }
            return positions
        }()

        /// The names that may have been meant, of modules that are left out too.
        private(set) lazy var knownNames =
            (byName.keys + disabled.filter(\.isLeftOut).flatMap { [$0.name, _typeName($0.type)] }).sorted()
        private(set) lazy var protocolForms = ProtocolForms(services)
        private(set) lazy var disabledTypes = Dictionary(disabled.map { ($0.id, $0) }) { first, _ in first }
        private(set) lazy var disabledNames = Dictionary(
            disabled.flatMap { [($0.name, $0), (_typeName($0.type), $0)] }
        ) { first, _ in first }
    }
}

// MARK: - Checks

extension ModulePlan {
    private mutating func checkNames(_ descriptors: [ModuleDescriptor]) {
        var first: [String: ModuleDescriptor] = [:]
        first.reserveCapacity(descriptors.count)
        for descriptor in descriptors {
            guard let other = first.updateValue(descriptor, forKey: descriptor.name) else { continue }
            first[descriptor.name] = other
            let text = """
                \(_typeName(descriptor.type)) has the module name \(descriptor.name), and so has \
                \(_typeName(other.type)), declared at \(other.origin).
                """
            let remedy = "Give one of them a moduleName of its own."
            problems.append(Problem(.error, .duplicateModuleName, at: descriptor.origin, text, remedy: remedy))
        }
    }

    private mutating func checkServices(_ services: [ServiceDeclaration], _ index: Index) {
        var first: [ServiceKey: ServiceDeclaration] = [:]
        index.services += services.map(\.type)
        for service in services {
            if let problem = service.problem { problems.append(problem) }
            if let other = first[service.key], other.origin.isSameSource(as: service.origin) {
                let text = "\(service.key) is registered here and at \(other.origin)."
                let remedy = "Remove one of the entries, or give it a name."
                problems.append(Problem(.error, .duplicateService, at: service.origin, text, remedy: remedy))
            } else {
                first[service.key] = service
            }
            guard let module = service.module else {
                index.hiveServices.insert(service.key.id)
                continue
            }
            if let position = index.byName[module] {
                let providers = index.providers[service.key.id] ?? []
                if !providers.contains(position) { index.providers[service.key.id] = providers + [position] }
            } else if let disabled = index.disabledNames[module] {
                index.disabledProviders[service.key.id] = disabled
                // That is what leaving the module out means.
                if disabled.isLeftOut { continue }
                let owner = "\(service.key) belongs to \(module), which \(disabled.isDisabledBy)"
                let text = "\(owner): it will not be registered."
                problems.append(Problem(.warning, .disabledDependency, at: service.origin, text))
            } else {
                let near = nearestName(to: module, among: index.knownNames)
                let remedy =
                    near.map { "Did you mean \($0.quoted)?" }
                    ?? "Correct the name, list or register the module, or link the target that contains it."
                let text = "The key \"module\" of \(service.key) names the unknown module \(module.quoted(limit: 80))."
                problems.append(Problem(.error, .unknownDependency, at: service.origin, text, remedy: remedy))
            }
        }
    }

    private mutating func checkOptions(_ descriptor: ModuleDescriptor, _ variablePrefix: String?) {
        let found = descriptor.optionSources.problems
        if !found.isEmpty { problems += found }
        guard let type = descriptor.type.optionsType else {
            if descriptor.options == .dictionary([:]) { return }
            let text = "Nobody checks the options of \(descriptor.name) before the start: it states no optionsType."
            let place = descriptor.originOfOption(ConfigurationKeyPath())
            let remedy = """
                State it, with its type: static let optionsType: (any (Decodable & Sendable).Type)? = Options.self
                """
            problems.append(Problem(.warning, .invalidValue, at: place, text, remedy: remedy))
            return
        }
        problems += descriptor.optionProblems(type, variablePrefix)
    }

    private mutating func edges(of module: ModuleDescriptor, at position: Int, _ index: Index) -> [BootOrder.Edge] {
        var edges: [BootOrder.Edge] = []
        for (dependency, origin) in module.dependencies {
            switch find(dependency, index) {
            case .found(let targets):
                if targets.contains(position), targets.count == 1 {
                    let text = "\(module.name) depends on itself (\(dependency))."
                    let remedy = "Remove the dependency."
                    problems.append(Problem(.error, .selfDependency, at: origin, text, remedy: remedy))
                }
                for target in targets where target != position {
                    edges.append(BootOrder.Edge(target: target, origin: origin))
                    links.append(Link(module: position, target: target, dependency: dependency, origin: origin))
                }
            case .nothingToWaitFor:
                break
            case .missing(let code, let text, let remedy):
                if dependency.isOptional { continue }
                let message = "\(module.name) depends on \(text)"
                problems.append(Problem(.error, code, at: origin, message, remedy: remedy))
            }
        }
        return edges
    }

    /// Checks that there is what the hive was told to run only (C56).
    private mutating func checkChoice(_ dependency: ModuleDependency, _ index: Index) {
        guard !dependency.isOptional else { return }
        let found = find(dependency, index, otherwise: "take it out of the list")
        guard case .missing(let code, let text, let remedy) = found else { return }
        let message = "\(ModulePart.source) names \(text)"
        let own = code == .unknownDependency ? .unknownModule : code
        problems.append(Problem(.error, own, at: nil, message, remedy: remedy))
    }

    private enum Found {
        case found([Int])
        case nothingToWaitFor
        case missing(HiveError.Code, String, remedy: String)
    }

    private func find(
        _ dependency: ModuleDependency,
        _ index: Index,
        otherwise way: String = "make the dependency optional"
    ) -> Found {
        func missing(_ disabled: ModuleDescriptor, _ text: String) -> Found {
            let enable = disabled.disabler.map { "Take it out of \($0)" } ?? "Let it take part there"
            let message = "\(text) \(disabled.isDisabledBy)."
            return .missing(.disabledDependency, message, remedy: "\(enable), or \(way).")
        }
        switch dependency.target {
        case .module(let id, let name):
            if let position = index.byType[id] { return .found([position]) }
            if let disabled = index.disabledTypes[id] { return missing(disabled, "\(name), which") }
            let remedy = "Register it, or \(way)."
            return .missing(.unknownDependency, "\(name), which is not registered.", remedy: remedy)
        case .named(let name):
            if let position = index.byName[name] { return .found([position]) }
            if let disabled = index.disabledNames[name] { return missing(disabled, "\(name), which") }
            let near = nearestName(to: name, among: index.knownNames)
            let remedy =
                near.map { "Did you mean \($0.quoted)?" }
                ?? "Correct the name, list or register that module, link the target that contains it, or \(way)."
            return .missing(.unknownDependency, "the unknown module \(name.quoted(limit: 80)).", remedy: remedy)
        case .service(let key):
            if let positions = index.providers[key.id] { return .found(positions) }
            if index.hiveServices.contains(key.id) { return .nothingToWaitFor }
            if let disabled = index.disabledProviders[key.id] {
                return missing(disabled, "the service \(key), which only \(disabled.name) provides, and that")
            }
            let remedy =
                index.protocolForms.advice(on: key.type)
                    ?? """
                    Register the module that provides it, and state there, with its type: static let provides: \
                    [any Any.Type] = […]; or list the service in services.plist.
                    """
            return .missing(.unprovidedService, "the service \(key), which nobody provides.", remedy: remedy)
        }
    }

    private mutating func report(_ cycle: [(node: Int, edge: BootOrder.Edge)], _ modules: [ModuleDescriptor]) {
        var text = cycle.first.map { modules[$0.node].name } ?? ""
        for (_, edge) in cycle { text += " -> \(modules[edge.target].name) [\(edge.origin)]" }
        let message = "Modules depend on each other in a circle: \(text)."
        let remedy = "Remove one of these dependencies. If all it needs is a service, look that up when it is used."
        problems.append(Problem(.error, .dependencyCycle, at: cycle.first?.edge.origin, message, remedy: remedy))
    }

    private mutating func reportContradiction(
        _ module: ModuleDescriptor,
        _ dependency: ModuleDescriptor,
        _ edge: BootOrder.Edge
    ) {
        let text = """
            \(module.name) (level \(module.level), priority \(module.priority)) depends on \(dependency.name) \
            (level \(dependency.level), priority \(dependency.priority)), which comes up first all the same.
            """
        let remedy = "Give \(dependency.name) a lower level or a higher priority."
        problems.append(Problem(.warning, .orderContradiction, at: edge.origin, text, remedy: remedy))
    }
}

extension ModuleDescriptor {
    /// What is wrong with the options, each problem at its own place.
    func optionProblems(_ type: any (Decodable & Sendable).Type, _ variablePrefix: String? = nil) -> [Problem] {
        do {
            _ = try ConfigurationDecoder().decode(type, from: options)
            return []
        } catch let error as ConfigurationDecodingError {
            return error.problems.map { problem in
                let end = problem.message.ends(with: "?") ? "" : "."
                let text = problem.text(about: "Option \(problem.path) of \(name)") + end
                let stem = variablePrefix.map { optionsTarget.stem($0).onOneLine }
                let remedy = problem.remedy(inOptions: type, variablesBeginWith: stem)
                return Problem(.error, .invalidValue, at: originOfOption(problem.path), text, remedy: remedy)
            }
        } catch {
            return [Problem(.error, .invalidValue, at: origin, "The options of \(name): \(error)")]
        }
    }
}

extension ConfigurationDecodingError.Problem {
    /// What to do about it where the type is that of a module's options: many expect that a property's initial value
    /// counts where the file has none.
    fileprivate func remedy(inOptions type: any (Decodable & Sendable).Type, variablesBeginWith stem: String?) -> String
    {
        guard isOmitted else { return remedy }
        var ways = ["Add it"]
        let isInArray = path.components.contains { if case .index = $0 { true } else { false } }
        if let stem, !isInArray { ways.append("set \(stem)\("\(path)".asVariable)") }
        if path.components.count == 1, !(type is any ModuleOptions.Type) {
            ways.append("give it a default in \(type), which has to conform to ModuleOptions then")
        }
        return ways.count == 1 ? remedy : ways.dropLast().joined(separator: ", ") + ", or \(ways[ways.count - 1])."
    }
}
