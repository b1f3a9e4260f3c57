// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// How often events of a type, or those that came by a name, were delivered, and how many of their handlers failed.
///
/// All lists of subscribers that a type has one after the other share it, so that it stays when everybody has left.
@usableFromInline
final class EventTally: Sendable {
    private let deliveryCount = Atomic<Int>(0)
    private let failureCount = Atomic<Int>(0)

    /// How many events were delivered; one is counted when its delivery begins, whether anybody wants it or not.
    var deliveries: Int { deliveryCount.load(ordering: .relaxed) }

    /// How many calls of handlers failed, in deliveries that have ended.
    var failures: Int { failureCount.load(ordering: .relaxed) }

    /// Counts an event, once for each.
    func addDelivery() { deliveryCount.wrappingAdd(1, ordering: .relaxed) }

    /// Counts the handlers that failed in a delivery.
    func addFailures(_ count: Int) {
        if count > 0 { failureCount.wrappingAdd(count, ordering: .relaxed) }
    }
}
