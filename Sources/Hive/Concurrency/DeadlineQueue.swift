// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Elements by the time at which each is due, the earliest first.
///
/// It keeps no element that was removed: of one, at most a number and a time stay until there are more of those than of
/// elements.
struct DeadlineQueue<Element> {
    /// Names an element that was inserted, also after it has gone.
    typealias Key = Int

    private struct Entry {
        let time: Duration
        let key: Key
    }

    /// How many entries without an element, or how much unused room, are not worth tidying up.
    private static var slack: Int { 64 }

    /// A binary heap: no entry is earlier than its parent, the one at half its place.
    private var entries: [Entry] = []
    private var elements: [Key: Element] = [:]
    private var lastKey = 0

    var isEmpty: Bool { elements.isEmpty }

    /// When the earliest element is due.
    ///
    /// - Complexity: O(log n), divided among the removals before.
    var earliest: Duration? {
        mutating get {
            while let first = entries.first, elements[first.key] == nil { removeFirst() }
            return entries.first?.time
        }
    }

    /// Puts an element in.
    ///
    /// - Complexity: O(log n).
    mutating func insert(_ element: Element, at time: Duration) -> Key {
        lastKey += 1
        elements[lastKey] = element
        entries.append(Entry(time: time, key: lastKey))
        var place = entries.count - 1
        while place > 0, case let parent = (place - 1) / 2, entries[place].time < entries[parent].time {
            entries.swapAt(place, parent)
            place = parent
        }
        return lastKey
    }

    /// Takes an element out; nil when it has gone.
    ///
    /// - Complexity: O(log n), divided among the removals.
    mutating func remove(_ key: Key) -> Element? {
        let element = elements.removeValue(forKey: key)
        if elements.isEmpty, elements.capacity > Self.slack {
            entries = []
            elements = [:]
        } else if entries.count > 2 * elements.count + Self.slack {
            entries = entries.filter { elements[$0.key] != nil }
            // What is sorted is a heap.
            entries.sort { $0.time < $1.time }
        }
        return element
    }

    /// Takes out what is due, the earliest first.
    mutating func removeDue(at now: Duration) -> [Element] {
        var due: [Element] = []
        while let earliest, earliest <= now {
            if let element = remove(entries[0].key) { due.append(element) }
        }
        return due
    }

    private mutating func removeFirst() {
        let moved = entries.removeLast()
        guard !entries.isEmpty else { return }
        entries[0] = moved
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < entries.count else { return }
            if child + 1 < entries.count, entries[child + 1].time < entries[child].time { child += 1 }
            guard entries[child].time < entries[place].time else { return }
            entries.swapAt(place, child)
            place = child
        }
    }
}
