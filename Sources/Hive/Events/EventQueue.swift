// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Posted events in the order of posting, up to a number.
struct EventQueue {
    /// A posted event.
    struct Posted: Sendable {
        let subject: EventSubject
        let deliver: @Sendable (EventCenter, Deliverer) async throws -> Void
    }

    let capacity: Int
    private var posted = Deque<Posted>()

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { posted.count }
    var isEmpty: Bool { posted.isEmpty }
    var isFull: Bool { posted.count >= capacity }

    mutating func append(_ event: Posted) { posted.append(event) }

    mutating func popFirst() -> Posted? { posted.popFirst() }

    /// Empties the queue and returns what waited.
    mutating func removeAll() -> [Posted] { posted.removeAll() }
}
