// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Elements that are taken out in the order in which they were put in, each in constant time.
struct Deque<Element> {
    /// What waits, after places that were taken out already.
    private var places: [Element?] = []
    private var head = 0

    /// What waits, in the order in which it was put in.
    var elements: [Element] { places[head...].compactMap { $0 } }
    var isEmpty: Bool { head == places.count }
    var count: Int { places.count - head }

    mutating func append(_ element: Element) {
        // No more is moved than was taken out since the last time.
        if head > places.count / 2 {
            places.removeFirst(head)
            head = 0
        }
        places.append(element)
    }

    mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer { head += 1 }
        return places[head].take()
    }

    /// Takes out everything.
    mutating func removeAll() -> [Element] {
        defer { self = Deque() }
        return elements
    }
}

extension Deque: Sendable where Element: Sendable {}
