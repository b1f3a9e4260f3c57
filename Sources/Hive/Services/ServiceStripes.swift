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
    @inlinable
    func stripe(_ type: any Any.Type) -> ServiceStripe {
        stripes[Int(truncatingIfNeeded: ServiceStripe.spread(type) >> 58)]
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

/// A small hash table with a lock.
@usableFromInline
final class ServiceStripe: Sendable {
    @usableFromInline typealias Entry = (type: any Any.Type, instance: any ServiceInstance)

    @usableFromInline
    struct Instances: Sendable {
        /// Those without a name, in rows of a few entries each, a power of two in number; none before the first entry.
        @usableFromInline var rows: [[Entry]] = []
        var named: [ServiceKey: any ServiceInstance] = [:]
        private var count = 0

        @inlinable
        func row(_ type: any Any.Type) -> Int {
            Int(truncatingIfNeeded: ServiceStripe.spread(type) >> 32) & (rows.count - 1)
        }

        mutating func add(_ entry: Entry) {
            if count >= 4 * rows.count {
                let all = rows.joined()
                rows = Array(repeating: [], count: max(1, 2 * rows.count))
                for entry in all { rows[row(entry.type)].append(entry) }
            }
            rows[row(entry.type)].append(entry)
            count += 1
        }

        mutating func remove(_ type: any Any.Type) -> (any ServiceInstance)? {
            guard !rows.isEmpty, let place = rows[row(type)].firstIndex(where: { $0.type == type }) else { return nil }
            count -= 1
            return rows[row(type)].remove(at: place).instance
        }
    }

    @usableFromInline let instances = Mutex(Instances())
    // Longer than a cache line, so that two threads with a stripe each share none.
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The product of a type's address with the golden ratio, whose upper bits say where the type belongs.
    ///
    /// Types often lie at equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The
    /// Art of Computer Programming*, 6.4).
    @inlinable
    static func spread(_ type: any Any.Type) -> UInt64 {
        UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The service of a type, where it has no name.
    ///
    /// Inlined where the type is known: the service is copied under the lock, and its box not even counted.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? {
        instances.withLock { instances in
            if instances.rows.isEmpty { return nil }
            let row = instances.row(type)
            for place in instances.rows[row].indices where instances.rows[row][place].type == type {
                return instances.rows[row][place].instance.open(as: Service.self)
            }
            return nil
        }
    }

    fileprivate func find(_ key: ServiceKey) -> (any ServiceInstance)? {
        instances.withLock { instances in
            if !key.isPlain { return instances.named[key] }
            if instances.rows.isEmpty { return nil }
            return instances.rows[instances.row(key.type)].first { $0.type == key.type }?.instance
        }
    }

    fileprivate func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        instances.withLock { instances in
            guard key.isPlain else {
                defer { instances.named[key] = new }
                return instances.named[key]
            }
            let old = instances.remove(key.type)
            if let new { instances.add((key.type, new)) }
            return old
        }
    }

    fileprivate var keys: [ServiceKey] {
        instances.withLock { $0.rows.joined().map { ServiceKey($0.type) } + $0.named.keys }
    }
}
