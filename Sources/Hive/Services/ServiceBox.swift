// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An instance of a service, in a box whose type is known to those alone who know the service's.
@usableFromInline
protocol ServiceInstance: AnyObject, Sendable {
    /// The service, where it is one that property lists may name.
    var implementation: (any ServiceImplementation)? { get }
}

extension ServiceInstance {
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

    init(_ service: Service) {
        self.service = service
    }

    @usableFromInline var implementation: (any ServiceImplementation)? { service as? any ServiceImplementation }
}

/// A shared instance with what decorators have made of it.
struct DecoratedInstance: Sendable {
    /// What the factory has made.
    let bare: any ServiceInstance
    /// What each decorator has made of the one before it.
    var layers: [(decorator: Decorator, instance: any ServiceInstance)] = []

    init(_ bare: any ServiceInstance) {
        self.bare = bare
    }

    var outermost: any ServiceInstance { layers.last?.instance ?? bare }

    /// Takes off the layers that are not in their places among these decorators, and those outside of them.
    mutating func keepLayers(of decorators: [Decorator]) {
        let valid = zip(layers, decorators).prefix { $0.decorator === $1 }.count
        layers.removeLast(layers.count - valid)
    }

    /// Whether the instance still has the field that needs a service.
    func has(_ need: AutowiredNeed) -> Bool {
        need.layer == nil || layers.contains { ObjectIdentifier($0.decorator) == need.layer }
    }
}
