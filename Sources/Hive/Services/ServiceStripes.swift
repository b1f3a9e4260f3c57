// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Synchronization

/// Where readers find the shared instances that have been made.
///
/// Each service has its place in one of many stripes, and each stripe a lock: threads that look different services up
/// hardly ever meet. Only the manager changes them, under its lock.
@usableFromInline
final class ServiceStripes: Sendable {
    @usableFromInline let stripes = (0..<64).map { _ in ServiceStripe() }

    /// The stripe of a key, by its tag.
    @inlinable
    func stripe(_ tag: UInt) -> ServiceStripe { stripes[Int(truncatingIfNeeded: ServiceStripe.spread(tag) >> 58)] }

    /// The service of a type, where it has no name.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? {
        stripe(UInt(bitPattern: ObjectIdentifier(type))).find(type)
    }

    /// The instance under a key.
    func find(_ key: ServiceKey) -> (any ServiceInstance)? { stripe(key.tag).find(key) }

    /// Puts an instance in place of another one, or takes it out; returns that one, to be let go of without a lock.
    func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        stripe(key.tag).replace(key, with: new)
    }

    /// Every key that has an instance, in no order.
    var keys: [ServiceKey] { stripes.flatMap(\.keys) }
}

/// A small hash table with a lock.
@usableFromInline
final class ServiceStripe: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let tag: UInt
        let key: ServiceKey
        @usableFromInline var instance: any ServiceInstance
    }

    /// Rows of a few entries each, a power of two in number; none before the first entry.
    @usableFromInline
    struct Table: Sendable {
        @usableFromInline var rows: [[Entry]] = []
        private var count = 0

        @inlinable
        func row(_ tag: UInt) -> Int { Int(truncatingIfNeeded: ServiceStripe.spread(tag) >> 32) & (rows.count - 1) }

        /// The place of a key; nil where it is not there.
        func place(_ key: ServiceKey, _ tag: UInt) -> (row: Int, place: Int)? {
            if rows.isEmpty { return nil }
            let row = row(tag)
            return rows[row].firstIndex { $0.tag == tag && $0.key == key }.map { (row, $0) }
        }

        mutating func add(_ entry: Entry) {
            if count >= 4 * rows.count {
                let all = rows.joined()
                rows = Array(repeating: [], count: max(1, 2 * rows.count))
                for entry in all { rows[row(entry.tag)].append(entry) }
            }
            rows[row(entry.tag)].append(entry)
            count += 1
        }

        mutating func remove(_ row: Int, _ place: Int) {
            rows[row].remove(at: place)
            count -= 1
        }
    }

    @usableFromInline let table = Mutex(Table())
    // Longer than a cache line, so that two threads with a stripe each share none.
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The product of a tag with the golden ratio, whose upper bits say where it belongs.
    ///
    /// Types often lie at equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The
    /// Art of Computer Programming*, 6.4).
    @inlinable
    static func spread(_ tag: UInt) -> UInt64 { UInt64(tag) &* 0x9E37_79B9_7F4A_7C15 }

    /// The service of a type, where it has no name.
    ///
    /// Inlined where the type is known: the service is copied under the lock, and its box not even counted.
    @inlinable
    func find<Service: Sendable>(_ type: Service.Type) -> Service? {
        let tag = UInt(bitPattern: ObjectIdentifier(type))
        return table.withLock { table in
            if table.rows.isEmpty { return nil }
            let row = table.row(tag)
            for place in table.rows[row].indices where table.rows[row][place].tag == tag {
                return table.rows[row][place].instance.open(as: Service.self)
            }
            return nil
        }
    }

    fileprivate func find(_ key: ServiceKey) -> (any ServiceInstance)? {
        let tag = key.tag
        return table.withLock { table in table.place(key, tag).map { table.rows[$0.row][$0.place].instance } }
    }

    fileprivate func replace(_ key: ServiceKey, with new: (any ServiceInstance)?) -> (any ServiceInstance)? {
        let tag = key.tag
        return table.withLock { table in
            guard let (row, place) = table.place(key, tag) else {
                if let new { table.add(Entry(tag: tag, key: key, instance: new)) }
                return nil
            }
            let old = table.rows[row][place].instance
            if let new { table.rows[row][place].instance = new } else { table.remove(row, place) }
            return old
        }
    }

    fileprivate var keys: [ServiceKey] { table.withLock { $0.rows.flatMap { $0.map(\.key) } } }
}
