// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Calls synchronous handlers of one type of events, one after the other.
///
/// Made where somebody subscribes, so that the compiler, which knows the event's type there, makes a loop for it: one
/// that is the same for every type costs several times the handler's call. Who delivers the event need not know its
/// type.
@usableFromInline
struct SynchronousCalls: Sendable {
    @usableFromInline
    typealias Handlers = UnsafeBufferPointer<Unmanaged<AnySubscription>>

    /// Calls the handlers at some places of a list, and returns whether the delivery ends.
    ///
    /// The broadcast has entered the first place, and is told where the handlers of another owner begin. The pointers
    /// are to the event and to an array of answers, both of the type of the subscriptions.
    @usableFromInline
    typealias Run =
        @Sendable (
            Handlers, Range<Int>, UnsafeRawPointer, UnsafeMutableRawPointer, ModuleContext, Broadcast,
            inout DeliveryProgress, EventCenter
        ) -> Bool

    let run: Run

    @usableFromInline
    init(_ run: @escaping Run) {
        self.run = run
    }

    /// The loop for a type; the delivery's list keeps the subscriptions alive, so that it retains nothing.
    @inlinable
    static func make<Event: HiveEvent>(_ type: Event.Type) -> SynchronousCalls {
        SynchronousCalls { handlers, places, event, answers, context, broadcast, progress, center in
            // Sound: subscriptions are filed under their event's type, and called for events of that type only.
            let event = event.assumingMemoryBound(to: Event.self)
            let answers = answers.assumingMemoryBound(to: [EventOutcome<Event.Reply>.Answer].self)
            var owner = handlers[places.lowerBound]._withUnsafeGuaranteedRef { ObjectIdentifier($0.owner) }
            for place in places {
                let mustEnd = handlers[place]._withUnsafeGuaranteedRef { subscription -> Bool in
                    if owner != ObjectIdentifier(subscription.owner) {
                        owner = ObjectIdentifier(subscription.owner)
                        guard broadcast.enter(place) else { return true }
                    }
                    guard subscription.isActive else { return false }
                    progress.handlerCount += 1
                    do {
                        // Sound: as above.
                        let own = unsafeDowncast(subscription, to: SynchronousSubscription<Event>.self)
                        let reply = try own.handler(event.pointee, context)
                        if Event.Reply.self != Void.self { answers.pointee.append((subscription.owner.name, reply)) }
                        return false
                    } catch {
                        return center.add(error, from: subscription, of: Event.self, to: &progress)
                    }
                }
                if mustEnd { return true }
            }
            return false
        }
    }
}
