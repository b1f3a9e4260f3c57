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
/// Whoever loops more slowly than events come loses the newest ones, and is told how many with the next one that found
/// room. The loop ends when the hive stops; the subscription ends with the loop.
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

    private let stream: AsyncStream<Element>

    init(_ stream: AsyncStream<Element>) {
        self.stream = stream
    }

    /// Begins the loop; an event goes to one loop only.
    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { stream.makeAsyncIterator() }
}

extension EventCenter {
    /// Subscribes with a sequence.
    ///
    /// - Parameters:
    ///   - type: The type of events; those that have replies cannot be looped over, because a loop gives none.
    ///   - limit: How many events wait for the loop at most.
    /// - Returns: The sequence; events are kept for it from now on.
    public func stream<Event: HiveEvent>(
        of type: Event.Type,
        limit: Int = 256
    ) -> EventStream<Event> where Event.Reply == Void {
        let (stream, continuation) = AsyncStream<EventStream<Event>.Element>.makeStream(
            bufferingPolicy: .bufferingOldest(Swift.max(1, limit))
        )
        let buffer = EventBuffer(continuation)
        let subscription = add(type, owner: owner, context: nil, .synchronous { event, _ in buffer.add(event) })
        continuation.onTermination = { [weak self, weak subscription] _ in
            if let self, let subscription { self.token(type, for: subscription).cancel() }
        }
        return EventStream(stream)
    }
}

/// What a subscription puts into a stream; the stream ends when the subscription is let go of.
private final class EventBuffer<Event: HiveEvent>: Sendable {
    private let continuation: AsyncStream<EventStream<Event>.Element>.Continuation
    private let missed = Mutex(0)

    init(_ continuation: AsyncStream<EventStream<Event>.Element>.Continuation) {
        self.continuation = continuation
    }

    deinit { continuation.finish() }

    func add(_ event: Event) {
        missed.withLock { missed in
            // `yield` runs nobody else's code: a waiting task is only scheduled.
            switch continuation.yield(.init(event: event, missed: missed)) {
            case .dropped: missed += 1
            default: missed = 0
            }
        }
    }
}
