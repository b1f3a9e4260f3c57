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
        if head > 64, head > places.count / 2 {
            places.removeFirst(head)
            head = 0
        }
        places.append(element)
    }

    mutating func popFirst() -> Element? {
        guard head < places.count else { return nil }
        defer {
            head += 1
            if isEmpty {
                places.removeAll(keepingCapacity: true)
                head = 0
            }
        }
        return places[head].take()
    }

    /// Takes out everything.
    mutating func removeAll() -> [Element] {
        defer { self = Deque() }
        return elements
    }
}

extension Deque: Sendable where Element: Sendable {}
