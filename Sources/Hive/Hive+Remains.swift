// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Hive {
    /// What is still registered for a module, or, with nil, for anything; for tests.
    package func remains(of module: String?) -> [String] {
        services.registrations(of: module) + events.subscriptions(of: module) + engine.registries.keys(of: module)
    }

    /// Makes a service whose type is known only at run time, under every name.
    package func makeService(_ type: any Any.Type) throws {
        let keys = try services.keys(ofType: ServiceKey(type), at: .code())
        for key in keys { _ = try services.box(key, asker: nil, at: nil) }
    }

    /// What errors call a type of service.
    package static func serviceName(of type: any Any.Type) -> String { ServiceKey.name(of: type) }

    /// The types of the services that are registered.
    package var servedTypes: Set<ObjectIdentifier> { services.registeredTypes() }

    /// The services that modules say they provide, and those that property lists name.
    package var promisedTypes: Set<ObjectIdentifier> {
        let (plan, services) = engine.plan()
        let promised = plan.modules.flatMap { $0.provides.map { ObjectIdentifier($0) } }
        return Set(promised + services.map { ObjectIdentifier($0.type) })
    }
}

extension EventCenter {
    fileprivate func subscriptions(of module: String?) -> [String] {
        let (count, names) = state.withLock { state in
            let bindings = state.bindings.filter { module == nil || $0.value.owner.name == module }
            return (state.subscriptionCount(of: module), bindings.keys.sorted())
        }
        return (count == 0 ? [] : ["\(count) subscriptions"]) + names.map { "the name \"\($0)\"" }
    }
}

extension ServiceManager {
    fileprivate func registrations(of module: String?) -> [String] {
        state.withLock { state in
            state.registry.registrations.values
                .filter { module == nil || $0.owner.name == module }
                .map { "service \($0.key)" }
                .sorted()
        }
    }
}
