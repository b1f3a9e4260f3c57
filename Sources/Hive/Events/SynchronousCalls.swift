// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Calls synchronous handlers, one after the other.
///
/// Made where somebody subscribes, so that the compiler, which knows the event's type there, makes a loop for it: one
/// that is the same for every type costs several times the handler's call.
@usableFromInline
struct SynchronousCalls<Event: HiveEvent>: Sendable {
    @usableFromInline
    typealias Block = [Unmanaged<SynchronousSubscription<Event>>]

    /// Calls the handlers of a block, and returns whether the delivery ends.
    ///
    /// The broadcast has entered the block, and is told where the handlers of another owner begin.
    @usableFromInline
    typealias Run = @Sendable (Block, Event, ModuleContext, Broadcast, inout OutcomeCollector<Event>) -> Bool

    let run: Run

    @usableFromInline
    init(_ run: @escaping Run) {
        self.run = run
    }

    /// The loop for a type; the delivery's list keeps the subscriptions alive, so that it retains nothing.
    @inlinable
    static func make() -> SynchronousCalls<Event> {
        SynchronousCalls { block, event, context, broadcast, collector in
            var owner = block.first.map { $0._withUnsafeGuaranteedRef { ObjectIdentifier($0.owner) } }
            for index in block.indices {
                let mustEnd = block[index]._withUnsafeGuaranteedRef { subscription -> Bool in
                    if owner != ObjectIdentifier(subscription.owner) {
                        owner = ObjectIdentifier(subscription.owner)
                        guard broadcast.enter(index) else { return true }
                    }
                    guard subscription.isActive else { return false }
                    collector.handlerCount += 1
                    do {
                        let reply = try subscription.handler(event, context)
                        if Event.Reply.self != Void.self { collector.add(reply, from: subscription) }
                        return false
                    } catch {
                        return collector.add(error, from: subscription)
                    }
                }
                if mustEnd { return true }
            }
            return false
        }
    }
}
