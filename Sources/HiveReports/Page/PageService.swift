// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A service as the page shows it: what is registered, and what is only promised so far.
struct PageService {
    /// Somebody who provides the service; nil for the hive.
    struct Provider {
        let module: String?
        var note: String?
        let origins: [Origin]
    }

    /// Somebody who uses the service; nil for the hive.
    struct User: Hashable {
        let module: String?
        let isOptional: Bool
    }

    let type: String
    let name: String?
    var scope: String?
    var providers: [Provider] = []
    var users: [User] = []

    /// Every service that is registered, listed, promised or needed, by type and name.
    static func all(of hive: Hive, _ plan: ModulePlan) -> [PageService] {
        var found: [String: [String?: PageService]] = [:]
        func change(_ type: String, _ name: String?, _ body: (inout PageService) -> Void) {
            body(&found[type, default: [:]][name, default: PageService(type: type, name: name)])
        }
        for service in hive.services.descriptions {
            let alias = service.aliased.map { "another view of \($0)" }
            change(service.type, service.name) {
                $0.scope = "\(service.scope)"
                $0.providers.append(Provider(module: service.module, note: alias, origins: service.origins))
            }
        }
        for service in hive.listedServices {
            let origins = [service.origin] + service.overridden
            let provider = Provider(module: service.module, note: "\(service.implementation)", origins: origins)
            change(Hive.qualifiedName(ofService: service.type), service.name) {
                guard $0.providers.isEmpty else { return }
                $0.scope = service.scope.map { "\($0)" }
                $0.providers.append(provider)
            }
        }
        for module in plan.modules {
            for provided in module.provides {
                let type = Hive.qualifiedName(ofService: provided)
                guard found[type]?.values.allSatisfy(\.providers.isEmpty) ?? true else { continue }
                change(type, nil) { $0.providers.append(Provider(module: module.name, origins: [])) }
            }
        }
        for module in plan.modules {
            for (dependency, _) in module.needs {
                guard let type = dependency.serviceType.map({ Hive.qualifiedName(ofService: $0) }) else { continue }
                let user = User(module: module.name, isOptional: dependency.isOptional)
                // A dependency is on a type of service, whatever its names.
                let names = found[type].map { Array($0.keys) } ?? [nil]
                for name in names { change(type, name) { $0.users.append(user) } }
            }
        }
        for use in hive.serviceUses {
            let user = User(module: use.module, isOptional: false)
            change(use.type, use.name) { if !$0.users.contains(user) { $0.users.append(user) } }
        }
        return found.values.flatMap(\.values).sorted {
            ($0.type, $0.name == nil ? 0 : 1, $0.name ?? "") < ($1.type, $1.name == nil ? 0 : 1, $1.name ?? "")
        }
    }
}
