// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// Subscriptions and the queue: what changes an event center.

extension EventCenter {
    /// The subscribers of a type; nil when there are none.
    func subscribers<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event>? {
        let tag = UInt(bitPattern: ObjectIdentifier(type))
        let known = table.find(tag: tag) { slot in
            // The slot was found under this type, so its list is one of this type.
            slot.current.withObject { unsafeDowncast($0, to: SubscriberList<Event>.self) }
        }
        if let known { return known.runs.isEmpty ? nil : known }
        var garbage: RetiredObjects.Garbage = []
        let made = state.withLock { state -> SubscriberList<Event> in
            let (list, slot) = state.list(type, garbage: &garbage)
            if let slot { table.insert(slot, tag: tag) }
            return list
        }
        garbage.removeAll()
        return made.runs.isEmpty ? nil : made
    }

    func add<Event: HiveEvent>(
        _ type: Event.Type,
        owner: Owner,
        context: EventContext?,
        _ handler: Subscription<Event>.Handler
    ) -> AnySubscription {
        var garbage: RetiredObjects.Garbage = []
        let subscription = state.withLock { state in
            let sequence = state.nextSequence()
            let added = Subscription<Event>(owner: owner, sequence: sequence, context: context, handler: handler)
            state.add(added, for: ObjectIdentifier(type), garbage: &garbage)
            return added
        }
        garbage.removeAll()
        return subscription
    }

    func addEvery(
        owner: Owner,
        context: EventContext?,
        receive: @escaping @Sendable (any HiveEvent, EventContext) async throws -> Void
    ) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { state in
            let sequence = state.nextSequence()
            let added = EverySubscription(owner: owner, sequence: sequence, context: context, receive: receive)
            state.add(added, garbage: &garbage)
        }
        garbage.removeAll()
    }

    func token<Event: HiveEvent>(
        _ type: Event.Type,
        for subscription: AnySubscription
    ) -> EventSubscription {
        EventSubscription { [weak self] in
            guard subscription.isActive else { return }
            subscription.deactivate()
            var garbage: RetiredObjects.Garbage = []
            self?.state.withLock { $0.remove(subscription, for: ObjectIdentifier(type), garbage: &garbage) }
            garbage.removeAll()
        }
    }
}

// MARK: - The queue

extension EventCenter {
    func enqueue(name: String, _ deliver: @escaping @Sendable (EventCenter) async throws -> Void) throws {
        let refusal = state.withLock { state -> HiveError? in
            switch state.gate {
            case .stopped: return HiveError(.stopped, "\(name) cannot be posted: the hive has stopped.")
            case .draining: return HiveError(.stopping, "\(name) cannot be posted: the hive is stopping.")
            case .queueing, .open: break
            }
            if state.queue.count >= state.capacity {
                let text = "\(name) cannot be posted: \(state.capacity) events wait already. Post less, or wait."
                return HiveError(.queueFull, text)
            }
            state.queue.append(.init(name: name, deliver: deliver))
            if state.gate == .open { startDraining(&state) }
            return nil
        }
        if let refusal { throw refusal }
        observers.notify(.init(.eventPosted, subject: name))
    }

    private func startDraining(_ state: inout EventState) {
        guard state.drain == nil, !state.queue.isEmpty else { return }
        // Ends by itself when the queue is empty; a stop waits for it.
        state.drain = Inside.detach { Task { await drainQueue() } }
    }

    private func drainQueue() async {
        while true {
            let batch = state.withLock { state in
                let batch = state.queue
                state.queue = []
                if batch.isEmpty { state.drain = nil }
                return batch
            }
            if batch.isEmpty { return }
            for posted in batch {
                do {
                    try await posted.deliver(self)
                } catch {
                    // What handlers throw has been told already; this is an event that reached nobody.
                    observers.notify(.init(.handlerFailed, subject: posted.name, error: error))
                }
            }
        }
    }
}

// MARK: - The hive's life

extension EventCenter {
    /// Lets events be triggered, and delivers what was posted so far.
    func open() {
        state.withLock { state in
            guard state.gate == .queueing else { return }  // A stop has overtaken the start.
            state.gate = .open
            startDraining(&state)
        }
    }

    /// Refuses further posts and returns when everything that was posted has been delivered (C31).
    func drain() async {
        while true {
            let task = state.withLock { state in
                state.gate = .draining
                startDraining(&state)
                return state.drain
            }
            guard let task else { return }
            await task.value
        }
    }

    /// Ends an owner's subscriptions, whatever is being called.
    func end(_ owner: Owner) {
        var garbage: RetiredObjects.Garbage = []
        state.withLock { $0.end(owner, garbage: &garbage) }
        garbage.removeAll()
    }

    /// Ends an owner's subscriptions and returns when none of its handlers is being called (C31, C36).
    func withdraw(_ owner: Owner) async {
        var garbage: RetiredObjects.Garbage = []
        let broadcasts = state.withLock { state in
            state.end(owner, garbage: &garbage)
            return Array(state.broadcasts.values)
        }
        garbage.removeAll()
        for broadcast in broadcasts { await broadcast.waitUntilOutside(owner) }
    }

    /// Refuses everything from now on.
    ///
    /// - Returns: The names of the events that were posted and never delivered.
    func close() -> [String] {
        var garbage: RetiredObjects.Garbage = []
        let left = state.withLock { state in
            let left = state.queue
            state.gate = .stopped
            state.queue = []
            state.end(owner, garbage: &garbage)
            return left
        }
        garbage.removeAll()
        return left.map(\.name)
    }
}
