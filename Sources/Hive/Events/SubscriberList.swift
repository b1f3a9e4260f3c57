// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The subscribers of some event type.
// Sound: lists are immutable, in the subclass too, and hold `Sendable` values.
class AnySubscriberList: @unchecked Sendable {
    /// The handlers of one owner that are called from a place on.
    func handlers(at place: Broadcast.Place) -> [AnySubscription] {
        preconditionFailure("Every list is one of a type of events.")
    }

    /// Whether the handlers that are called from a place on are an owner's.
    func handlers(at place: Broadcast.Place, belongTo owner: Owner) -> Bool {
        preconditionFailure("Every list is one of a type of events.")
    }
}

/// The subscribers of one event type at one time, as runs of one kind.
///
/// A synchronous closure that is converted to an asynchronous one costs many times its call, so the kinds stay apart.
// Sound: see AnySubscriberList.
final class SubscriberList<Event: HiveEvent>: AnySubscriberList, @unchecked Sendable {
    enum Run: Sendable {
        /// Synchronous handlers that follow each other.
        case synchronous([Unmanaged<SynchronousSubscription<Event>>], SynchronousCalls<Event>)
        case asynchronous(AsynchronousSubscription<Event>)
        case every(EverySubscription)
    }

    let runs: [Run]
    /// How many runs there are; to ask the array, the runtime would look up its type at each delivery.
    let runCount: Int
    /// Keeps what the blocks of synchronous handlers refer to.
    private let subscriptions: [AnySubscription]

    init(_ subscriptions: [AnySubscription]) {
        var runs: [Run] = []
        var block: [Unmanaged<SynchronousSubscription<Event>>] = []
        func endBlock() {
            // The handlers of a block were all subscribed with the same calls, or with such that do the same.
            if let first = block.first { runs.append(.synchronous(block, first.takeUnretainedValue().calls)) }
            block = []
        }
        for subscription in subscriptions.sorted(by: AnySubscription.precedes) {
            switch subscription {
            case let subscription as SynchronousSubscription<Event>:
                block.append(.passUnretained(subscription))
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
        runCount = runs.count
        self.subscriptions = subscriptions
    }

    /// Who is called in a run, in that order.
    func handlers(of run: Run) -> [AnySubscription] {
        switch run {
        case .synchronous(let block, _): block.map { $0.takeUnretainedValue() }
        case .asynchronous(let subscription): [subscription]
        case .every(let subscription): [subscription]
        }
    }

    override func handlers(at place: Broadcast.Place) -> [AnySubscription] {
        let handlers = handlers(of: runs[place.run])[place.handler...]
        return Array(handlers.prefix { $0.owner === handlers.first?.owner })
    }

    override func handlers(at place: Broadcast.Place, belongTo owner: Owner) -> Bool {
        switch runs[place.run] {
        case .synchronous(let block, _): block[place.handler]._withUnsafeGuaranteedRef { $0.owner === owner }
        case .asynchronous(let subscription): subscription.owner === owner
        case .every(let subscription): subscription.owner === owner
        }
    }
}
