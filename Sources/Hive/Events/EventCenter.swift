// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// Carries events from whoever triggers or posts them to whoever subscribes.
///
/// Modules subscribe in `setUp`, through their context; everybody else subscribes here. Handlers are called in the
/// modules' boot order, then in the order in which they subscribed; those that belong to no module come last.
///
/// ```swift
/// let token = hive.events.subscribe(OrderPlaced.self) { event, _ in print(event.order) }
/// let outcome = try await hive.events.trigger(OrderPlaced(order: order))
/// ```
///
/// Every method may be called from any task or thread, also from a handler; no lock is held while a handler runs.
public final class EventCenter: Sendable {
    /// How deep broadcasts may be nested (C33).
    static let maximumDepth = 32

    let state: DiscardingMutex<EventState>
    /// How far the hive has come.
    ///
    /// It changes under the lock, so that it holds for what is posted or filed there; deliveries read it without.
    let stage = AtomicLifeStage()
    /// How many events were refused, instead of being put into the queue.
    let refusals = Atomic<Int>(0)
    let observers: Observers
    let timer: DeadlineTimer
    /// How long a handler that was cancelled at its timeout may take to return.
    let grace: Duration
    let owner: Owner

    init(owner: Owner, queueCapacity: Int, observers: Observers, timer: DeadlineTimer, grace: Duration) {
        self.owner = owner
        self.observers = observers
        self.timer = timer
        self.grace = grace
        state = DiscardingMutex(EventState(capacity: queueCapacity))
    }

    // MARK: Delivering

    /// Delivers an event to every subscriber and returns when all have run.
    ///
    /// A handler that throws does not stop the others, unless that was asked for; what it threw is in the outcome, and
    /// observers are told. Handlers that subscribe or cancel change later deliveries (C32). A trigger from within a
    /// handler is delivered at once (C33).
    ///
    /// A ``NamedEvent`` is delivered as what its name is bound to.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - stopAtFirstFailure: Whether no further handler is called after one has thrown.
    /// - Returns: Replies and failures in the order of the handlers.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` before the hive runs, ``HiveErrorCode/stopped`` when
    ///   it has stopped, or ``HiveErrorCode/nestedTooDeeply``. For a ``NamedEvent`` also
    ///   ``HiveErrorCode/unknownEventName``, which says what was probably meant, and ``HiveErrorCode/invalidValue``
    ///   when its payload does not fit the type that the name is bound to.
    /// - Complexity: O(n) in the number of subscribers.
    @inlinable
    public func trigger<Event: HiveEvent>(
        _ event: Event,
        stopAtFirstFailure: Bool = false
    ) async throws -> EventOutcome<Event.Reply> {
        // Compared first, because a cast takes longer than the delivery of an event without subscribers.
        if Event.self == NamedEvent.self, let named = event as? NamedEvent,
            let outcome = try await trigger(named: named, stopAtFirstFailure) as? EventOutcome<Event.Reply>
        {
            return outcome
        }
        return try await deliver(event, stopAtFirstFailure: stopAtFirstFailure, isPosted: false)
    }

    /// Puts an event into the queue and returns; it is delivered once, after those that were posted before.
    ///
    /// Before the hive runs, also in `setUp` and `initialize`, the queue waits until every module is ready (C30); when
    /// the hive stops, it is delivered before `willStop`, and once more when the work of modules has ended (C31). A
    /// ``NamedEvent`` is delivered as what its name is bound to when it is posted; that its payload does not fit is
    /// told to observers when its turn comes.
    ///
    /// What handlers throw goes to observers, with ``HiveObservation/Kind/handlerFailed``, and to nobody else:
    /// ``Hive/main(_:run:report:)`` prints nothing of it. A module that is down because of a failure, or that is coming
    /// up again, does not get the event, now or later. See <doc:handling-posted-events>.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/queueFull``, ``HiveErrorCode/stopping`` when the work of all
    ///   modules has ended, ``HiveErrorCode/stopped``, or ``HiveErrorCode/unknownEventName`` for a ``NamedEvent``. The
    ///   event is not delivered then, and observers are told.
    public func post<Event: HiveEvent>(_ event: Event) throws {
        if let named = event as? NamedEvent { return try post(named: named) }
        try enqueue(.type(Event.self)) { _ = try await $0.deliver(event, isPosted: true) }
    }
}
