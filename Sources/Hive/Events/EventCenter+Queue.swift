// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What is posted, and the task that delivers it while the hive runs.

extension EventCenter {
    /// What is wrong with the queue that the hive was made with.
    var problems: [Problem] {
        let capacity = state.withLock { $0.queue.capacity }
        guard capacity < 1 else { return [] }
        let text = "The hive's eventQueueCapacity is \(capacity), so that no event could be posted."
        return [Problem(.error, .invalidValue, at: nil, text, remedy: "Give it at least 1.")]
    }

    func enqueue(
        _ subject: EventSubject,
        _ deliver: @escaping @Sendable (EventCenter, Deliverer) async throws -> Void
    ) throws {
        let (refusal, mustStart) = state.withLock { state -> (HiveError?, Bool) in
            let rule = stage.current.events
            switch rule {
            case .over:
                return (HiveError(.stopped, "\(subject) cannot be posted: the hive has stopped."), false)
            case .finishing:
                return (HiveError(.stopping, "\(subject) cannot be posted: the hive is stopping."), false)
            case .queued, .delivered, .postponed: break
            }
            guard !state.queue.isFull else {
                let text =
                    "\(subject) cannot be posted: \(state.queue.capacity) events wait already. Post less, or wait."
                return (HiveError(.queueFull, text), false)
            }
            state.queue.append(.init(subject: subject, deliver: deliver))
            return (nil, rule == .delivered && state.delivery == nil)
        }
        if let refusal { throw told(refusal, of: subject) }
        observers.notify(.init(.eventPosted, subject: "\(subject)"))
        if mustStart { deliverPosted() }
    }

    /// Counts an event that was not put into the queue, tells observers, and returns why.
    func told(_ refusal: any Error, of subject: EventSubject, by module: String? = nil) -> any Error {
        refusals.wrappingAdd(1, ordering: .relaxed)
        observers.notify(.init(.eventRefused, module: module, subject: "\(subject)", error: refusal))
        return refusal
    }

    /// Posts an event of the hive's own, if anybody subscribes to it; a queue that is full takes it all the same.
    func postOwn<Event: HiveEvent>(_ event: Event) {
        let isPosted = state.withLock { state in
            guard stage.current.events != .over, state.hasSubscriptions(toOwn: Event.self) else { return false }
            state.queue.append(
                .init(subject: .type(Event.self)) { center, deliverer in
                    _ = try await center.deliver(event, stopAtFirstFailure: false, by: deliverer)
                }
            )
            return true
        }
        guard isPosted else { return }
        observers.notify(.init(.eventPosted, subject: "\(EventSubject.type(Event.self))"))
        deliverPosted()
    }

    /// Delivers what waits, in a task, if the hive runs and no task does so yet.
    func deliverPosted() {
        begin(state.withLock { stage.current.events == .delivered ? $0.beginDelivering() : nil })
    }

    /// Begins a task that delivers the queue.
    private func begin(_ delivery: (task: PendingTask, number: Int)?) {
        // Ends by itself when the queue is empty; a stop waits for it. Detached, because handlers have nothing to do
        // with the task-local values of whoever happened to post first.
        guard let (task, number) = delivery else { return }
        task.begin { Task.detached { await self.deliverQueue(number) } }
    }

    private func deliverQueue(_ number: Int) async {
        while let posted = nextPosted(number) {
            await deliver(posted, by: .queue(number))
            // A handler has cancelled the task that it runs in; those of the next event are not to begin in it.
            if Task.isCancelled { return deliverRestInFreshTask(number) }
        }
    }

    private func deliverRestInFreshTask(_ number: Int) {
        let (ended, next) = state.withLock { state -> (QueueDelivery?, (task: PendingTask, number: Int)?) in
            // Or a stop has taken over, and cancelled it.
            guard let delivery = state.delivery, delivery.number == number else { return (nil, nil) }
            state.delivery = nil
            return (delivery, state.beginDelivering())
        }
        // Released here, because an event and its handlers are user code.
        withExtendedLifetime(ended) { begin(next) }
    }

    /// Delivers what was posted, and tells observers when it reaches nobody.
    func deliver(_ posted: EventQueue.Posted, by deliverer: Deliverer) async {
        do {
            try await posted.deliver(self, deliverer)
        } catch {
            // What handlers throw has been told already; this is an event that reached nobody.
            observers.notify(.init(.handlerFailed, subject: "\(posted.subject)", error: error))
        }
    }

    /// The next event for the task that delivers the queue; nil when there is none, or a stop has taken over.
    private func nextPosted(_ number: Int) -> EventQueue.Posted? {
        let (next, previous) = state.withLock { state -> (EventQueue.Posted?, QueueDelivery?) in
            guard let delivery = state.delivery, delivery.number == number else { return (nil, nil) }
            let next = state.queue.popFirst()
            state.delivery = next.map { .init(number: number, task: delivery.task, posted: $0) }
            return (next, delivery)
        }
        // Released here, because an event and its handlers are user code.
        return withExtendedLifetime(previous) { next }
    }
}
