// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A service as the page shows it: what is registered, and what is only promised so far.
struct PageService {
    /// Somebody who provides the service; nil for the hive.
    struct Provider {
        let module: String?
        let note: String
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
        var found = Collected()
        for service in hive.services.descriptions {
            let alias = service.aliased.map { "another view of \($0)" } ?? ""
            found[service.type, service.name].scope = "\(service.scope)"
            let provider = Provider(module: service.module, note: alias, origins: service.origins)
            found[service.type, service.name].providers.append(provider)
        }
        for service in hive.listedServices {
            let type = Hive.qualifiedName(ofService: service.type)
            guard found[type, service.name].providers.isEmpty else { continue }
            found[type, service.name].scope = service.scope.map { "\($0)" }
            let origins = [service.origin] + service.overridden
            let provider = Provider(module: service.module, note: "\(service.implementation)", origins: origins)
            found[type, service.name].providers.append(provider)
        }
        for module in plan.modules {
            for provided in module.provides {
                let type = Hive.qualifiedName(ofService: provided)
                guard found.named(type).allSatisfy({ found[type, $0].providers.isEmpty }) else { continue }
                found[type, nil].providers.append(Provider(module: module.name, note: "", origins: []))
            }
        }
        for module in plan.modules {
            for (dependency, _) in module.dependencies {
                guard let type = dependency.serviceType.map({ Hive.qualifiedName(ofService: $0) }) else { continue }
                // A dependency is on a type of service, whatever its names.
                for name in found.named(type).isEmpty ? [nil] : found.named(type) {
                    found[type, name].users.append(User(module: module.name, isOptional: dependency.isOptional))
                }
            }
        }
        for use in hive.serviceUses {
            let user = User(module: use.module, isOptional: false)
            if !found[use.type, use.name].users.contains(user) { found[use.type, use.name].users.append(user) }
        }
        return found.services.sorted { ($0.type, $0.name ?? "") < ($1.type, $1.name ?? "") }
    }

    /// The services by type and name, each made when it is first asked for.
    private struct Collected {
        private struct Key: Hashable {
            let type: String
            let name: String?
        }

        private(set) var services: [PageService] = []
        private var places: [Key: Int] = [:]
        private var names: [String: [String?]] = [:]

        /// The names under which there are services of a type.
        func named(_ type: String) -> [String?] { names[type] ?? [] }

        subscript(_ type: String, _ name: String?) -> PageService {
            mutating get { services[place(type, name)] }
            set { services[place(type, name)] = newValue }
        }

        private mutating func place(_ type: String, _ name: String?) -> Int {
            let key = Key(type: type, name: name)
            if let place = places[key] { return place }
            services.append(PageService(type: type, name: name))
            places[key] = services.count - 1
            names[type, default: []].append(name)
            return services.count - 1
        }
    }
}
