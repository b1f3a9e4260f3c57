// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An instance of a service, in a box whose type is known to those alone who know the service's.
@usableFromInline
protocol ServiceInstance: AnyObject, Sendable {
    /// The service, where it is one that property lists may name.
    var implementation: (any ServiceImplementation)? { get }
    /// What the instance was made of by a decorator; nil for one that is as its factory made it.
    var wrapping: Wrapping? { get }
}

extension ServiceInstance {
    /// How many decorators have wrapped it.
    var depth: Int { wrapping.map { $0.inner.depth + 1 } ?? 0 }

    /// The service, which was filed under the key of its type and is looked up by that type.
    @inlinable
    @inline(__always)
    func open<Service>(as type: Service.Type) -> Service {
        // The class is final, so that this is one comparison.
        guard let box = self as? ServiceBox<Service> else { preconditionFailure("A service is filed as another type.") }
        return box.service
    }
}

/// A box of the type under which a service is looked up.
@usableFromInline
// Sound: it is immutable, and what it holds is `Sendable`: the public API asks for it. A type that a property list
// names cannot be asked at run time whether it is; there is a warning about those that no catalogue has. ReadStormTests
// reads boxes from many threads under the thread sanitizer.
final class ServiceBox<Service>: ServiceInstance, @unchecked Sendable {
    @usableFromInline let service: Service
    @usableFromInline let wrapping: Wrapping?

    init(_ service: Service, wrapping: Wrapping? = nil) {
        self.service = service
        self.wrapping = wrapping
    }

    @usableFromInline var implementation: (any ServiceImplementation)? { service as? any ServiceImplementation }
}

/// What a decorator wrapped, so that the layer can be taken off again when the decorator's module goes.
@usableFromInline
final class Wrapping: Sendable {
    let inner: any ServiceInstance
    let decorator: Decorator

    init(_ inner: any ServiceInstance, _ decorator: Decorator) {
        self.inner = inner
        self.decorator = decorator
    }
}
