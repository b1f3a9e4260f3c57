// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

extension ModuleDescriptor {
    /// What is wrong with the module if it is added to those that run (C15).
    ///
    /// What is wrong with these already is no reason, and their options are not read again.
    ///
    /// - Complexity: That of a plan of the whole hive.
    func problems(
        ofJoining running: [ModuleDescriptor],
        listed: [ServiceDeclaration],
        _ services: Set<ObjectIdentifier>,
        in environment: HiveEnvironment,
        policy: FailurePolicy
    ) -> [Problem] {
        func plan(_ modules: [ModuleDescriptor]) -> [Problem] {
            ModulePlan(modules, services: listed, hiveServices: services, checking: [id], policy: policy).problems
        }
        let before = Set(plan(running))
        var problems = plan(running + [self]).filter { !before.contains($0) }
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
