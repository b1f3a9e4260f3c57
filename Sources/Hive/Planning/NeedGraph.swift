// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Which modules need which, by their types.
struct NeedGraph: Sendable {
    private let needs: [ObjectIdentifier: Set<ObjectIdentifier>]

    /// What modules say that they need.
    init(_ modules: [ModuleDescriptor], services: [ServiceDeclaration]) {
        let index = ModuleIndex(modules, services: services)
        let pairs = modules.map { ($0.id, index.needed(by: $0.id, fields: [])) }
        needs = Dictionary(pairs) { first, _ in first }
    }

    /// What modules cannot do without: what they need that is not optional, and who has registered what their autowired
    /// fields hold, or says that he provides it (C63).
    init(
        requiredBy modules: [(descriptor: ModuleDescriptor, fields: [ServiceKey])],
        services: [ServiceDeclaration],
        owner: (ServiceKey) -> ObjectIdentifier?
    ) {
        let index = ModuleIndex(modules.map(\.descriptor), services: services)
        let pairs = modules.map { module, fields in
            let owners = fields.map { (field: $0, owner: owner($0)) }
            let unknown = owners.filter { $0.owner == nil }.map(\.field)
            let stated = index.needed(by: module.id, fields: unknown, withOptional: false)
            return (module.id, stated.union(owners.compactMap(\.owner)).subtracting([module.id]))
        }
        needs = Dictionary(pairs) { first, _ in first }
    }

    /// What a module needs, not what that needs in turn.
    func needs(of module: ObjectIdentifier) -> Set<ObjectIdentifier> { needs[module] ?? [] }

    /// Whether a module needs another one, directly or not.
    func leads(from client: ObjectIdentifier, to provider: ObjectIdentifier) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var open = [client]
        while let next = open.popLast() {
            if needs[next]?.contains(provider) == true { return true }
            if seen.insert(next).inserted { open += needs[next] ?? [] }
        }
        return false
    }

    /// The modules that need one, directly or not.
    ///
    /// - Complexity: O(modules + needs).
    func dependents(of module: ObjectIdentifier) -> Set<ObjectIdentifier> {
        var clients: [ObjectIdentifier: [ObjectIdentifier]] = [:]
        for (client, providers) in needs { for provider in providers { clients[provider, default: []].append(client) } }
        var found: Set<ObjectIdentifier> = []
        var open = clients[module] ?? []
        while let next = open.popLast() {
            if found.insert(next).inserted { open += clients[next] ?? [] }
        }
        return found.subtracting([module])
    }
}
