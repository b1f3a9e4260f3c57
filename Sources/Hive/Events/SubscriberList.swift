// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// The subscribers of one event type at one time, as runs of one kind.
///
/// A synchronous closure that is converted to an asynchronous one costs many times its call, so the kinds stay apart.
@usableFromInline
// Sound: it is immutable, and what it refers to is `Sendable`.
final class SubscriberList: @unchecked Sendable {
    enum Run: Sendable {
        /// Synchronous handlers that follow each other.
        case synchronous(SynchronousCalls.Block, SynchronousCalls)
        /// An asynchronous one of the event's type.
        case asynchronous(AnySubscription)
        case every(EverySubscription)
    }

    let runs: [Run]
    /// Whether the first handler is a synchronous one.
    let beginsSynchronously: Bool
    /// Keeps what the blocks of synchronous handlers refer to.
    private let subscriptions: [AnySubscription]

    init(_ subscriptions: [AnySubscription]) {
        var runs: [Run] = []
        var block: SynchronousCalls.Block = []
        // The handlers of a block were all subscribed with the same calls, or with such that do the same.
        var calls: SynchronousCalls?
        func endBlock() {
            if let calls { runs.append(.synchronous(block, calls)) }
            (block, calls) = ([], nil)
        }
        for subscription in subscriptions.sorted(by: AnySubscription.precedes) {
            switch subscription {
            case let subscription as AnySynchronousSubscription:
                block.append(.passUnretained(subscription))
                calls = calls ?? subscription.calls
            case let subscription as EverySubscription:
                endBlock()
                runs.append(.every(subscription))
            default:
                endBlock()
                runs.append(.asynchronous(subscription))
            }
        }
        endBlock()
        self.runs = runs
        beginsSynchronously = if case .synchronous? = runs.first { true } else { false }
        self.subscriptions = subscriptions
    }

    /// Calls synchronous handlers until there is one to be awaited, which is returned; nil when there are no more.
    ///
    /// It does not know the event's type, because code that is the same for every type has to look types up while it
    /// runs; what handlers need of the type is in their ``SynchronousCalls``.
    ///
    /// The pointers are to the event, and to an array of the answers to an event of its type. The broadcast is told how
    /// far the delivery has come, and says whether it goes on.
    func callSynchronously(
        _ nextRun: inout Int,
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ context: ModuleContext,
        _ broadcast: Broadcast,
        _ collector: inout OutcomeCollector
    ) -> AwaitedHandler? {
        while nextRun < runs.count, broadcast.enter(run: nextRun) {
            let run = runs[nextRun]
            nextRun += 1
            switch run {
            case .synchronous(let block, let calls):
                if calls.run(block, event, context, broadcast, answers, &collector) { return nil }
            case .asynchronous(let subscription) where subscription.isActive: return .asynchronous(subscription)
            case .every(let subscription) where subscription.isActive: return .every(subscription)
            case .asynchronous, .every: break
            }
        }
        return nil
    }

    /// Who is called in a run, in that order.
    func handlers(of run: Run) -> [AnySubscription] {
        switch run {
        case .synchronous(let block, _): block.map { $0.takeUnretainedValue() }
        case .asynchronous(let subscription): [subscription]
        case .every(let subscription): [subscription]
        }
    }

    /// The handlers of one owner that are called from a place on.
    func handlers(at place: Broadcast.Place) -> [AnySubscription] {
        let handlers = handlers(of: runs[place.run])[place.handler...]
        return Array(handlers.prefix { $0.owner === handlers.first?.owner })
    }

    /// Whether the handlers that are called from a place on are an owner's.
    func handlers(at place: Broadcast.Place, belongTo owner: Owner) -> Bool {
        switch runs[place.run] {
        case .synchronous(let block, _): block[place.handler]._withUnsafeGuaranteedRef { $0.owner === owner }
        case .asynchronous(let subscription): subscription.owner === owner
        case .every(let subscription): subscription.owner === owner
        }
    }
}
