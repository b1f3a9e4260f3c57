// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What code and property lists have said, while modules come and go.

extension ModuleManager {
    /// Remembers what code says about a module that was added.
    func note(added declaration: ModuleDeclaration) {
        // Factories may hold a user's objects.
        state.update { state in
            state.added = state.added.filter { $0.key != declaration.key } + [declaration]
            state.removed.remove(declaration.key)
        }
    }

    /// Remembers that modules were removed, so that a reload does not bring back those that only code has registered.
    func note(removed modules: [ModuleDescriptor]) {
        let ids = Set(modules.map(\.id))
        state.update { state in
            state.added.removeAll { ids.contains($0.key) }
            state.removed.formUnion(ids)
        }
    }

    /// The services of property lists and records that are registered.
    var listedServices: [ServiceDeclaration] { state.withLock { $0.services }.merged().services }

    /// The services of new property lists, and of the records that are there.
    func completed(_ services: [ServiceDeclaration]) -> [ServiceDeclaration] {
        let records = state.withLock { $0.recordedServices ?? $0.services.filter { $0.origin.source == .record } }
        return (services + records).merged().services
    }

    /// The modules of the code that is there and of new property lists, whose services are given too.
    func merged(
        with listed: [ModuleDeclaration],
        _ services: [ServiceDeclaration]
    ) -> (descriptors: [ModuleDescriptor], problems: [Problem]) {
        let (declared, added, removed) = state.withLock { ($0.declarations, $0.added, $0.removed) }
        let comers = Set(added.map(\.key))
        let gone = removed.subtracting(listed.map(\.key)).union(comers)
        let code = (declared.filter { !gone.contains($0.key) } + added).filter { $0.origin.source != .propertyList }
        return (code + listed).merged(selection, in: part(services, added: comers))
    }

    /// What the hive was told to run only, but for what was removed while it ran.
    var chosen: [ModuleDependency] {
        guard let only = selection.only else { return [] }
        let (declarations, removed) = state.withLock { ($0.declarations, $0.removed) }
        if removed.isEmpty { return only }
        let gone = declarations.filter { removed.contains($0.key) }.map { ModuleDescriptor([$0], selection) }
        let index = ModuleIndex(gone, services: [])
        return only.filter { index.places(of: $0).isEmpty }
    }

    /// Takes what was reloaded for what property lists say.
    func commit(_ composition: Composition, services: [ServiceDeclaration]) {
        let running = runningModules.types
        state.update { state in
            state.declarations.removeAll { $0.origin.source == .propertyList }
            state.declarations += composition.modules
            if state.recordedServices == nil {
                state.recordedServices = state.services.filter { $0.origin.source == .record }
            }
            state.services = services
            state.warnings = state.warnings.filter { $0.origin?.source == .record } + composition.problems
            state.removed.subtract(running)
        }
    }
}
