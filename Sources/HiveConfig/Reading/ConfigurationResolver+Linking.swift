// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

extension ConfigurationResolver {
    /// Lets dependencies and owners name a module by its class as well: as the property lists write it, or in short.
    ///
    /// - Returns: The modules and the services of all files, and which services a file that is read again lists again.
    func linked() -> (modules: [ModuleDeclaration], services: [ServiceDeclaration], problems: [Problem]) {
        let (merged, repeated) = self.services.merged()
        var (modules, services) = (self.modules, merged)
        let problems = repeated.map { Problem(listedAgain: $0.service, at: $0.other) }
        let isNeeded = modules.contains { $0.needs != nil } || services.contains { $0.module != nil }
        guard isNeeded else { return (modules, services, problems) }
        var classes: [String: [ObjectIdentifier: String]] = [:]
        for (declaration, className) in zip(modules, classNames) {
            let (id, name) = (ObjectIdentifier(declaration.type), declaration.type.moduleName)
            for spelling in [className, String(describing: declaration.type)] {
                classes[spelling, default: [:]][id] = name
            }
        }
        // A class name that fits two modules means neither.
        var names = classes.compactMapValues { $0.count == 1 ? $0.first?.value : nil }
        // A module's own name wins.
        for declaration in modules { names[declaration.type.moduleName] = nil }
        for index in modules.indices {
            modules[index].needs = modules[index].needs?.map { entry in
                guard let name = entry.dependency.moduleName.flatMap({ names[$0] }) else { return entry }
                return (.named(name, optional: entry.dependency.isOptional), entry.origin)
            }
        }
        for index in services.indices {
            guard let name = services[index].module.flatMap({ names[$0] }) else { continue }
            services[index].module = name
        }
        return (modules, services, problems)
    }
}
