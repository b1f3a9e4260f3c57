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
struct DeliveriesUnderWay: Sendable {
    private var places: [DeliveryUnderWay?] = []
    private var free: [Int] = []

    var isEmpty: Bool { places.count == free.count }
    /// All of them.
    var all: [DeliveryUnderWay] { places.compactMap(\.self) }

    /// Adds a delivery, and returns its number.
    mutating func add(_ delivery: DeliveryUnderWay) -> Int {
        guard let number = free.popLast() else {
            places.append(delivery)
            return places.count - 1
        }
        places[number] = delivery
        return number
    }

    /// Takes a delivery out; release it when no lock is held.
    mutating func remove(_ number: Int) -> DeliveryUnderWay? {
        free.append(number)
        return places[number].take()
    }
}
