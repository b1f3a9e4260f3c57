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

/// What a subscriber wants to have called.
enum EventHandler<Event: HiveEvent>: Sendable {
    case synchronous(@Sendable (Event, EventContext) throws -> Event.Reply)
    case asynchronous(@Sendable (Event, EventContext) async throws -> Event.Reply, budget: Duration? = nil)
}

/// A subscription to one type of events, with a synchronous handler.
final class SynchronousSubscription<Event: HiveEvent>: AnySubscription, @unchecked Sendable {
    // Sound: see AnySubscription.

    private let handler: @Sendable (Event, EventContext) throws -> Event.Reply

    init(
        owner: Owner,
        sequence: Int,
        context: EventContext?,
        handler: @escaping @Sendable (Event, EventContext) throws -> Event.Reply
    ) {
        self.handler = handler
        super.init(owner: owner, sequence: sequence, context: context)
    }

    /// Calls the handler with the module's context, or with the broadcast's.
    @inline(__always)
    func call(_ event: Event, _ broadcast: EventContext) throws -> Event.Reply {
        guard let context else { return try handler(event, broadcast) }
        return try handler(event, context)
    }
}

/// A subscription to one type of events, with an asynchronous handler.
final class AsynchronousSubscription<Event: HiveEvent>: AnySubscription, @unchecked Sendable {
    // Sound: see AnySubscription.

    let handler: @Sendable (Event, EventContext) async throws -> Event.Reply
    /// How long a call may take; nil for as long as it likes.
    let budget: Duration?

    init(
        owner: Owner,
        sequence: Int,
        context: EventContext?,
        budget: Duration?,
        handler: @escaping @Sendable (Event, EventContext) async throws -> Event.Reply
    ) {
        self.budget = budget
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
        case synchronous([Unmanaged<SynchronousSubscription<Event>>])
        case asynchronous(AsynchronousSubscription<Event>)
        case every(EverySubscription)
    }

    /// How many synchronous handlers run between two notes of how far a broadcast has come.
    static var blockSize: Int { 64 }

    let runs: [Run]
    /// Keeps what the blocks of synchronous handlers refer to.
    private let subscriptions: [AnySubscription]

    init(_ subscriptions: [AnySubscription]) {
        var runs: [Run] = []
        var block: [Unmanaged<SynchronousSubscription<Event>>] = []
        func endBlock() {
            if !block.isEmpty { runs.append(.synchronous(block)) }
            block = []
        }
        for subscription in subscriptions.sorted(by: AnySubscription.precedes) {
            switch subscription {
            case let subscription as SynchronousSubscription<Event>:
                block.append(.passUnretained(subscription))
                if block.count == Self.blockSize { endBlock() }
            case let subscription as AsynchronousSubscription<Event>:
                endBlock()
                runs.append(.asynchronous(subscription))
            case let subscription as EverySubscription:
                endBlock()
                runs.append(.every(subscription))
            default:
                preconditionFailure("Subscriptions are filed under their event's type.")
            }
        }
        endBlock()
        self.runs = runs
        self.subscriptions = subscriptions
    }

    /// Whether a run calls handlers of an owner.
    func run(_ index: Int, belongsTo owner: Owner) -> Bool {
        guard runs.indices.contains(index) else { return false }
        return switch runs[index] {
        case .synchronous(let block): block.contains { $0._withUnsafeGuaranteedRef { $0.owner === owner } }
        case .asynchronous(let subscription): subscription.owner === owner
        case .every(let subscription): subscription.owner === owner
        }
    }
}
