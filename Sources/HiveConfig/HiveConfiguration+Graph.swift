// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HivePropertyList

extension HiveConfiguration {
    /// What is wrong with the modules and services that could be read, without anything that follows from other errors.
    func graphProblems(_ options: HiveOptions) -> [Problem] {
        let hive = Hive(HiveOptions(context: options.context, only: options.only))
        do {
            try hive.modules.register(records)
            try hive.modules.register(modulesWithoutConsequences, services: servicesWithoutConsequences)
        } catch {
            return []
        }
        // An argument may belong to a module that could not be read.
        return hive.verify().filter { $0.code != .unknownArgument }.compactMap(softened)
    }

    /// What code may still put right after the files are read is only doubtful now.
    private func softened(_ problem: Problem) -> Problem? {
        // What is only doubtful already, such as a name that is disabled and that nobody has, stays as it is.
        if problem.severity == .warning { return problem }
        // Of modules that were chosen by their names, one may be spelt right where it was chosen and wrong in a list.
        let lacksModules = unresolved.missing.contains(.modules)
        let lacksAny = !unresolved.missing.isEmpty || !unresolved.modules.isEmpty
        switch problem.code {
        case .unknownModule where lacksModules || !unresolved.modules.isEmpty: return nil
        case .unprovidedService where lacksAny: return nil
        case .unknownDependency where lacksModules: return nil
        default: break
        }
        let hopeful: [HiveErrorCode] = [.unknownDependency, .unknownModule, .unprovidedService, .needsFactory]
        guard hopeful.contains(problem.code) else { return problem }
        let hope = problem.code == .needsFactory ? nil : "If code registers it, all is well."
        let remedy = [problem.remedy, hope].compactMap(\.self).joined(separator: " ")
        return Problem(.warning, problem.code, at: problem.origin, problem.message, remedy: remedy)
    }

    /// The modules without dependencies on what was not found.
    private var modulesWithoutConsequences: [ModuleDeclaration] {
        guard !unresolved.modules.isEmpty || !unresolved.services.isEmpty else { return modules }
        var stated: Set<ObjectIdentifier> = []
        for module in modules where module.needs != nil { stated.insert(ObjectIdentifier(module.type)) }
        return modules.map { module in
            var result = module
            if let needs = module.needs {
                result.needs = needs.filter { !isConsequence($0.dependency) }
            } else if !stated.contains(ObjectIdentifier(module.type)) {
                let own = module.type.manifest
                let kept = own.needs?.filter { !isConsequence($0) }
                result.needs = kept?.map { ($0, own.origin) }
            }
            return result
        }
    }

    private var servicesWithoutConsequences: [ServiceDeclaration] {
        services.map { service in
            var result = service
            if let module = service.module, isUnresolved(module) { result.module = nil }
            // What the declaration itself says wrongly has been reported.
            if service.problem != nil { result.scope = nil }
            return result
        }
    }

    private func isConsequence(_ dependency: ModuleDependency) -> Bool {
        if let name = dependency.moduleName { return isUnresolved(name) }
        return dependency.serviceType.map { unresolved.services.contains(ObjectIdentifier($0)) } ?? false
    }

    /// Whether a name may mean a module whose entry names no class: it may be spelt right here and wrong there.
    private func isUnresolved(_ name: String) -> Bool {
        !unresolved.modules.isEmpty && nearestName(to: name, among: unresolved.modules) != nil
    }
}
