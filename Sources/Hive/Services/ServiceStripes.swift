// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Synchronization

/// Where readers find the shared instances that have been made.
///
/// The instances of a type are in one of many stripes, and each stripe has a lock: threads that look different services
/// up hardly ever meet. Only the manager changes them, under its lock.
@usableFromInline
final class ServiceStripes: Sendable {
    @usableFromInline let stripes = (0..<64).map { _ in ServiceStripe() }

    /// The stripe of a type.
    ///
    /// The upper bits of the product of the type's address with the golden ratio say which it is: types often lie at
    /// equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The Art of Computer
    /// Programming*, 6.4).
    @inlinable
    func stripe(_ type: any Any.Type) -> ServiceStripe {
        let spread = UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15
        return stripes[Int(truncatingIfNeeded: spread >> 58)]
    }

    /// The service of a type, where it has no name.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? { stripe(type).find(type) }

    /// The instance under a key.
    func find(_ key: ServiceKey) -> (any ServiceInstance)? { stripe(key.type).find(key) }

    /// Puts an instance in place of another one, or takes it out; returns that one, to be let go of without a lock.
    func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        stripe(key.type).replace(key, with: new)
    }

    /// Every key that has an instance, in no order.
    var keys: [ServiceKey] { stripes.flatMap(\.keys) }
}

/// The instances of some types, behind a lock.
@usableFromInline
final class ServiceStripe: Sendable {
    @usableFromInline
    struct Instances: Sendable {
        /// Those without a name, searched from the front: of 1,000 types in a program some 16 are in a stripe.
        @usableFromInline var plain: [(type: any Any.Type, instance: any ServiceInstance)] = []
        var named: [ServiceKey: any ServiceInstance] = [:]
    }

    @usableFromInline let instances = Mutex(Instances())
    // Longer than a cache line, so that two threads with a stripe each share none.
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The service of a type, where it has no name.
    ///
    /// Inlined where the type is known: the service is copied under the lock, and its box not even counted.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? {
        instances.withLock { instances in
            for place in instances.plain.indices where instances.plain[place].type == type {
                return instances.plain[place].instance.open(as: Service.self)
            }
            return nil
        }
    }

    fileprivate func find(_ key: ServiceKey) -> (any ServiceInstance)? {
        instances.withLock { instances in
            key.isPlain ? instances.plain.first { $0.type == key.type }?.instance : instances.named[key]
        }
    }

    fileprivate func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        instances.withLock { instances in
            guard key.isPlain else {
                defer { instances.named[key] = new }
                return instances.named[key]
            }
            let place = instances.plain.firstIndex { $0.type == key.type }
            let old = place.map { instances.plain.remove(at: $0).instance }
            if let new { instances.plain.append((key.type, new)) }
            return old
        }
    }

    fileprivate var keys: [ServiceKey] {
        instances.withLock { $0.plain.map { ServiceKey($0.type) } + $0.named.keys }
    }
}
