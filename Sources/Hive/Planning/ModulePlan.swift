// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The modules of a start in boot order, or everything that is wrong with them: a pure function over declarations.
package struct ModulePlan {
    /// The enabled modules, in boot order.
    package private(set) var modules: [ModuleDescriptor] = []
    /// For each module, by its place in the boot order, when it may be initialized.
    package private(set) var schedule: [Slot] = []
    /// Whose turn it was when each module was placed, by their places in the boot order (C11).
    ///
    /// A module that is placed when its own turn comes, by level, priority and order of registration, has its own place
    /// here. One that is placed before has that of the module that needs it.
    package private(set) var turns: [Int] = []
    /// Which module depends on which, by their places in the boot order, in that order.
    package private(set) var links: [Link] = []
    /// The modules that do not take part.
    package private(set) var disabled: [ModuleDescriptor] = []
    /// Everything wrong or doubtful.
    package internal(set) var problems: [Problem]

    /// Plans a start.
    ///
    /// - Parameters:
    ///   - descriptors: The modules, in the order in which they were registered.
    ///   - services: The services that property lists name.
    ///   - hiveServices: The services that were registered on the hive.
    ///   - known: Problems that were found before.
    ///   - only: What the hive was told to run only.
    ///   - checked: The modules whose options and timeouts are looked at; nil for all. With none, nor are policies.
    ///   - variablePrefix: With what environment variables begin, of which one can set an option that is missing.
    ///   - policy: What happens when a module fails that does not say so.
    init(
        _ descriptors: [ModuleDescriptor],
        services: [ServiceDeclaration],
        hiveServices: Set<ObjectIdentifier>,
        known: [Problem] = [],
        only: [ModuleDependency] = [],
        checking checked: Set<ObjectIdentifier>? = nil,
        variablePrefix: String? = nil,
        policy: FailurePolicy = .stop
    ) {
        problems = known
        let enabled = descriptors.filter(\.isEnabled)
        disabled = descriptors.filter { !$0.isEnabled }
        checkNames(descriptors)

        // Of modules with one name those are found that take part.
        let index = ModuleIndex(enabled + disabled, services: services)
        let hiveServices = hiveServices.union(services.filter { $0.module == nil }.map(\.key.id))
        checkServices(services, index)
        for dependency in only { checkChoice(dependency, index, hiveServices) }
        let unchecked = enabled.filter { checked?.contains($0.id) ?? true }
        for descriptor in unchecked { checkOptions(descriptor, variablePrefix) }
        for descriptor in unchecked { problems += descriptor.manifestProblems }

        let needs = enabled.enumerated().map { findNeeds(of: $1, at: $0, index, hiveServices) }
        let result = BootOrder.resolve(
            zip(enabled, needs).map { module, needs in
                let targets = needs.map(\.target)
                return BootOrder.Node(level: module.level.rawValue, priority: module.priority, dependencies: targets)
            }
        )
        modules = result.order.map { enabled[$0] }
        var places = [Int](repeating: 0, count: enabled.count)
        for (place, position) in result.order.enumerated() { places[position] = place }
        schedule = result.order.map { position in
            Slot(level: result.levels[position], dependencies: needs[position].map { places[$0.target] })
        }
        turns = result.turns.map { places[$0] }
        links = result.order.enumerated().flatMap { place, position in
            let links = needs[position].map { need in
                Link(module: place, target: places[need.target], dependency: need.dependency, origin: need.origin)
            }
            return links.sorted { $0.target < $1.target }
        }
        if checked?.isEmpty != true { checkFailures(otherwise: policy) }
        for cycle in result.cycles {
            let legs = cycle.map { needs[$0.node][$0.dependency] }
            report(cycle: legs.map { (enabled[$0.target], $0.origin) }, from: enabled[cycle[0].node])
        }
        if result.furtherCycles > 0 {
            let text = "\(result.furtherCycles) further dependencies close circles as well."
            let remedy = "Mend those that are shown first."
            problems.append(Problem(.error, .dependencyCycle, at: nil, text, remedy: remedy))
        }
        for edge in result.contradictions {
            let need = needs[edge.node][edge.dependency]
            reportContradiction(enabled[edge.node], enabled[need.target], need.origin)
        }
    }

    /// A dependency that is met.
    package struct Link {
        package let module: Int
        package let target: Int
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

    /// A dependency that is met, by the position of what it is on among the modules that take part.
    private typealias Need = (target: Int, dependency: ModuleDependency, origin: Origin)
}

// MARK: - Checks

extension ModulePlan {
    private mutating func checkNames(_ descriptors: [ModuleDescriptor]) {
        var first: [String: ModuleDescriptor] = [:]
        first.reserveCapacity(descriptors.count)
        for descriptor in descriptors {
            let name = descriptor.name
            if name.isEmpty || name.first == " " || name.last == " " {
                let text = "\(_typeName(descriptor.type)) has the module name \(name.quoted(limit: 80))."
                let remedy = "Give it one without spaces at its ends: ModuleManifest(name: …)."
                let place = descriptor.type.manifest.origin
                problems.append(Problem(.error, .invalidValue, at: place, text, remedy: remedy))
            }
            guard let other = first.updateValue(descriptor, forKey: name) else { continue }
            first[name] = other
            let text = """
                \(_typeName(descriptor.type)) has the module name \(name), and so has \
                \(_typeName(other.type)), declared at \(other.origin).
                """
            let remedy = "Give one of them a name of its own: ModuleManifest(name: …)."
            problems.append(Problem(.error, .duplicateModuleName, at: descriptor.origin, text, remedy: remedy))
        }
    }

    private mutating func checkServices(_ services: [ServiceDeclaration], _ index: ModuleIndex) {
        for service in services {
            if let problem = service.problem { problems.append(problem) }
            guard let module = service.module else { continue }
            if let owner = index.byName[module].map({ index.modules[$0] }) {
                // What is left out with its module is no mistake.
                if owner.isEnabled || owner.isLeftOut { continue }
                let what = "\(service.key) belongs to \(module), which \(owner.isDisabledBy)"
                let text = "\(what): it will not be registered."
                problems.append(Problem(.warning, .disabledDependency, at: service.origin, text))
            } else {
                let remedy =
                    index.nearName(to: module).map { "Did you mean \($0.quoted)?" }
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
            let text = "Nobody checks the options of \(descriptor.name) before the start: it states no Options."
            let place = descriptor.originOfOption(ConfigurationKeyPath())
            let remedy = "Nest them in it: struct Options: ModuleOptions { … }, or typealias Options = …"
            problems.append(Problem(.warning, .invalidValue, at: place, text, remedy: remedy))
            return
        }
        problems += descriptor.optionProblems(type, variablePrefix)
    }

    /// How many wrong dependencies of a module are described: each is compared with every module's name (C61).
    private static var problemLimit: Int { 100 }

    private mutating func findNeeds(
        of module: ModuleDescriptor,
        at position: Int,
        _ index: ModuleIndex,
        _ hiveServices: Set<ObjectIdentifier>
    ) -> [Need] {
        var needs: [Need] = []
        let known = problems.count
        for (dependency, origin) in module.needs {
            if problems.count - known >= Self.problemLimit {
                let text = "\(module.name) may have more dependencies that cannot be met; the search ended after"
                let message = "\(text) \(Self.problemLimit) mistakes."
                let remedy = "Correct what is listed and try again."
                problems.append(Problem(.error, .unknownDependency, at: module.origin, message, remedy: remedy))
                break
            }
            switch find(dependency, index, hiveServices) {
            case .found(let targets):
                if targets == [position] {
                    let text = "\(module.name) depends on itself (\(dependency))."
                    let remedy = "Remove the dependency."
                    problems.append(Problem(.error, .selfDependency, at: origin, text, remedy: remedy))
                }
                for target in targets where target != position { needs.append((target, dependency, origin)) }
            case .missing(let code, let text, let remedy):
                if dependency.isOptional { continue }
                let message = "\(module.name) depends on \(text)"
                problems.append(Problem(.error, code, at: origin, message, remedy: remedy))
            }
        }
        return needs
    }

    /// Checks that there is what the hive was told to run only (C56).
    private mutating func checkChoice(
        _ dependency: ModuleDependency,
        _ index: ModuleIndex,
        _ hiveServices: Set<ObjectIdentifier>
    ) {
        let found = find(dependency, index, hiveServices, otherwise: "take it out of the list")
        guard case .missing(let code, let text, let remedy) = found, !dependency.isOptional else { return }
        let own = code == .unknownDependency ? .unknownModule : code
        problems.append(Problem(.error, own, at: nil, "\(ModulePart.source) names \(text)", remedy: remedy))
    }

    /// What a dependency is on.
    private enum Target {
        /// The modules; none where the hive itself has the service, before any module.
        case found([Int])
        case missing(HiveErrorCode, String, remedy: String)
    }

    private func find(
        _ dependency: ModuleDependency,
        _ index: ModuleIndex,
        _ hiveServices: Set<ObjectIdentifier>,
        otherwise way: String = "make the dependency optional"
    ) -> Target {
        let places = index.places(of: dependency)
        let enabled = places.filter { index.modules[$0].isEnabled }
        if !enabled.isEmpty { return .found(enabled) }
        if let key = dependency.serviceKey, hiveServices.contains(key.id) { return .found([]) }
        if let disabled = places.last.map({ index.modules[$0] }) {
            let what =
                dependency.serviceKey.map { "the service \($0), which only \(disabled.name) provides, and that" }
                ?? "\(dependency), which"
            let enable = disabled.disabler.map { "Take it out of \($0)" } ?? "Let it take part there"
            let remedy = "\(enable), or \(way)."
            return .missing(.disabledDependency, "\(what) \(disabled.isDisabledBy).", remedy: remedy)
        }
        switch dependency.target {
        case .module(let module):
            let remedy = "Register it, or \(way)."
            return .missing(.unknownDependency, "\(module.name), which is not registered.", remedy: remedy)
        case .named(let name):
            let remedy =
                index.nearName(to: name).map { "Did you mean \($0.quoted)?" }
                ?? "Correct the name, list or register that module, link the target that contains it, or \(way)."
            return .missing(.unknownDependency, "the unknown module \(name.quoted(limit: 80)).", remedy: remedy)
        case .service(let key):
            let remedy =
                (key.type as? any HiveModule.Type).map { "That is a module: write .module(\($0).self)." }
                ?? index.protocolForms.advice(on: key.type)
                    ?? """
                    Register the module that provides it, and let its manifest say so: \
                    ModuleManifest(provides: […]); or list the service in services.json or services.plist.
                    """
            return .missing(.unprovidedService, "the service \(key), which nobody provides.", remedy: remedy)
        }
    }

    private mutating func report(cycle: [(module: ModuleDescriptor, origin: Origin)], from first: ModuleDescriptor) {
        let legs = cycle.map { " -> \($0.module.name) [\($0.origin)]" }.joined()
        let message = "Modules depend on each other in a circle: \(first.name)\(legs)."
        let remedy = "Remove one of these dependencies. If all it needs is a service, look that up when it is used."
        problems.append(Problem(.error, .dependencyCycle, at: cycle.first?.origin, message, remedy: remedy))
    }

    private mutating func reportContradiction(
        _ module: ModuleDescriptor,
        _ dependency: ModuleDescriptor,
        _ origin: Origin
    ) {
        let text = """
            \(module.name) (level \(module.level), priority \(module.priority)) depends on \(dependency.name) \
            (level \(dependency.level), priority \(dependency.priority)), which comes up first all the same.
            """
        let remedy = "Give \(dependency.name) a lower level or a higher priority."
        problems.append(Problem(.warning, .orderContradiction, at: origin, text, remedy: remedy))
    }
}

extension ModuleDescriptor {
    /// What is wrong with the options, each problem at its own place.
    func optionProblems(_ type: any (Decodable & Sendable).Type, _ variablePrefix: String? = nil) -> [Problem] {
        do {
            _ = try ConfigurationDecoder().decode(type, from: options)
            return []
        } catch {
            return error.problems.map { problem in
                let end = problem.message.ends(with: "?") ? "" : "."
                let isWhole = problem.path.components.isEmpty
                let subject = isWhole ? "What is stated for \(name)" : "Option \(problem.path) of \(name)"
                let text = problem.text(about: subject) + end
                let stem = variablePrefix.map { optionsTarget.stem($0).onOneLine }
                let remedy = problem.remedy(inOptions: type, variablesBeginWith: stem)
                return Problem(.error, .invalidValue, at: originOfOption(problem.path), text, remedy: remedy)
            }
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
