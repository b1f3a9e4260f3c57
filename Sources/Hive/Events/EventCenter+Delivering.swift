// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// The way of an event through its handlers: what depends on its type is a thin shell, in which the compiler knows the
// type wherever an event is triggered; all else does not.

extension EventCenter {
    /// Delivers an event, to the subscribers of its type or to those of a name that it came by.
    @inlinable
    @inline(__always)
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to list: SubscriberList? = nil,
        name: String? = nil,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer
    ) async throws -> EventOutcome<Event.Reply> {
        var answers: [EventOutcome<Event.Reply>.Answer] = []
        var progress = DeliveryProgress(stopsAtFirstFailure: stopAtFirstFailure)
        let rest = try withUnsafePointer(to: event) { event in
            try withUnsafeMutablePointer(to: &answers) { answers in
                try begin(Event.self, event, answers, list, name, deliverer, &progress)
            }
        }
        if let rest { await finish(rest, event, &answers, &progress) }
        return EventOutcome(answers: answers, failures: progress.failures, handlerCount: progress.handlerCount)
    }

    /// Begins a delivery, and calls the synchronous handlers that come before the first one that has to be awaited.
    ///
    /// Returns what is left of the delivery; nil when it is over. The pointers are to the event, and to an array of the
    /// answers to an event of its type.
    @usableFromInline
    func begin(
        _ type: any Any.Type,
        _ event: UnsafeRawPointer,
        _ answers: UnsafeMutableRawPointer,
        _ given: SubscriberList?,
        _ name: String?,
        _ deliverer: Deliverer,
        _ progress: inout DeliveryProgress
    ) throws -> Delivery? {
        let subject = EventSubject(type, name)
        if case .trigger = deliverer { try checkRunning(subject) }
        let list = given ?? subscribers(type)
        if list.runs.isEmpty {
            countUnheard(list.tally, by: deliverer)
            return nil
        }
        let around = ActivityScope.current
        if around.depth(of: hive) >= Self.maximumDepth {
            let chain = (around.broadcasts(of: hive) + [subject]).map { "\($0)" }.joined(separator: " -> ")
            let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
            throw HiveError(.nestedTooDeeply, text)
        }
        let broadcast = Broadcast(subject, of: hive)
        guard let core = state.withLock({ $0.begin(broadcast, to: list, by: deliverer) }) else {
            // When a stop has taken the queue over meanwhile, it delivers this one too.
            if case .queue = deliverer { return nil }
            throw Self.stopped(subject)
        }
        let context = ModuleContext(scope: HookScope(runtime: nil, hive: core, ticket: 0))
        if !deliverer.isContinued {
            list.tally.addDelivery()
            observers.notify(.init(.willTrigger, subject: "\(subject)"))
        }
        let start = observers.isEmpty ? .zero : timer.clock.now()
        let scope = ActivityScope(broadcast, inside: around)
        if list.beginsSynchronously, !deliverer.isStop {
            let isOver = ActivityScope.$current.withValue(scope) {
                list.callSynchronously(event, answers, context, broadcast, &progress, self)
            }
            if isOver {
                end(broadcast, to: list, start, failures: progress.failures.count)
                return nil
            }
        }
        return Delivery(broadcast, to: list, by: deliverer, start: start, scope: scope, context: context)
    }

    /// Counts an event to which nobody subscribes.
    private func countUnheard(_ tally: EventTally, by deliverer: Deliverer) {
        switch deliverer {
        case .trigger, .stop(_, nil): tally.addDelivery()
        case .stop: break
        case .queue(let number):
            let ended = state.withLock { state -> QueueDelivery? in
                guard let delivery = state.delivery, delivery.number == number else { return nil }
                // A stop that takes the queue over from here on has nothing left to do for the event. The whole value
                // is replaced: with nil assigned to its event alone, the compiler releases that never.
                state.delivery = QueueDelivery(number: number, task: delivery.task)
                return delivery
            }
            if ended != nil { tally.addDelivery() }
            // Released here, because an event is user code.
            withExtendedLifetime(ended) {}
        }
    }

    func checkRunning(_ subject: @autoclosure () -> EventSubject) throws {
        switch stage.current.events {
        case .queued:
            let text = "\(subject()) cannot be triggered before the hive runs; post it, and it is delivered then."
            throw HiveError(.invalidState, text)
        case .over:
            throw Self.stopped(subject())
        case .delivered, .postponed, .finishing:
            break
        }
    }

    private static func stopped(_ subject: EventSubject) -> HiveError {
        HiveError(.stopped, "\(subject) cannot be triggered: the hive has stopped.")
    }

    /// Calls the handlers that are left.
    @inlinable
    func finish<Event: HiveEvent>(
        _ delivery: Delivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer],
        _ progress: inout DeliveryProgress
    ) async {
        await ActivityScope.binding.withValue(delivery.scope) {
            if let stop = delivery.stop {
                await callInTime(delivery, event, &answers, &progress, stop)
            } else {
                await call(delivery, event, &answers, &progress)
            }
        }
        end(delivery, failures: progress.failures.count)
    }

    @inlinable
    func call<Event: HiveEvent>(
        _ delivery: Delivery,
        _ event: Event,
        _ answers: inout [EventOutcome<Event.Reply>.Answer],
        _ progress: inout DeliveryProgress
    ) async {
        func next() -> AwaitedHandler? {
            withUnsafePointer(to: event) { event in
                withUnsafeMutablePointer(to: &answers) { delivery.next(event, $0, &progress, self) }
            }
        }
        while let handler = next() {
            switch handler {
            case .asynchronous(let subscription):
                // Sound: subscriptions are filed under their event's type, and called for events of that type only.
                let own = unsafeDowncast(subscription, to: AsynchronousSubscription<Event>.self)
                do {
                    let context = delivery.context(for: own)
                    let reply =
                        if let timeout = own.timeout {
                            try await call(own, timeout: timeout, event, context)
                        } else {
                            try await own.handler(event, context)
                        }
                    if Event.Reply.self != Void.self { answers.append((own.owner.name, reply)) }
                } catch {
                    add(error, from: own, of: Event.self, to: &progress)
                }
            case .every(let subscription):
                do {
                    try await subscription.receive(event, delivery.context(for: subscription))
                } catch {
                    add(error, from: subscription, of: Event.self, to: &progress)
                }
            }
        }
    }

    @usableFromInline
    func end(_ delivery: Delivery, failures: Int) {
        end(delivery.broadcast, to: delivery.list, delivery.start, failures: failures)
    }

    private func end(_ broadcast: Broadcast, to list: SubscriberList, _ start: Duration, failures: Int) {
        list.tally.addFailures(failures)
        broadcast.end()
        let isContinued = broadcast.endCalls()
        state.withLock { $0.deliveries.remove(broadcast) }
        // Kept until here, because the deliveries under way retain nothing.
        withExtendedLifetime(list) {}
        withExtendedLifetime(broadcast) {}
        if !observers.isEmpty, !isContinued {
            let duration = timer.clock.now() - start
            observers.notify(.init(.didTrigger, subject: "\(broadcast.subject)", duration: duration))
        }
    }
}
