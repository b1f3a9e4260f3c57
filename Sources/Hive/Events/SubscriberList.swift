// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The subscribers of one event type at one time, in the order in which they are called.
///
/// A synchronous closure that is converted to an asynchronous one costs many times its call, so the kinds stay apart.
@usableFromInline
// Sound: it is immutable, and what it refers to is `Sendable`.
final class SubscriberList: @unchecked Sendable {
    enum Kind: Sendable {
        case synchronous
        case asynchronous
        case every
    }

    /// Synchronous handlers that follow each other, or one that is to be awaited.
    struct Run: Sendable {
        let kind: Kind
        /// Their places in the list.
        var places: Range<Int>
    }

    let runs: [Run]
    /// Whether the first handler is a synchronous one.
    let beginsSynchronously: Bool
    let subscriptions: [AnySubscription]
    /// Where deliveries to them are counted.
    let tally: EventTally
    /// The same, for whoever reads them without retaining them.
    private let handlers: [Unmanaged<AnySubscription>]

    init(_ unsorted: [AnySubscription], tally: EventTally) {
        self.tally = tally
        subscriptions = unsorted.sorted(by: AnySubscription.precedes)
        handlers = subscriptions.map { .passUnretained($0) }
        var runs: [Run] = []
        for (place, subscription) in subscriptions.enumerated() {
            let kind: Kind =
                switch subscription {
                case is AnySynchronousSubscription: .synchronous
                case is EverySubscription: .every
                default: .asynchronous
                }
            if kind == .synchronous, let last = runs.last, last.kind == kind {
                runs[runs.count - 1].places = last.places.lowerBound..<place + 1
            } else {
                runs.append(Run(kind: kind, places: place..<place + 1))
            }
        }
        self.runs = runs
        beginsSynchronously = runs.first?.kind == .synchronous
    }

    /// Calls synchronous handlers until there is one to be awaited, or the delivery is over; says whether it is.
    ///
    /// It does not know the event's type, because code that is the same for every type has to look types up while it
    /// runs; what handlers need of the type is in their ``SynchronousCalls``.
    ///
    /// The pointers are to the event, and to an array of the answers to an event of its type. The broadcast is told how
    /// far the delivery has come, and says whether it goes on.
    func callSynchronously(
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ context: ModuleContext,
        _ broadcast: Broadcast,
        _ progress: inout DeliveryProgress,
        _ center: EventCenter
    ) -> Bool {
        while progress.nextRun < runs.count {
            let run = runs[progress.nextRun]
            if run.kind != .synchronous { return false }
            guard broadcast.enter(run.places.lowerBound) else { break }
            progress.advance()
            // Sound: the run is one of synchronous handlers. All were subscribed with the same calls, or with such that
            // do the same.
            let first = unsafeDowncast(subscriptions[run.places.lowerBound], to: AnySynchronousSubscription.self)
            let mustEnd = handlers.withUnsafeBufferPointer {
                first.calls.run($0, run.places, event, answers, context, broadcast, &progress, center)
            }
            if mustEnd { break }
        }
        progress.end()
        return true
    }

    /// Calls synchronous handlers, as above, and returns the one to be awaited; nil when the delivery is over.
    func next(
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ context: ModuleContext,
        _ broadcast: Broadcast,
        _ progress: inout DeliveryProgress,
        _ center: EventCenter
    ) -> AwaitedHandler? {
        while !callSynchronously(event, answers, context, broadcast, &progress, center) {
            let run = runs[progress.nextRun]
            let subscription = subscriptions[run.places.lowerBound]
            guard broadcast.enter(run.places.lowerBound) else { return nil }
            progress.advance()
            guard subscription.isActive else { continue }
            progress.handlerCount += 1
            // Sound: the run is one that wants every event.
            if run.kind == .every { return .every(unsafeDowncast(subscription, to: EverySubscription.self)) }
            return .asynchronous(subscription)
        }
        return nil
    }

    /// The handlers of one owner that are called from a place on, before anything is awaited.
    func handlers(at place: Int) -> [AnySubscription] {
        guard let run = runs.first(where: { $0.places.contains(place) }) else { return [] }
        let owner = subscriptions[place].owner
        return Array(subscriptions[place..<run.places.upperBound].prefix { $0.owner === owner })
    }
}
