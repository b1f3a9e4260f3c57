// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The modules of a hive that runs only some of them with what they depend on: a pure function over values (C56).
struct ModulePart {
    /// What the hive was told to run.
    let only: [ModuleDependency]
    /// The services that property lists name.
    let services: [ServiceDeclaration]
    /// The types of services that tests have put in the place of every other one: whoever provides them is not needed.
    let overridden: Set<ObjectIdentifier>
    /// The modules that were added while the hive ran, which take part as well.
    var added: Set<ObjectIdentifier> = []

    /// What errors call the place that chooses the modules.
    static let source = "HiveOptions.only"

    /// The modules, of which those that are not needed take no part.
    ///
    /// What cannot be found is passed over; the plan of the start reports it.
    ///
    /// - Complexity: O(modules + dependencies + services).
    func applied(to modules: [ModuleDescriptor]) -> [ModuleDescriptor] {
        let index = Index(modules, services)
        var taken: Set<Int> = []
        var open = only.flatMap { targets(of: $0, index) } + added.compactMap { index.byType[$0] }
        while let place = open.popLast() {
            guard taken.insert(place).inserted else { continue }
            for (dependency, _) in modules[place].dependencies where !dependency.isOptional {
                open += targets(of: dependency, index)
            }
        }
        return modules.enumerated().map { place, module in
            taken.contains(place) || !module.isEnabled ? module : module.leftOut(by: Self.source)
        }
    }

    private func targets(of dependency: ModuleDependency, _ index: Index) -> [Int] {
        switch dependency.target {
        case .module(let id, _): index.byType[id].map { [$0] } ?? []
        case .named(let name): index.byName[name].map { [$0] } ?? []
        case .service(let key): overridden.contains(key.id) ? [] : index.providers[key.id] ?? []
        }
    }

    /// Where the modules stand that take part if they are needed.
    private struct Index {
        private(set) var byType: [ObjectIdentifier: Int] = [:]
        /// By their names, and by the qualified names of their types.
        private(set) var byName: [String: Int] = [:]
        private(set) var providers: [ObjectIdentifier: [Int]] = [:]

        init(_ modules: [ModuleDescriptor], _ services: [ServiceDeclaration]) {
            for (place, module) in modules.enumerated() where module.isEnabled {
                byType[module.id] = place
                byName[module.name] = byName[module.name] ?? place
                byName[_typeName(module.type)] = place
                for type in module.provides { providers[ObjectIdentifier(type), default: []].append(place) }
            }
            for service in services {
                guard let place = service.module.flatMap({ byName[$0] }) else { continue }
                providers[service.key.id, default: []].append(place)
            }
        }
    }
}
