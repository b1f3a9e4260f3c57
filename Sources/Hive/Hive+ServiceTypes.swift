// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension Hive {
    /// Makes a service whose type is known only at run time, under every name.
    package func makeService(_ type: any Any.Type) throws {
        let keys = try services.keys(ofType: ServiceKey(type), at: .code())
        for key in keys { _ = try services.box(ServiceRequest(key)) }
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
