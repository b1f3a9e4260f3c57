// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Something that has to be up before a module.
public struct ModuleDependency: Hashable, Sendable, CustomStringConvertible {
    enum Target: Hashable, Sendable {
        case module(ModuleType)
        case named(String)
        case service(ServiceKey)
    }

    /// A module's type.
    ///
    /// Its name is asked for when it is used: the manifest that states the dependency may be that of the same type, or
    /// one that this type's manifest waits for in turn.
    struct ModuleType: Hashable, Sendable {
        let type: any HiveModule.Type

        var name: String { type.moduleName }
        var id: ObjectIdentifier { ObjectIdentifier(type) }

        static func == (one: ModuleType, other: ModuleType) -> Bool { one.id == other.id }
        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    let target: Target
    /// Whether the module can do without; then what is absent is skipped.
    public let isOptional: Bool

    /// The name of the module that the dependency is on, unless it is on a service.
    package var moduleName: String? {
        switch target {
        case .module(let module): module.name
        case .named(let name): name
        case .service: nil
        }
    }

    /// The type of the service that the dependency is on, unless it is on a module.
    package var serviceType: (any Any.Type)? { serviceKey?.type }

    /// The service that the dependency is on, for people.
    package var serviceName: String? { serviceKey?.description }

    var serviceKey: ServiceKey? {
        guard case .service(let key) = target else { return nil }
        return key
    }

    /// A module, by its type.
    public static func module(_ type: any HiveModule.Type, optional: Bool = false) -> ModuleDependency {
        ModuleDependency(target: .module(ModuleType(type: type)), isOptional: optional)
    }

    /// A module, by its name.
    public static func named(_ name: String, optional: Bool = false) -> ModuleDependency {
        ModuleDependency(target: .named(name), isOptional: optional)
    }

    /// Whichever module provides a service.
    public static func service(_ type: any Any.Type, optional: Bool = false) -> ModuleDependency {
        ModuleDependency(target: .service(ServiceKey(type)), isOptional: optional)
    }

    /// What the dependency is on.
    public var description: String {
        switch target {
        case .module(let module): module.name
        case .named(let name): name
        case .service(let key): "service \(key)"
        }
    }
}
