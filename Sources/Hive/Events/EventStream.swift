// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension EventCenter {
    /// Subscribes with a sequence: events of one type as they come, for whoever would rather loop than be called (C36).
    ///
    /// ```swift
    /// for await delivery in hive.events.stream(of: OrderPlaced.self, limit: 100) {
    ///     if delivery.missed > 0 { print("\(delivery.missed) events were lost") }
    ///     print(delivery.event.order)
    /// }
    /// ```
    ///
    /// Whoever loops more slowly than events come loses the oldest of those that wait; `missed` is how many found no
    /// room since the event before. Several loops share the events: each goes to one of them. A loop ends when its task
    /// is cancelled, which leaves the others alone, and all end when the hive stops, after what waits. The subscription
    /// ends with the last loop over the sequence, or with the sequence when nobody loops.
    ///
    /// To keep the sequence in a property, declare that as
    /// `any AsyncSequence<(event: OrderPlaced, missed: Int), Never> & Sendable`.
    ///
    /// - Parameters:
    ///   - type: The type of events; those that have replies cannot be looped over, because a loop gives none.
    ///   - limit: How many events wait for the loop at most; at least 1.
    /// - Returns: The sequence; events are kept for it from now on. It has ended already when the hive has stopped.
    public func stream<Event: HiveEvent>(
        of type: Event.Type,
        limit: Int = 256
    ) -> some AsyncSequence<(event: Event, missed: Int), Never> & Sendable where Event.Reply == Void {
        let buffer = EventBuffer<Event>(limit: max(1, limit))
        // The stream ends when the subscription is let go of.
        let subscribed = Lease { buffer.finish() }
        let token = subscribe(
            type,
            .synchronous({ event, _ in withExtendedLifetime(subscribed) { buffer.add(event) } })
        )
        // The token keeps nothing; of a hive that has stopped it has nothing to end.
        buffer.whenFinished(token)
        return EventStream(buffer)
    }
}

/// Events of one type as they come.
private struct EventStream<Event: HiveEvent>: AsyncSequence, Sendable {
    typealias Element = (event: Event, missed: Int)
    typealias Failure = Never

    private let buffer: EventBuffer<Event>
    /// Shared by the copies; the stream ends with the last of them when nobody loops.
    private let lease: Lease

    init(_ buffer: EventBuffer<Event>) {
        self.buffer = buffer
        lease = Lease { buffer.finishUnlessLooped() }
    }

    func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer, lease: buffer.beginLoop()) }

    /// One loop over a stream.
    struct Iterator: AsyncIteratorProtocol {
        fileprivate let buffer: EventBuffer<Event>
        fileprivate let lease: Lease

        /// Waits for the next event; nil when the hive has stopped, or when the task is cancelled.
        mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            await buffer.next(isolation: actor)
        }
    }
}

/// Does something when whatever shares it is gone.
private final class Lease: Sendable {
    private let end: @Sendable () -> Void

    init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
    }

    deinit { end() }
}

/// The events that wait for a loop, and how many events were lost.
private final class EventBuffer<Event: HiveEvent>: Sendable {
    typealias Element = EventStream<Event>.Element

    private struct State {
        var events = Deque<Event>()
        /// How many events were dropped since the last one that a loop took.
        var missed = 0
        /// Opens when there is something to take, or the stream ends; where a loop waits for that.
        var news: Gate<Void>?
        var loops = 0
        var isFinished = false
        /// Ends the subscription.
        var token: RegistrationToken?

        mutating func takeFirst() -> Element? {
            guard let event = events.popFirst() else { return nil }
            defer { missed = 0 }
            return (event, missed)
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Keeps an event for the loops, of which the first one that looks takes it; drops the oldest one where there is no
    /// room.
    func add(_ event: Event) {
        // Let go of when the lock is open: what ends with an event is the application's code.
        let (news, dropped) = state.withLock { state -> (Gate<Void>?, Event?) in
            if state.isFinished { return (nil, nil) }
            state.events.append(event)
            guard state.events.count > limit else { return (state.news.take(), nil) }
            state.missed += 1
            return (nil, state.events.popFirst())
        }
        withExtendedLifetime(dropped) {}
        news?.open()
    }

    /// The next event; nil when the stream has ended, or when the task is cancelled, which takes none from the others.
    func next(isolation actor: isolated (any Actor)?) async -> Element? {
        while !Task.isCancelled {
            let (element, news) = state.withLock { state -> (Element?, Gate<Void>?) in
                if let element = state.takeFirst() { return (element, nil) }
                return (nil, state.isFinished ? nil : state.news.orNew())
            }
            guard let news else { return element }
            _ = await news.waitUnlessCancelled()
        }
        return nil
    }

    /// Keeps what ends the subscription until the stream ends.
    func whenFinished(_ token: RegistrationToken) {
        state.withLock { if !$0.isFinished { $0.token = token } }
    }

    /// Ends the stream, after what waits.
    func finish() {
        let (news, token) = state.withLock { state in
            state.isFinished = true
            return (state.news.take(), state.token.take())
        }
        news?.open()
        token?.cancel()
    }

    /// Counts a loop, until its lease ends; the stream ends with the last one.
    func beginLoop() -> Lease {
        state.withLock { $0.loops += 1 }
        return Lease {
            self.state.withLock { $0.loops -= 1 }
            self.finishUnlessLooped()
        }
    }

    /// Ends the stream when nobody loops over it.
    func finishUnlessLooped() {
        if state.withLock({ $0.loops == 0 }) { finish() }
    }
}
