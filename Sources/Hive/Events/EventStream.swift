// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Events of one type as they come, for whoever would rather loop than be called (C36).
///
/// ```swift
/// for await delivery in hive.events.stream(of: OrderPlaced.self, limit: 100) {
///     if delivery.missed > 0 { print("\(delivery.missed) events were lost") }
///     print(delivery.event.order)
/// }
/// ```
///
/// Whoever loops more slowly than events come loses the oldest of those that wait, and is told how many with the next
/// one. The loop ends when the hive stops, after what waits; the subscription ends with the last loop over the stream,
/// or with the stream when nobody loops.
public struct EventStream<Event: HiveEvent>: AsyncSequence, Sendable {
    /// An event, and how many were lost before it.
    public struct Element: Sendable {
        /// The event.
        public let event: Event
        /// How many events found no room since the one before.
        public let missed: Int
    }

    /// Never: a stream of events does not fail.
    public typealias Failure = Never

    private let stream: AsyncStream<Event>
    private let buffer: EventBuffer<Event>

    fileprivate init(_ stream: AsyncStream<Event>, _ buffer: EventBuffer<Event>) {
        self.stream = stream
        self.buffer = buffer
    }

    /// Begins the loop; an event goes to one loop only.
    public func makeAsyncIterator() -> Iterator { Iterator(stream, buffer) }

    /// One loop over a stream.
    public struct Iterator: AsyncIteratorProtocol {
        private var events: AsyncStream<Event>.Iterator
        private let loop: EventBuffer<Event>.Loop

        fileprivate init(_ stream: AsyncStream<Event>, _ buffer: EventBuffer<Event>) {
            events = stream.makeAsyncIterator()
            loop = EventBuffer.Loop(buffer)
        }

        /// Waits for the next event; nil when the hive has stopped, or when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
            guard let event = await events.next(isolation: actor) else { return nil }
            return Element(event: event, missed: loop.buffer.takeMissed())
        }
    }
}

extension EventCenter {
    /// Subscribes with a sequence.
    ///
    /// - Parameters:
    ///   - type: The type of events; those that have replies cannot be looped over, because a loop gives none.
    ///   - limit: How many events wait for the loop at most; at least 1.
    /// - Returns: The sequence; events are kept for it from now on. It has ended already when the hive has stopped.
    public func stream<Event: HiveEvent>(
        of type: Event.Type,
        limit: Int = 256
    ) -> EventStream<Event> where Event.Reply == Void {
        let (stream, continuation) = AsyncStream<Event>.makeStream(
            bufferingPolicy: .bufferingNewest(Swift.max(1, limit))
        )
        let buffer = EventBuffer(continuation)
        let feed = EventFeed(buffer)
        let handler = EventHandler<Event>.synchronous({ event, _ in feed.buffer.add(event) }, calls: .make())
        let subscription = add(type, owner: owner, context: nil, handler)
        let token = token(type, for: subscription)
        // Called when the last loop ends, and when the stream is let go of; the token keeps nothing.
        continuation.onTermination = { _ in token.cancel() }
        return EventStream(stream, buffer)
    }
}

/// What a subscription holds of a stream; the stream ends when the subscription is let go of.
private final class EventFeed<Event: HiveEvent>: Sendable {
    let buffer: EventBuffer<Event>

    init(_ buffer: EventBuffer<Event>) {
        self.buffer = buffer
    }

    deinit { buffer.finish() }
}

/// The events that wait for a loop, and how many were lost.
private final class EventBuffer<Event: HiveEvent>: Sendable {
    /// Ends the stream when the last loop over it is let go of.
    final class Loop: Sendable {
        let buffer: EventBuffer

        init(_ buffer: EventBuffer) {
            self.buffer = buffer
            buffer.loops.add(1, ordering: .relaxed)
        }

        deinit {
            if buffer.loops.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { buffer.finish() }
        }
    }

    private let continuation: AsyncStream<Event>.Continuation
    private let missed = Atomic<Int>(0)
    private let loops = Atomic<Int>(0)

    init(_ continuation: AsyncStream<Event>.Continuation) {
        self.continuation = continuation
    }

    func add(_ event: Event) {
        if case .dropped = continuation.yield(event) { missed.add(1, ordering: .relaxed) }
    }

    func takeMissed() -> Int { missed.exchange(0, ordering: .relaxed) }

    func finish() { continuation.finish() }
}

/// An iterator belongs to the loop that made it.
@available(*, unavailable)
extension EventStream.Iterator: Sendable {}
