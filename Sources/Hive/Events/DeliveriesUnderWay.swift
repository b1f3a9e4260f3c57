// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A delivery that is under way, and whom it calls.
struct DeliveryUnderWay: Sendable {
    let broadcast: Broadcast
    let list: SubscriberList

    /// Whether handlers of an owner are being called.
    func isInside(_ owner: Owner) -> Bool { place(inside: owner) != nil }

    private func place(inside owner: Owner) -> Int? {
        guard case .inside(let place) = broadcast.progress else { return nil }
        return list.subscriptions[place].owner === owner ? place : nil
    }

    /// Returns when no handler of an owner is being called; its subscriptions have ended before.
    func waitUntilOutside(_ owner: Owner) async {
        if let place = place(inside: owner) { await broadcast.waitUntilOutside(place) }
    }
}

/// The deliveries that are under way, each of which knows its neighbours.
///
/// It retains nothing: whoever delivers keeps broadcast and list until it has taken the delivery out.
struct DeliveriesUnderWay: ~Copyable, Sendable {
    /// What a delivery knows while it is under way.
    struct Links: Sendable {
        fileprivate var list: Unmanaged<SubscriberList>?
        fileprivate var previous: Unmanaged<Broadcast>?
        fileprivate var next: Unmanaged<Broadcast>?
    }

    private var first: Unmanaged<Broadcast>?

    var isEmpty: Bool { first == nil }

    /// All of them, the last one first.
    var all: [DeliveryUnderWay] {
        var all: [DeliveryUnderWay] = []
        var next = first
        // Sound: what stands here has not been taken out, and so whoever delivers keeps it until the lock is open.
        while let broadcast = next?.takeUnretainedValue() {
            let links = broadcast.links
            if let list = links.list { all.append(.init(broadcast: broadcast, list: list.takeUnretainedValue())) }
            next = links.next
        }
        return all
    }

    /// Adds a delivery.
    mutating func add(_ broadcast: Broadcast, to list: SubscriberList) {
        let added = Unmanaged.passUnretained(broadcast)
        broadcast.links = Links(list: .passUnretained(list), next: first)
        // Sound: as above, here and below.
        first?._withUnsafeGuaranteedRef { $0.links.previous = added }
        first = added
    }

    /// Takes a delivery out, which is among them.
    mutating func remove(_ broadcast: Broadcast) {
        let links = broadcast.links
        links.next?._withUnsafeGuaranteedRef { $0.links.previous = links.previous }
        if let previous = links.previous {
            previous._withUnsafeGuaranteedRef { $0.links.next = links.next }
        } else {
            first = links.next
        }
    }
}
