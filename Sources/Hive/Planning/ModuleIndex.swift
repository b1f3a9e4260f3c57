// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Where modules, their names and the services that they provide are found: what a dependency is on is decided here,
/// for a plan, for a hive that runs only a part, and for modules that leave.
///
/// Its tables are made when somebody asks: most modules are never asked for, and names cost more to make than the rest.
final class ModuleIndex {
    let modules: [ModuleDescriptor]
    /// Who provides a type of service, by itself or as property lists say.
    private var providers: [ObjectIdentifier: [Int]] = [:]
    private let services: [ServiceDeclaration]

    init(_ modules: [ModuleDescriptor], services: [ServiceDeclaration]) {
        self.modules = modules
        self.services = services
        for (place, module) in modules.enumerated() {
            for type in module.provides { providers[ObjectIdentifier(type), default: []].append(place) }
        }
        for service in services {
            guard let place = service.module.flatMap({ byName[$0] }) else { continue }
            if providers[service.key.id]?.contains(place) != true {
                providers[service.key.id, default: []].append(place)
            }
        }
    }

    private(set) lazy var byType = Dictionary(modules.enumerated().map { ($1.id, $0) }) { first, _ in first }

    /// By their names, and by the qualified names of their types.
    private(set) lazy var byName: [String: Int] = {
        var places: [String: Int] = [:]
        for (place, module) in modules.enumerated() {
            places[module.name] = places[module.name] ?? place
            places[_typeName(module.type)] = place
        }
        return places
    }()

    /// The protocols that can be needed, for whoever names another one.
    private(set) lazy var protocolForms = ProtocolForms(
        modules.filter(\.isEnabled).flatMap(\.provides) + services.map(\.type)
    )

    /// The module name that was probably meant, of those that take part or are left out.
    func nearName(to name: String) -> String? {
        let known = byName.filter { modules[$0.value].isEnabled || modules[$0.value].isLeftOut }
        return nearestName(to: name, among: known.keys)
    }

    /// The places of what a dependency is on; none where it is not there.
    func places(of dependency: ModuleDependency) -> [Int] {
        switch dependency.target {
        case .module(let module): byType[module.id].map { [$0] } ?? []
        case .named(let name): byName[name].map { [$0] } ?? []
        case .service(let key): providers[key.id] ?? []
        }
    }

    /// What a module needs by its dependencies, and by its autowired fields where somebody says that he provides the
    /// service; not what those need in turn.
    func needed(by id: ObjectIdentifier, fields: [ServiceKey], withOptional: Bool = true) -> Set<ObjectIdentifier> {
        guard let place = byType[id] else { return [] }
        let needs = modules[place].needs.filter { withOptional || !$0.dependency.isOptional }
        let targets = needs.flatMap { places(of: $0.dependency) }
        let found = targets + fields.flatMap { providers[$0.id] ?? [] }
        return Set(found.map { modules[$0].id }).subtracting([id])
    }
}
