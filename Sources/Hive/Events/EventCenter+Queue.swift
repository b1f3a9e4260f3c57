// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What is posted, and who delivers it: a task while the hive runs, then the stop.

/// Posted events in the order of posting, up to a number.
struct EventQueue {
    /// A posted event.
    struct Posted: Sendable {
        let subject: EventSubject
        /// Whether the hive has posted it.
        var isOwn = false
        let deliver: @Sendable (EventCenter) async throws -> Void
    }

    let capacity: Int
    private(set) var posted = Deque<Posted>()
    /// How many of them are the hive's own, which take no room from the others.
    private(set) var ownCount = 0
    /// The task that delivers what is posted; nil when none does.
    var task: PendingTask?
    /// What is being called for the event that is being delivered.
    var call: EventCall?
    /// What gives each call its time; nil until the hive stops.
    var stop: StopDelivery?

    var isFull: Bool { posted.count - ownCount >= capacity }

    mutating func append(_ event: Posted) {
        posted.append(event)
        if event.isOwn { ownCount += 1 }
    }

    mutating func popFirst() -> Posted? {
        let first = posted.popFirst()
        if first?.isOwn == true { ownCount -= 1 }
        return first
    }

    mutating func removeAll() -> [Posted] {
        ownCount = 0
        return posted.removeAll()
    }
}

extension EventCenter {
    /// What is wrong with the queue that the hive was made with.
    var problems: [Problem] {
        let capacity = state.withLock { $0.queue.capacity }
        guard capacity < 1 else { return [] }
        let text = "The hive's eventQueueCapacity is \(capacity), so that no event could be posted."
        return [Problem(.error, .invalidValue, at: nil, text, remedy: "Give it at least 1.")]
    }

    // MARK: Posting

    func enqueue(
        _ subject: EventSubject,
        _ deliver: @escaping @Sendable (EventCenter) async throws -> Void
    ) throws {
        try telling(of: subject) {
            try state.withLock { state in
                switch stage.current.events {
                case .over: throw HiveError(.stopped, "\(subject) cannot be posted: the hive has stopped.")
                case .finishing: throw HiveError(.stopping, "\(subject) cannot be posted: the hive is stopping.")
                case .queued, .delivered, .postponed: break
                }
                if state.queue.isFull {
                    let text = "\(subject) cannot be posted: \(state.queue.capacity) events wait already."
                    throw HiveError(.queueFull, "\(text) Post less, or wait.")
                }
                state.queue.append(.init(subject: subject, deliver: deliver))
            }
        }
        observers.notify(.init(.eventPosted, subject: .event("\(subject)")))
        deliverPosted()
    }

    /// Counts an event that is not put into the queue, and tells observers why.
    func telling<T>(
        of subject: @autoclosure () -> EventSubject,
        by module: String? = nil,
        _ body: () throws -> T
    ) throws -> T {
        do { return try body() } catch {
            refusals.wrappingAdd(1, ordering: .relaxed)
            observers.notify(.init(.eventRefused, module: module, subject: .event("\(subject())"), error: error))
            throw error
        }
    }

    /// Posts an event of the hive's own, if anybody subscribes to it; it fills no queue, and one that is full takes it.
    func postOwn<Event: HiveEvent>(_ event: Event) {
        let isPosted = state.withLock { state in
            guard stage.current.events != .over, state.hasSubscriptions(toOwn: Event.self) else { return false }
            state.queue.append(
                .init(subject: .type(Event.self), isOwn: true) { _ = try await $0.deliver(event, isPosted: true) }
            )
            return true
        }
        guard isPosted else { return }
        observers.notify(.init(.eventPosted, subject: .event("\(EventSubject.type(Event.self))")))
        deliverPosted()
    }

    // MARK: Delivering

    /// Whether something that was posted has not been delivered yet.
    var hasUndelivered: Bool { state.withLock { $0.queue.task != nil || !$0.queue.posted.isEmpty } }

    /// Takes out the events that were posted and never delivered, and returns their names.
    func takeUndelivered() -> [String] { state.withLock { $0.queue.removeAll() }.map { "\($0.subject)" } }

    /// Delivers what waits, in a task, if the hive runs and no task does so yet.
    func deliverPosted() {
        let task = state.withLock { state -> PendingTask? in
            guard stage.current.events == .delivered, state.queue.task == nil else { return nil }
            if !state.queue.posted.isEmpty { state.queue.task = PendingTask() }
            return state.queue.task
        }
        // Ends by itself when the queue is empty, or when the hive stops, which waits for it. Detached, because
        // handlers have nothing to do with the task-local values of whoever happened to post first.
        task?.begin { Task.detached { await self.deliverQueue() } }
    }

    private func deliverQueue() async {
        while let posted = nextPosted() { await deliver(posted) }
    }

    /// The next event for the task that delivers the queue; nil when it has ended: none waits, or the hive stops.
    private func nextPosted() -> EventQueue.Posted? {
        state.withLock { state in
            let next = state.queue.stop == nil ? state.queue.popFirst() : nil
            if next == nil { state.queue.task = nil }
            return next
        }
    }

    /// Delivers everything that was posted, each call within the time that a stop has for it (C31, C52).
    ///
    /// The task that has delivered the queue so far ends with its event; what it is calling has its time, too. What is
    /// posted meanwhile is left for the next call: handlers that post again and again do not hold up the stop.
    func deliverQueue(_ stop: StopDelivery) async {
        let (task, call, count) = state.withLock { state in
            state.queue.stop = stop
            return (state.queue.task, state.queue.call, state.queue.posted.count)
        }
        if let call { stop.limit(call, from: stop.began) }
        await task?.wait()
        for _ in 0..<count {
            guard let posted = state.withLock({ $0.queue.popFirst() }) else { return }
            await deliver(posted)
        }
    }

    /// Delivers what was posted, and tells observers when it does not reach everybody.
    private func deliver(_ posted: EventQueue.Posted) async {
        if let stop, stop.isOver(at: timer.clock.now()) {
            stop.hasNoTime()
        } else {
            do {
                try await posted.deliver(self)
            } catch {
                // What handlers throw has been told already; this is an event that reached nobody.
                observers.notify(.init(.handlerFailed, subject: .event("\(posted.subject)"), error: error))
            }
        }
        guard let failure = stop?.end(posted.subject) else { return }
        let subject = HiveObservation.Subject.event("\(posted.subject)")
        observers.notify(.init(.handlerFailed, module: failure.module, subject: subject, error: failure.error))
    }

    /// The stop that the hive is in.
    private var stop: StopDelivery? { state.withLock { $0.queue.stop } }

    /// Whether the stop that the hive is in does not call a handler any more, or has no time for it.
    @usableFromInline
    func isLeftOutByStop(_ subscription: Subscription) -> Bool {
        stop?.leavesOut(subscription, at: timer.clock.now()) ?? false
    }
}
