// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// A type of events, or a name for events, who is told of them, and how often that was; for people.
package struct EventDescription: Sendable {
    /// What stands for whoever wants every event of the application.
    package static let every = "every event"

    /// The type with its Swift module, the name between quotes, or ``every``.
    package let name: String
    /// Each module with how many handlers it has, in boot order; nil for what belongs to no module.
    package let subscribers: [(module: String?, count: Int)]
    /// How many events were delivered, also to nobody; nil where they are counted with their type or name.
    package let deliveries: Int?
    /// How many calls of handlers failed in these deliveries, but for those that are under way.
    package let failures: Int
}

extension EventCenter {
    /// The types of events that somebody subscribes to, or that were delivered, and the names that are bound, sorted.
    ///
    /// The counts of a type stay for as long as the hive; those of a name go with its binding. It is a snapshot: who
    /// subscribes later does not change it.
    ///
    /// - Complexity: O(n log n) in the number of subscriptions.
    package var descriptions: [EventDescription] {
        // Owners and no subscriptions, which would keep handlers alive that may be cancelled meanwhile.
        let (known, every, bound) = state.withLock { state in
            (state.types, state.every, state.bindings.map { ($0.key.quoted, $0.value.owner, $0.value.tally) })
        }
        let types = known.map { known in
            // What comes by a name that is bound to a handler is counted with the name.
            EventDescription(_typeName(known.type), known.owners, known.type == NamedEvent.self ? nil : known.tally)
        }
        let names = bound.map { EventDescription($0, [$1], $2) }
        let all = every.isEmpty ? [] : [EventDescription(EventDescription.every, every, nil)]
        return (types + names).sorted { $0.name < $1.name } + all
    }

    /// How many events wait in the queue.
    package var queuedCount: Int { state.withLock { $0.queue.posted.count } }

    /// How many events were refused, instead of being put into the queue.
    package var refusedCount: Int { refusals.load(ordering: .relaxed) }
}

extension EventDescription {
    fileprivate init(_ name: String, _ owners: [Owner], _ tally: EventTally?) {
        self.name = name
        deliveries = tally?.deliveries
        failures = tally?.failures ?? 0
        var counts: [ObjectIdentifier: (owner: Owner, count: Int)] = [:]
        for owner in owners { counts[owner.id, default: (owner, 0)].count += 1 }
        subscribers = counts.values.sorted { $0.owner.position < $1.owner.position }.map { ($0.owner.name, $0.count) }
    }
}
