// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Subscriptions and the queue: what changes an event center.

extension EventCenter {
    /// The subscribers of a type; nil when there are none.
    func subscribers<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event>? {
        let tag = UInt(bitPattern: ObjectIdentifier(type))
        let known = table.find(tag: tag) { entry in
            // Sound: the entry was found under this type, so its list is one of this type.
            entry.current.withObject { unsafeDowncast($0, to: SubscriberList<Event>.self) }
        }
        if let known { return known.runs.isEmpty ? nil : known }
        var garbage: RetiredObjects.Garbage = []
        let made = state.withLock { state -> SubscriberList<Event> in
            let (list, entry) = state.list(type, garbage: &garbage)
            if let entry { table.insert(entry, tag: tag) }
            return list
        }
        garbage.removeAll()
        return made.runs.isEmpty ? nil : made
    }

    /// Files a subscription, unless the hive has stopped: it is ended from the beginning then.
    ///
    /// Returns nil when the hook of the scope has returned; outside modules there is no scope.
    func add<Event: HiveEvent>(
        _ type: Event.Type,
        owner: Owner,
        context: ModuleContext?,
        scope: HookScope? = nil,
        _ handler: EventHandler<Event>
    ) -> AnySubscription? {
        var garbage: RetiredObjects.Garbage = []
        let subscription = state.withLock { state -> AnySubscription? in
            // Under the lock, so that nothing is filed for a module after its subscriptions have ended.
            if let scope, !scope.isOpen { return nil }
            let sequence = state.nextSequence()
            let added: AnySubscription =
                switch handler {
                case .synchronous(let handler, let calls):
                    SynchronousSubscription<Event>(owner: owner, sequence: sequence, calls: calls, handler: handler)
                case .asynchronous(let handler, let timeout):
                    AsynchronousSubscription<Event>(
                        owner: owner,
                        sequence: sequence,
                        context: context,
                        timeout: timeout,
                        handler: handler
                    )
                }
            if stage.current.events == .over {
                added.deactivate()
            } else {
                state.add(added, for: ObjectIdentifier(type), garbage: &garbage)
            }
            return added
        }
        garbage.removeAll()
        return subscription
    }

    func addEvery(
        owner: Owner,
        context: ModuleContext?,
        receive: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { state in
            let sequence = state.nextSequence()
            let added = EverySubscription(owner: owner, sequence: sequence, context: context, receive: receive)
            state.add(added, garbage: &garbage)
        }
        garbage.removeAll()
    }

    /// A token that does not keep the handler, which may refer to whoever keeps the token.
    func token<Event: HiveEvent>(_ type: Event.Type, for subscription: AnySubscription?) -> RegistrationToken {
        RegistrationToken { [weak self, weak subscription] in
            guard let subscription, subscription.isActive else { return }
            subscription.deactivate()
            var garbage: RetiredObjects.Garbage = []
            self?.state.withLock { $0.remove(subscription, for: ObjectIdentifier(type), garbage: &garbage) }
            garbage.removeAll()
        }
    }
}

// MARK: - The queue

extension EventCenter {
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
            case .queued, .delivered: break
            }
            guard !state.queue.isFull else {
                let text =
                    "\(subject) cannot be posted: \(state.queue.capacity) events wait already. Post less, or wait."
                return (HiveError(.queueFull, text), false)
            }
            state.queue.append(.init(subject: subject, deliver: deliver))
            return (nil, rule == .delivered && state.delivery == nil)
        }
        if let refusal { throw refusal }
        observers.notify(.init(.eventPosted, subject: "\(subject)"))
        if mustStart { deliverPosted() }
    }

    /// Delivers what waits, in a task, if the hive runs and no task does so yet.
    func deliverPosted() {
        state.withLock { state in
            guard stage.current.events == .delivered else { return }
            state.beginDelivering { await self.deliverQueue($0) }
        }
    }

    private func deliverQueue(_ number: Int) async {
        while let posted = nextPosted(number) {
            await deliver(posted, by: .queue(number))
            // A handler has cancelled the task that it runs in; those of the next event are not to begin in it.
            if Task.isCancelled { return deliverRestInFreshTask(number) }
        }
    }

    private func deliverRestInFreshTask(_ number: Int) {
        let ended = state.withLock { state -> QueueDelivery? in
            // Or a stop has taken over, and cancelled it.
            guard let delivery = state.delivery, delivery.number == number else { return nil }
            state.delivery = nil
            state.beginDelivering { await self.deliverQueue($0) }
            return delivery
        }
        // Released here, because an event and its handlers are user code.
        withExtendedLifetime(ended) {}
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

// MARK: - The hive's life

extension EventCenter {
    /// Allows what a stage of the hive's life allows, which the engine has entered.
    func follow(_ next: LifeStage) { state.withLock { _ in stage.advance(to: next) } }

    /// Keeps events from modules that are about to join a hive that runs, until they are admitted (C58).
    ///
    /// While the hive starts there is nothing to keep from them: nothing is delivered before all are ready.
    func hold(_ owners: [Owner]) {
        guard stage.current.events != .queued else { return }
        state.withLock { $0.hold(owners) }
    }

    /// Lets modules that are ready have every event that is delivered from now on, all of them at one moment.
    func admit(_ owners: [Owner]) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { $0.admit(owners, garbage: &garbage) }
        garbage.removeAll()
    }

    /// Whether something that was posted has not been delivered yet.
    var hasUndelivered: Bool { state.withLock { $0.delivery != nil || !$0.queue.isEmpty } }

    /// Ends an owner's subscriptions, whatever is being called.
    func end(_ owner: Owner) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { $0.end(owner, garbage: &garbage) }
        garbage.removeAll()
    }

    /// Whether a handler of an owner is being called; its subscriptions have ended before.
    func isCalling(_ owner: Owner) -> Bool {
        state.withLock { $0.broadcasts.values.contains { $0.isInside(owner) } }
    }

    /// Ends an owner's subscriptions and returns when none of its handlers is being called (C31, C36).
    nonisolated(nonsending) func withdraw(_ owner: Owner) async {
        var garbage: RetiredObjects.Garbage = []
        let broadcasts = state.withLock { state in
            state.end(owner, garbage: &garbage)
            return Array(state.broadcasts.values)
        }
        garbage.removeAll()
        for broadcast in broadcasts { await broadcast.waitUntilOutside(owner) }
        // A list that a thread was reading just then refers to handlers still.
        await RetiredObjects.letGo { state.withLock { $0.sweep() } }
    }

    /// Takes out the events that were posted and never delivered, and returns their names.
    func takeUndelivered() -> [String] { state.withLock { $0.queue.removeAll() }.map { "\($0.subject)" } }
}
