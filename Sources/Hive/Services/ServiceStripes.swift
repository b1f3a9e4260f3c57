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
    private let services = Mutex<ServiceManager?>(nil)

    /// What leads from an autowired field to everything else, from the engine's beginning to its end.
    ///
    /// An object that the hive holds may have such a field, and must not keep itself alive that way (C50): so the hive
    /// says when it ends. A weak reference would need nobody to say so, but would make every count of the manager's
    /// references take three times as long.
    var manager: ServiceManager? {
        get { services.withLock { $0 } }
        set { services.update { $0 = newValue } }
    }

    /// The stripe of a type.
    ///
    /// The upper bits of the product of the type's address with the golden ratio say which it is: types often lie at
    /// equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The Art of Computer
    /// Programming*, 6.4).
    @inlinable
    subscript(type: any Any.Type) -> ServiceStripe {
        let spread = UInt64(UInt(bitPattern: ObjectIdentifier(type))) &* 0x9E37_79B9_7F4A_7C15
        return stripes[Int(truncatingIfNeeded: spread >> 58)]
    }

    /// Forgets which clients have found what.
    func forgetClients() { for stripe in stripes { stripe.forgetClients() } }

    /// Every key that has an instance, in no order.
    var keys: [ServiceKey] { stripes.flatMap(\.keys) }
}

/// The instances of some types, behind a lock.
@usableFromInline
final class ServiceStripe: Sendable {
    @usableFromInline
    struct Instances: Sendable {
        /// Those without a name, searched from the front: of 1,000 types in a program some 16 are in a stripe.
        @usableFromInline var plain: [Entry] = []
        var named: [ServiceKey: Entry] = [:]
    }

    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let type: any Any.Type
        @usableFromInline let instance: any ServiceInstance
        /// The modules that have found the instance before.
        @usableFromInline var clients: [ObjectIdentifier] = []

        init(_ type: any Any.Type, _ instance: any ServiceInstance) {
            self.type = type
            self.instance = instance
        }

        /// Whether nobody has to hear that a client finds the instance; counts no reference, as an iterator would.
        @inlinable
        func isOpen(to client: ObjectIdentifier?) -> Bool {
            guard let client else { return true }
            for place in 0..<clients.count where clients[place] == client { return true }
            return false
        }

        mutating func note(_ client: ObjectIdentifier) {
            if !clients.contains(client) { clients.append(client) }
        }
    }

    @usableFromInline let instances = Mutex(Instances())
    // Longer than a cache line, so that two threads with a stripe each share none.
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The service of a type, where it has no name, and the client, if any, has found it before.
    ///
    /// Inlined where the type is known: the service is copied under the lock, and its box not even counted.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type, for client: ObjectIdentifier? = nil) -> Service? {
        instances.withLock { instances in
            for place in instances.plain.indices where instances.plain[place].type == type {
                guard instances.plain[place].isOpen(to: client) else { return nil }
                return instances.plain[place].instance.open(as: Service.self)
            }
            return nil
        }
    }

    /// The instance under a key, where the client, if any, has found it before.
    func find(_ key: ServiceKey, for client: ObjectIdentifier? = nil) -> (any ServiceInstance)? {
        instances.withLock { instances in
            let entry = key.isPlain ? instances.plain.first { $0.type == key.type } : instances.named[key]
            return entry?.isOpen(to: client) == true ? entry?.instance : nil
        }
    }

    /// Notes that a client has found the instance under a key, so that it is found without more from now on.
    func note(_ client: ObjectIdentifier, found key: ServiceKey) {
        instances.withLock { instances in
            guard key.isPlain else { return instances.named[key]?.note(client) ?? () }
            guard let place = instances.plain.firstIndex(where: { $0.type == key.type }) else { return }
            instances.plain[place].note(client)
        }
    }

    fileprivate func forgetClients() {
        instances.withLock { instances in
            for place in instances.plain.indices { instances.plain[place].clients = [] }
            for key in instances.named.keys { instances.named[key]?.clients = [] }
        }
    }

    /// Puts an instance in place of another one, or takes it out; returns that one, to be let go of without a lock.
    func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        instances.withLock { instances in
            guard key.isPlain else {
                defer { instances.named[key] = new.map { Entry(key.type, $0) } }
                return instances.named[key]?.instance
            }
            let place = instances.plain.firstIndex { $0.type == key.type }
            let old = place.map { instances.plain.remove(at: $0).instance }
            if let new { instances.plain.append(Entry(key.type, new)) }
            return old
        }
    }

    fileprivate var keys: [ServiceKey] {
        instances.withLock { $0.plain.map { ServiceKey($0.type) } + $0.named.keys }
    }
}
