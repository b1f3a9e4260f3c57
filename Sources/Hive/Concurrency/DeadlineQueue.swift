// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Elements by the time at which each is due, the earliest first.
///
/// A sorted array, because there are few of them: no more than calls and sleeps that are under way. Most come in behind
/// all others, as later ones have later deadlines.
struct DeadlineQueue<Element> {
    /// Names an element that was inserted, also after it has gone.
    struct Key: Comparable {
        let time: Duration
        /// Of elements that are due at one time, the one that came first has the lower number.
        let number: Int

        static func < (left: Key, right: Key) -> Bool { (left.time, left.number) < (right.time, right.number) }
    }

    private var entries: [(key: Key, element: Element)] = []
    private var lastNumber = 0

    var isEmpty: Bool { entries.isEmpty }

    /// When the earliest element is due.
    var earliest: Duration? { entries.first?.key.time }

    /// Puts an element in.
    ///
    /// - Complexity: O(log n), and O(m) in the number of later elements.
    mutating func insert(_ element: Element, at time: Duration) -> Key {
        lastNumber += 1
        let key = Key(time: time, number: lastNumber)
        entries.insert((key, element), at: place(of: key))
        return key
    }

    /// Takes an element out; nil when it has gone.
    ///
    /// - Complexity: O(log n), and O(m) in the number of later elements.
    mutating func remove(_ key: Key) -> Element? {
        let place = place(of: key)
        guard place < entries.count, entries[place].key == key else { return nil }
        defer { letGoOfRoom() }
        return entries.remove(at: place).element
    }

    /// Takes out what is due, the earliest first.
    mutating func removeDue(at now: Duration) -> [Element] {
        let due = entries.prefix(place(of: Key(time: now, number: .max)))
        entries.removeFirst(due.count)
        letGoOfRoom()
        return due.map(\.element)
    }

    /// What many at a time have needed is not kept (C61).
    private mutating func letGoOfRoom() {
        if entries.isEmpty, entries.capacity > 64 { entries = [] }
    }

    /// Where a key is, or would be.
    private func place(of key: Key) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].key < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
