// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Posted events in the order of posting, up to a number.
struct EventQueue {
    /// A posted event.
    struct Posted: Sendable {
        let subject: EventSubject
        let deliver: @Sendable (EventCenter) async throws -> Void
    }

    let capacity: Int
    /// What waits, after places that were taken out already.
    private var places: [Posted?] = []
    private var head = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var isEmpty: Bool { head == places.count }
    var isFull: Bool { places.count - head >= capacity }

    mutating func append(_ posted: Posted) {
        if head > 64, head > places.count / 2 {
            places.removeFirst(head)
            head = 0
        }
        places.append(posted)
    }

    mutating func popFirst() -> Posted? {
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

    /// Empties the queue and returns what waited.
    mutating func removeAll() -> [Posted] {
        defer {
            places = []
            head = 0
        }
        return places.compactMap { $0 }
    }
}

/// What messages call an event: its type, or the name that it is bound to.
enum EventSubject: Sendable, CustomStringConvertible {
    case type(any Any.Type)
    case name(String)

    var description: String {
        switch self {
        case .type(let type): "\(type)"
        case .name(let name): name.quoted
        }
    }
}
