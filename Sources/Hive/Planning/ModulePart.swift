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
        let index = ModuleIndex(modules.filter(\.isEnabled), services: services)
        func targets(of dependency: ModuleDependency) -> [Int] {
            let isOverridden = dependency.serviceKey.map { overridden.contains($0.id) } ?? false
            return isOverridden ? [] : index.places(of: dependency)
        }
        var taken: Set<ObjectIdentifier> = []
        var open = only.flatMap(targets(of:)) + added.compactMap { index.byType[$0] }
        while let module = open.popLast().map({ index.modules[$0] }) {
            guard taken.insert(module.id).inserted else { continue }
            for (dependency, _) in module.needs where !dependency.isOptional {
                open += targets(of: dependency)
            }
        }
        return modules.map { taken.contains($0.id) || !$0.isEnabled ? $0 : $0.leftOut(by: Self.source) }
    }
}
