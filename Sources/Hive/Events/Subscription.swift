// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Somebody who wants to be told events of one type, or of all.
class AnySubscription: @unchecked Sendable {
    // Sound: all but `isActive` is immutable, in the subclass too, and that one is atomic.

    let owner: Owner
    /// The place among the subscriptions of an owner.
    let sequence: Int
    /// The module's context; nil for a subscription on the hive, which takes the broadcast's.
    let context: EventContext?
    private let active = Atomic<Bool>(true)

    init(owner: Owner, sequence: Int, context: EventContext?) {
        self.owner = owner
        self.sequence = sequence
        self.context = context
    }

    var isActive: Bool { active.load(ordering: .sequentiallyConsistent) }

    func deactivate() { active.store(false, ordering: .sequentiallyConsistent) }

    static func precedes(_ left: AnySubscription, _ right: AnySubscription) -> Bool {
        (left.owner.position, left.sequence) < (right.owner.position, right.sequence)
    }
}

/// A subscription to one type of events.
final class Subscription<Event: HiveEvent>: AnySubscription, @unchecked Sendable {
    // Sound: see AnySubscription.

    enum Handler: Sendable {
        case synchronous(@Sendable (Event, EventContext) throws -> Event.Reply)
        case asynchronous(@Sendable (Event, EventContext) async throws -> Event.Reply)
    }

    let handler: Handler

    init(owner: Owner, sequence: Int, context: EventContext?, handler: Handler) {
        self.handler = handler
        super.init(owner: owner, sequence: sequence, context: context)
    }
}

/// A subscription to every event.
final class EverySubscription: AnySubscription, @unchecked Sendable {
    // Sound: see AnySubscription.

    let receive: @Sendable (any HiveEvent, EventContext) async throws -> Void

    init(
        owner: Owner,
        sequence: Int,
        context: EventContext?,
        receive: @escaping @Sendable (any HiveEvent, EventContext) async throws -> Void
    ) {
        self.receive = receive
        super.init(owner: owner, sequence: sequence, context: context)
    }
}

/// Ends a subscription that belongs to no module.
///
/// Letting go of the token does not end the subscription.
public struct EventSubscription: Sendable {
    let end: @Sendable () -> Void

    /// Ends the subscription; a second call does nothing.
    ///
    /// Called from within a broadcast, the handler is not called any more; from elsewhere it may be called once, if its
    /// call was under way (C32).
    public func cancel() { end() }
}

/// The subscribers of some event type.
class AnySubscriberList: @unchecked Sendable {
    // Sound: lists are immutable, in the subclass too, and hold `Sendable` values.
}

/// The subscribers of one event type at one time, as runs of one kind.
///
/// A synchronous closure that is converted to an asynchronous one costs many times its call, so the kinds stay apart.
final class SubscriberList<Event: HiveEvent>: AnySubscriberList, @unchecked Sendable {
    // Sound: see AnySubscriberList.

    enum Run: Sendable {
        /// At most ``blockSize`` synchronous handlers.
        case synchronous([Subscription<Event>])
        case asynchronous(Subscription<Event>)
        case every(EverySubscription)
    }

    /// How many synchronous handlers run between two notes of how far a broadcast has come.
    static var blockSize: Int { 64 }

    let runs: [Run]

    init(_ subscriptions: [AnySubscription]) {
        var runs: [Run] = []
        var block: [Subscription<Event>] = []
        func endBlock() {
            if !block.isEmpty { runs.append(.synchronous(block)) }
            block = []
        }
        for subscription in subscriptions.sorted(by: AnySubscription.precedes) {
            switch subscription {
            case let subscription as Subscription<Event>:
                if case .synchronous = subscription.handler {
                    block.append(subscription)
                    if block.count == Self.blockSize { endBlock() }
                } else {
                    endBlock()
                    runs.append(.asynchronous(subscription))
                }
            case let subscription as EverySubscription:
                endBlock()
                runs.append(.every(subscription))
            default:
                preconditionFailure("Subscriptions are filed under their event's type.")
            }
        }
        endBlock()
        self.runs = runs
    }

    /// Whether a run calls handlers of an owner.
    func run(_ index: Int, belongsTo owner: Owner) -> Bool {
        guard runs.indices.contains(index) else { return false }
        return switch runs[index] {
        case .synchronous(let block): block.contains { $0.owner === owner }
        case .asynchronous(let subscription): subscription.owner === owner
        case .every(let subscription): subscription.owner === owner
        }
    }
}
