// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// An instance of a service, in a box of the type under which it is looked up.
///
/// The key's identity proves the box's type, so a lookup needs no dynamic cast.
@usableFromInline
// Sound: boxes are immutable, and what they hold is `Sendable`: the public API asks for it. A type that a property list
// names cannot be asked at run time whether it is; there is a warning about those that no catalogue has. ReadStormTests
// reads boxes from many threads under the thread sanitizer.
class AnyServiceBox: @unchecked Sendable {
    /// The service, where it is one that property lists may name.
    var implementation: (any ServiceImplementation)? { nil }

    /// What the instance was made of by a decorator; nil for one that is as its factory made it.
    var wrapping: Wrapping? { nil }

    /// How many decorators have wrapped it.
    final var depth: Int { wrapping.map { $0.inner.depth + 1 } ?? 0 }

    /// What is in a box that was found under the key of a type.
    @inlinable
    @inline(__always)
    final func open<Service>(as type: Service.Type) -> Service {
        // Sound: boxes are filed under the key of their type only, and callers open them as that type.
        unsafeDowncast(self, to: ServiceBox<Service>.self).service
    }
}

@usableFromInline
// Sound: see AnyServiceBox.
class ServiceBox<Service>: AnyServiceBox, @unchecked Sendable {
    @usableFromInline
    final let service: Service

    @usableFromInline
    init(_ service: Service) {
        self.service = service
    }

    override final var implementation: (any ServiceImplementation)? { service as? any ServiceImplementation }
}

/// A box of what a decorator has made; other boxes have no room for what they wrap.
// Sound: see AnyServiceBox.
final class WrappingBox<Service>: ServiceBox<Service>, @unchecked Sendable {
    private let wrapped: Wrapping

    init(_ service: Service, _ wrapping: Wrapping) {
        wrapped = wrapping
        super.init(service)
    }

    override var wrapping: Wrapping? { wrapped }
}

/// What a decorator wrapped, so that the layer can be taken off again when the decorator's module goes.
final class Wrapping: Sendable {
    let inner: AnyServiceBox
    let decorator: Decorator

    init(_ inner: AnyServiceBox, _ decorator: Decorator) {
        self.inner = inner
        self.decorator = decorator
    }
}
