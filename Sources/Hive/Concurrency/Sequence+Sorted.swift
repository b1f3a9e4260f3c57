// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Of the standard library's `sorted` the compiler makes up to five kilobytes of machine code for each closure, and Hive
// sorts in forty places; in this module these come before them, and take a quarter of that. They sort places, so that
// what the elements are makes no difference.

extension Sequence {
    /// Returns the elements in order; equal ones stay as they were.
    ///
    /// - Complexity: O(n log n); O(n) when they are in order.
    func sorted(by precedes: (Element, Element) throws -> Bool) rethrows -> [Element] {
        let elements = Array(self)
        return try order(elements.count) { try precedes(elements[$0], elements[$1]) }.map { elements[$0] }
    }
}

extension Sequence where Element: Comparable {
    /// Returns the elements in ascending order; equal ones stay as they were.
    ///
    /// - Complexity: O(n log n); O(n) when they are in order.
    func sorted() -> [Element] { sorted(by: <) }
}

/// Returns the places from 0 on in order, by merging ever longer runs.
@inline(never)
private func order(_ count: Int, by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] {
    var order = Array(0..<count)
    guard try order.dropFirst().contains(where: { try precedes($0, $0 - 1) }) else { return order }
    var merged = order
    var length = 1
    while length < count {
        for begin in stride(from: 0, to: count, by: 2 * length) {
            let (middle, end) = (min(begin + length, count), min(begin + 2 * length, count))
            var (left, right) = (begin, middle)
            for place in begin..<end {
                let takesRight = try left == middle || right < end && precedes(order[right], order[left])
                merged[place] = order[takesRight ? right : left]
                if takesRight { right += 1 } else { left += 1 }
            }
        }
        swap(&order, &merged)
        length *= 2
    }
    return order
}
