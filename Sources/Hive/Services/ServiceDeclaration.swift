// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A service from a property list: implementation and protocol are known only at run time.
///
/// A loader has looked the implementation up by its name, and checked that it conforms to the protocol.
package struct ServiceDeclaration: Sendable {
    /// The type under which the service is looked up.
    package let type: any Any.Type
    /// The type that Hive makes, and how.
    package let implementation: ServiceFactory
    /// Where the declaration is.
    package let origin: Origin
    /// The name, where a type has several implementations.
    package var name: String?
    /// The scope; nil for ``ServiceScope/shared``, or for what code says.
    package var scope: ServiceScope?
    /// The place among the implementations.
    package var ranking: Int?
    /// The name of the module that owns the service; nil for the hive.
    package var module: String?
    /// Weaker declarations of the same service that this one has been merged with, the strongest first.
    package var overridden: [Origin] = []

    /// Creates a declaration of a type that says itself how it is made.
    package init(_ type: any Any.Type, implementation: any ServiceImplementation.Type, at origin: Origin) {
        self.init(type, implementation: ServiceFactory(implementation), at: origin)
    }

    /// Creates a declaration.
    package init(_ type: any Any.Type, implementation: ServiceFactory, at origin: Origin) {
        self.type = type
        self.implementation = implementation
        self.origin = origin
    }

    var key: ServiceKey { ServiceKey(type, name: name) }

    /// What is wrong with the declaration in itself, whatever else there is.
    package var problem: Problem? {
        guard scope == .transient, implementation.offersInstance else { return nil }
        let text = "\(implementation) offers a shared instance, so \(key) cannot have the scope transient."
        return Problem(.error, .invalidScope, at: origin, text, remedy: "Remove the scope.")
    }

    func registration(owner: Owner) -> Registration {
        func typed<Service>(_ type: Service.Type) -> Registration {
            Registration(
                key: key,
                owner: owner,
                origin: origin,
                traits: .init(ranking: ranking, scope: scope),
                source: implementation.source { try box($0, type) }
            )
        }
        return _openExistential(type, do: typed)
    }

    private func box<Service>(_ instance: any Sendable, _ type: Service.Type) throws -> any ServiceInstance {
        if let service = instance as? Service { return ServiceBox(service) }
        throw HiveError(.doesNotConform, "\(implementation) does not conform to \(key).", at: origin)
    }
}
