// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Where readers find the shared instances that have been made.
///
/// Each service has its place in one of many stripes, and each stripe a lock: threads that look different services up
/// hardly ever meet. Only the manager changes them, under its lock.
final class ServiceStripes: Sendable {
    private let stripes = (0..<64).map { _ in ServiceStripe() }

    /// The stripe of a key, by its tag.
    @inline(__always)
    func stripe(_ tag: UInt) -> ServiceStripe {
        stripes[Int(truncatingIfNeeded: ServiceStripe.spread(tag) >> 58)]
    }

    /// The instance under a key.
    func find(_ key: ServiceKey) -> AnyServiceBox? {
        let tag = key.tag
        return stripe(tag).find(tag) { key.isPlain || $0 == key }
    }

    /// Puts an instance in place of another one, or takes it out; returns that one, to be let go of without a lock.
    func replace(_ key: ServiceKey, with new: AnyServiceBox?) -> AnyServiceBox? {
        let tag = key.tag
        return stripe(tag).replace(key, tag, with: new)
    }

    /// Every key that has an instance, in no order.
    var keys: [ServiceKey] { stripes.flatMap(\.keys) }
}

/// A small hash table with a lock.
final class ServiceStripe: Sendable {
    private struct Entry: Sendable {
        let tag: UInt
        let key: ServiceKey
        var box: AnyServiceBox
    }

    /// Rows of a few entries each, a power of two in number; none before the first entry.
    private struct Table: Sendable {
        var rows: [[Entry]] = []
        var count = 0

        @inline(__always)
        func row(of tag: UInt) -> Int {
            Int(truncatingIfNeeded: ServiceStripe.spread(tag) >> 32) & (rows.count - 1)
        }

        mutating func add(_ entry: Entry) {
            if count >= 4 * rows.count {
                let all = rows.joined()
                rows = Array(repeating: [], count: max(1, 2 * rows.count))
                for entry in all { rows[row(of: entry.tag)].append(entry) }
            }
            rows[row(of: entry.tag)].append(entry)
            count += 1
        }
    }

    private let table = Mutex(Table())
    // Longer than a cache line, so that two threads with a stripe each share none.
    private let padding: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

    /// The product of a tag with the golden ratio, whose upper bits say where it belongs.
    ///
    /// Types often lie at equal distances in memory, and multiples of one distance spread evenly that way (Knuth, *The
    /// Art of Computer Programming*, 6.4).
    @inline(__always)
    static func spread(_ tag: UInt) -> UInt64 { UInt64(tag) &* 0x9E37_79B9_7F4A_7C15 }

    /// The instance under the first key with a tag that `matches` accepts.
    @inline(__always)
    func find(_ tag: UInt, where matches: (ServiceKey) -> Bool) -> AnyServiceBox? {
        table.withLock { table in
            if table.rows.isEmpty { return nil }
            let row = table.row(of: tag)
            for place in table.rows[row].indices where table.rows[row][place].tag == tag {
                if matches(table.rows[row][place].key) { return table.rows[row][place].box }
            }
            return nil
        }
    }

    fileprivate func replace(_ key: ServiceKey, _ tag: UInt, with new: AnyServiceBox?) -> AnyServiceBox? {
        table.withLock { table in
            let row = table.row(of: tag)
            guard !table.rows.isEmpty, let place = table.rows[row].firstIndex(where: { $0.key == key }) else {
                if let new { table.add(Entry(tag: tag, key: key, box: new)) }
                return nil
            }
            let old = table.rows[row][place].box
            if let new {
                table.rows[row][place].box = new
            } else {
                table.rows[row].remove(at: place)
                table.count -= 1
            }
            return old
        }
    }

    fileprivate var keys: [ServiceKey] { table.withLock { $0.rows.flatMap { $0.map(\.key) } } }
}
