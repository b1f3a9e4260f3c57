// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Elements by the time at which each is due, the earliest first.
///
/// It keeps no element that was removed: of one, at most a number and a time stay until there are more of those than of
/// elements.
struct DeadlineQueue<Element> {
    typealias Key = DeadlineKey
    private typealias Entry = DeadlineEntry

    /// How many entries without an element, or how much unused room, are not worth tidying up.
    private static var slack: Int { 64 }

    /// A binary heap: no entry is earlier than its parent, the one at half its place.
    private var entries: [Entry] = []
    /// The elements, each at the place that its key names; nil where there is none.
    private var elements: [Element?] = []
    /// The numbers of the elements that are at those places, 0 where there is none.
    private var numbers: [Int] = []
    /// The places without an element.
    private var free: [Int] = []
    private var last = 0

    private var count: Int { numbers.count - free.count }

    var isEmpty: Bool { count == 0 }

    private func holds(_ key: Key) -> Bool { key.place < numbers.count && numbers[key.place] == key.number }

    /// When the earliest element is due.
    ///
    /// - Complexity: O(log n), divided among the removals before.
    var earliest: Duration? {
        mutating get {
            while let first = entries.first, !holds(first.key) { removeFirst() }
            return entries.first?.time
        }
    }

    /// Puts an element in.
    ///
    /// - Complexity: O(log n).
    mutating func insert(_ element: Element, at time: Duration) -> Key {
        last += 1
        let key = Key(place: free.popLast() ?? numbers.count, number: last)
        if key.place == numbers.count {
            elements.append(element)
            numbers.append(last)
        } else {
            elements[key.place] = element
            numbers[key.place] = last
        }
        entries.append(Entry(time: time, key: key))
        var place = entries.count - 1
        while place > 0, case let parent = (place - 1) / 2, entries[place].time < entries[parent].time {
            entries.swapAt(place, parent)
            place = parent
        }
        return key
    }

    /// Takes an element out; nil when it has gone.
    ///
    /// - Complexity: O(log n), divided among the removals.
    mutating func remove(_ key: Key) -> Element? {
        guard let element = take(key) else { return nil }
        tidyUp()
        return element
    }

    private mutating func take(_ key: Key) -> Element? {
        guard holds(key) else { return nil }
        let element = elements[key.place]
        elements[key.place] = nil
        numbers[key.place] = 0
        free.append(key.place)
        return element
    }

    /// Takes out what is due, the earliest first.
    mutating func removeDue(at now: Duration) -> [Element] {
        var due: [Element] = []
        while let earliest, earliest <= now {
            // Without its element, the entry goes when the next one is looked for.
            if let element = take(entries[0].key) { due.append(element) }
        }
        if !due.isEmpty { tidyUp() }
        return due
    }

    private mutating func tidyUp() {
        if isEmpty, numbers.count > Self.slack {
            elements = []
            numbers = []
            free = []
            entries = []
        } else if entries.count > 2 * count + Self.slack {
            entries = entries.filter { holds($0.key) }
            // What is sorted is a heap.
            entries.sort { $0.time < $1.time }
        }
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

/// Names an element of a queue that was inserted, also after it has gone.
struct DeadlineKey: Sendable {
    /// Where the element is, or was.
    fileprivate let place: Int
    /// Tells it from others that were there.
    fileprivate let number: Int
}

private struct DeadlineEntry {
    let time: Duration
    let key: DeadlineKey
}
