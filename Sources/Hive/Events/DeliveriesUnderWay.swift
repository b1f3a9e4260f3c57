// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A delivery that is under way, and whom it calls.
struct DeliveryUnderWay: Sendable {
    let broadcast: Broadcast
    let list: SubscriberList

    /// Whether handlers of an owner are being called.
    func isInside(_ owner: Owner) -> Bool { place(inside: owner) != nil }

    private func place(inside owner: Owner) -> Broadcast.Place? {
        guard case .inside(let place) = broadcast.progress else { return nil }
        return list.handlers(at: place, belongTo: owner) ? place : nil
    }

    /// Returns when no handler of an owner is being called; its subscriptions have ended before.
    func waitUntilOutside(_ owner: Owner) async {
        if let place = place(inside: owner) { await broadcast.waitUntilOutside(place) }
    }
}

/// The deliveries that are under way, each at a number of its own.
///
/// It retains nothing: whoever delivers keeps broadcast and list until it has taken the delivery out.
struct DeliveriesUnderWay: ~Copyable, Sendable {
    private struct Entry {
        let broadcast: Unmanaged<Broadcast>
        let list: Unmanaged<SubscriberList>
    }

    private var entries: [Entry?] = []
    private var free: [Int] = []

    var isEmpty: Bool { entries.count == free.count }

    /// All of them.
    var all: [DeliveryUnderWay] {
        entries.compactMap { entry in
            // Sound: what stands here has not been taken out, and so whoever delivers keeps it until the lock is open.
            entry.map { .init(broadcast: $0.broadcast.takeUnretainedValue(), list: $0.list.takeUnretainedValue()) }
        }
    }

    /// Adds a delivery, and returns its number.
    mutating func add(_ broadcast: Broadcast, to list: SubscriberList) -> Int {
        let entry = Entry(broadcast: .passUnretained(broadcast), list: .passUnretained(list))
        guard let number = free.popLast() else {
            entries.append(entry)
            return entries.count - 1
        }
        entries[number] = entry
        return number
    }

    /// Takes a delivery out.
    mutating func remove(_ number: Int) {
        entries[number] = nil
        free.append(number)
    }
}
