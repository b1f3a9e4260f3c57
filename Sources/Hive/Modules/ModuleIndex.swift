// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Who is who among the modules that run, and who needs whom.
///
/// It is kept while modules come and go, so that an addition or a removal costs what it touches, and not a plan of the
/// whole hive. It holds no factory: nothing of a user's ends with it.
struct ModuleIndex {
    /// What a dependency asks for.
    private enum Need: Hashable {
        case module(ObjectIdentifier)
        case name(String)
        case service(ObjectIdentifier)
        /// What is registered under a key, for an autowired field.
        case field(ServiceKey)

        init(_ dependency: ModuleDependency) {
            self =
                switch dependency.target {
                case .module(let id, _): .module(id)
                case .named(let name): .name(name)
                case .service(let key): .service(key.id)
                }
        }
    }

    private struct Entry {
        /// What the module is, for those who need it.
        let offers: [Need]
        let needs: [Need]
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var offering: [Need: Set<ObjectIdentifier>] = [:]
    private var needing: [Need: Set<ObjectIdentifier>] = [:]
    /// The services that property lists give to modules, by the modules' names.
    private var listed: [String: [ObjectIdentifier]] = [:]

    init(_ modules: some Sequence<ModuleDescriptor>, services: [ServiceDeclaration]) {
        for service in services {
            if let module = service.module { listed[module, default: []].append(service.key.id) }
        }
        for module in modules { insert(module) }
    }

    /// Takes in a module with the services that its autowired fields need.
    ///
    /// - Complexity: O(what the module offers and needs).
    mutating func insert(_ module: ModuleDescriptor, fields: [ServiceKey] = []) {
        remove(module.id)
        let needs = module.dependencies.map { Need($0.dependency) } + fields.map { .field($0) }
        let entry = Entry(offers: offers(of: module), needs: needs)
        entries[module.id] = entry
        for offer in entry.offers { offering[offer, default: []].insert(module.id) }
        for need in entry.needs { needing[need, default: []].insert(module.id) }
    }

    /// - Complexity: O(what the module offers and needs).
    mutating func remove(_ id: ObjectIdentifier) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        for offer in entry.offers { Self.remove(id, from: &offering, under: offer) }
        for need in entry.needs { Self.remove(id, from: &needing, under: need) }
    }

    private static func remove(
        _ id: ObjectIdentifier,
        from table: inout [Need: Set<ObjectIdentifier>],
        under need: Need
    ) {
        table[need]?.remove(id)
        if table[need]?.isEmpty == true { table[need] = nil }
    }

    private func offers(of module: ModuleDescriptor) -> [Need] {
        let qualified = _typeName(module.type)
        let services = module.provides.map { ObjectIdentifier($0) }
        let more = (listed[module.name] ?? []) + (listed[qualified] ?? [])
        return [.module(module.id), .name(module.name), .name(qualified)] + (services + more).map { .service($0) }
    }

    /// The modules that need a module, directly or not.
    ///
    /// - Complexity: O(those modules, and what they offer).
    func dependents(of id: ObjectIdentifier) -> Set<ObjectIdentifier> {
        guard let entry = entries[id] else { return [] }
        return dependents(on: entry.offers).subtracting([id])
    }

    /// The modules that a module needs, not what those need in turn; of fields, those that say that they provide the
    /// service.
    ///
    /// - Complexity: O(what the module needs, and those that offer it).
    func needed(by id: ObjectIdentifier) -> Set<ObjectIdentifier> {
        guard let entry = entries[id] else { return [] }
        let found = entry.needs.reduce(into: Set<ObjectIdentifier>()) { found, need in
            if case .field(let key) = need {
                found.formUnion(offering[.service(key.id)] ?? [])
            } else {
                found.formUnion(offering[need] ?? [])
            }
        }
        return found.subtracting([id])
    }

    /// The modules that have autowired one of some services.
    ///
    /// - Complexity: O(the services, and those modules).
    func modules(wiredTo keys: Set<ServiceKey>) -> Set<ObjectIdentifier> {
        keys.reduce(into: []) { $0.formUnion(needing[.field($1)] ?? []) }
    }

    private func dependents(on offers: [Need]) -> Set<ObjectIdentifier> {
        var found: Set<ObjectIdentifier> = []
        var open = offers
        while let offer = open.popLast() {
            for module in needing[offer] ?? [] where found.insert(module).inserted {
                open += entries[module]?.offers ?? []
            }
        }
        return found
    }

    /// Whether a module can join with nothing to be said about it.
    ///
    /// Its name is its own, what it needs is there, and nobody whom it needs turns out to need it. The closure says
    /// whether a service is there that no module offers.
    ///
    /// - Complexity: O(what the module offers and needs, and those that need it).
    func canTake(_ module: ModuleDescriptor, isServed: (ServiceKey) -> Bool) -> Bool {
        guard offering[.name(module.name)] == nil else { return false }
        let offers = offers(of: module)
        let dependents = dependents(on: offers)
        return module.dependencies.allSatisfy { dependency, _ in
            let need = Need(dependency)
            if offers.contains(need) { return false }
            guard let found = offering[need] else {
                return dependency.isOptional || dependency.serviceKey.map(isServed) == true
            }
            return found.isDisjoint(with: dependents)
        }
    }
}
