// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Whether a module can join those that run (C15).

extension ModuleDescriptor {
    /// Whether there is nothing to be said about the module if it is added, so that nothing has to be planned.
    ///
    /// - Complexity: O(what the module offers and needs).
    func canJoin(_ index: ModuleIndex, isServed: (ServiceKey) -> Bool) -> Bool {
        guard isEnabled, timeoutProblems.isEmpty, optionSources.problems.isEmpty else { return false }
        guard index.canTake(self, isServed: isServed) else { return false }
        if let type = type.optionsType, !optionProblems(type).isEmpty { return false }
        return factory != nil || !type.isMadeByFactory
    }

    /// What is wrong with the module if it is added to those that run, of which each is planned for it.
    func problems(
        ofJoining running: [ModuleDescriptor],
        listed: [ServiceDeclaration],
        _ services: Set<ObjectIdentifier>,
        in environment: HiveEnvironment
    ) -> [Problem] {
        let before = Set(ModulePlan(running, services: listed, hiveServices: services).problems)
        let after = ModulePlan(running + [self], services: listed, hiveServices: services).problems
        var problems = after.filter { !before.contains($0) }
        if !isEnabled {
            let text =
                disabler.map { "\(name) is disabled by \($0)." }
                ?? "\(name) is disabled, or takes no part in the environment \(environment)."
            problems.append(Problem(.error, .disabledDependency, at: origin, text))
        }
        if factory == nil, type.isMadeByFactory {
            let text = "\(name) is made by a factory: add it with one."
            problems.append(Problem(.error, .needsFactory, at: origin, text))
        }
        return problems
    }
}
