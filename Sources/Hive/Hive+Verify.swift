// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Hive {
    /// Checks everything that can be checked without creating a module: names, duplicates, dependencies, cycles,
    /// options, the services of property lists, and those of a fallback.
    ///
    /// Once modules have been set up, it also warns of what they have found of each other and do not say that they need
    /// (C62).
    ///
    /// It may be called at any time and changes nothing. ``start()`` does the same first, but for arguments that
    /// nothing reads, for which ``run()`` and `Hive.main` look as well (C54). `startPlan()` of the library
    /// `HiveReports` says more.
    ///
    /// - Returns: Every problem and every warning, in the order in which they were found; empty when all is well.
    /// - Complexity: O(n log n + dependencies).
    public func verify() -> [Problem] { verify(besides: []) }

    /// Checks everything, for a question whose words are no arguments of the program.
    package func verify(besides question: Set<String>) -> [Problem] {
        plan.problems + services.hiddenServices(listed: modules.state.withLock { $0.services })
            + unreadArguments(besides: question) + undeclaredNeeds.map(\.problem)
    }

    /// What modules have found of each other and do not say that they need (C62); empty before modules are set up.
    package var undeclaredNeeds: [UndeclaredNeed] { engine.needsToDeclare }

    /// An error for each argument that nothing reads (C54).
    package func unreadArguments(besides question: Set<String>) -> [Problem] {
        modules.unreadArguments(besides: question)
    }

    // MARK: For reports

    /// What a start would do now.
    package var plan: ModulePlan { engine.plan().plan }

    /// The services that property lists and records name.
    package var listedServices: [ServiceDeclaration] { modules.listedServices }

    /// How long hooks may take, where a module does not say otherwise.
    package var timeouts: HiveTimeouts { engine.timeouts }

    /// Whether the hive makes services of its own before the first module is initialized.
    package var makesOwnServices: Bool { services.hasAsynchronous(of: engine.owner) }
}

extension ServiceManager {
    /// A warning for each service that code registers and a property list too, which wins (C17, C21).
    fileprivate func hiddenServices(listed: [ServiceDeclaration]) -> [Problem] {
        listed.compactMap { service in
            guard service.origin.source == .propertyList else { return nil }
            let code = state.withLock { $0.registry.registration(service.key, inCode: true)?.origin }
            return code.map { Problem(hiding: service.key, at: service.origin, code: $0) }
        }
    }

    /// The types of the services that were registered on the hive.
    func typesOfHive() -> Set<ObjectIdentifier> {
        state.withLock { $0.registry.types(of: hive) }
    }

    /// The types of the services, without a name, that tests have put in the place of every other one.
    var overriddenTypes: Set<ObjectIdentifier> { state.withLock { $0.registry.overriddenTypes } }

    /// Remembers who would provide services, were he not left out, for whoever looks for them.
    func note(leftOut modules: [ModuleDescriptor]) {
        guard !modules.isEmpty else { return }
        var names: [ObjectIdentifier: String] = [:]
        for module in modules {
            for type in module.provides { names[ObjectIdentifier(type)] = module.name }
        }
        state.withLock { $0.registry.leftOut = names }
    }

    /// The types of every service that is registered.
    func registeredTypes() -> Set<ObjectIdentifier> {
        state.withLock { Set($0.registry.registrations.map(\.key.id)) }
    }

    /// Whether anybody has registered a service of a type, under whichever name.
    func isProvided(_ type: any Any.Type) -> Bool {
        let key = ServiceKey(type)
        return state.withLock { state in
            state.registry.registration(key) != nil || !state.registry.ranked(key.id).isEmpty
        }
    }

    /// What modules that come up decorate and nobody has registered; until services can be resolved, what the hive
    /// decorates as well.
    ///
    /// Those of others wait for a service that has gone with its module, and may come again (C58).
    func idleDecorators(of runtimes: [ModuleRuntime]) -> [(ServiceKey, Decorator)] {
        let (idle, isBefore) = state.withLock { ($0.registry.idleDecorators(), $0.stage.lookups == .notYet) }
        if idle.isEmpty { return [] }
        let comers = Set(runtimes.map(\.owner.id))
        return idle.filter { key, decorator in
            !isUnavailable(key) && (comers.contains(decorator.owner.id) || decorator.owner === hive && isBefore)
        }
    }
}

extension Problem {
    /// A property list's entry wins over what code registers, which nobody sees.
    init(hiding key: ServiceKey, at list: Origin, code: Origin) {
        let text = "\(key) is registered here and in code, at \(code); what stands here wins."
        self.init(.warning, .duplicateService, at: list, text, remedy: "Remove one of the two.")
    }
}
