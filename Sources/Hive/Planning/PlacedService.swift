// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A service of a property list, with the module that owns it; nil for the hive.
struct PlacedService {
    let declaration: ServiceDeclaration
    let owner: ObjectIdentifier?

    /// Whether two entries of property lists come to the same.
    func isSame(as other: PlacedService) -> Bool {
        let (mine, theirs) = (declaration, other.declaration)
        return mine.implementation.type == theirs.implementation.type && mine.scope == theirs.scope
            && mine.ranking == theirs.ranking && owner == other.owner
    }
}

extension [ServiceDeclaration] {
    /// The services whose owners are there, with them.
    func placed(among modules: [ModuleDescriptor]) -> [PlacedService] {
        let index = ModuleIndex(modules, services: [])
        return compactMap { service in
            guard let name = service.module else { return PlacedService(declaration: service, owner: nil) }
            return index.byName[name].map { PlacedService(declaration: service, owner: modules[$0].id) }
        }
    }
}
