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

    let state: Mutex<EventState>
    /// How far the hive has come.
    ///
    /// It changes under the lock, so that it holds for what is posted or filed there; deliveries read it without.
    let stage = AtomicLifeStage()
    let table = InsertOnlyTable<SubscriberListEntry>()
    let observers: Observers
    let timer: DeadlineTimer
    /// How long a handler that was cancelled at its timeout may take to return.
    let grace: Duration
    let owner: Owner
    /// The hive's identity, for ``ActivityScope``.
    let hive: ObjectIdentifier
    /// Makes the context of handlers that belong to no module.
    private let makeContext: @Sendable () -> ModuleContext?

    init(
        hive: ObjectIdentifier,
        owner: Owner,
        queueCapacity: Int,
        observers: Observers,
        timer: DeadlineTimer,
        grace: Duration,
        makeContext: @escaping @Sendable () -> ModuleContext?
    ) {
        self.hive = hive
        self.owner = owner
        self.observers = observers
        self.timer = timer
        self.grace = grace
        self.makeContext = makeContext
        state = Mutex(EventState(capacity: queueCapacity))
    }

    // MARK: Subscribing

    /// Subscribes outside modules, with a synchronous handler.
    ///
    /// - Returns: A token that ends the subscription.
    /// - Complexity: O(1); the next delivery sorts the subscriptions of the type once.
    @inlinable
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) -> RegistrationToken {
        subscribe(type, .synchronous(handler, calls: .make()))
    }

    /// Subscribes outside modules, with an asynchronous handler; deliveries wait for it.
    ///
    /// - Returns: A token that ends the subscription.
    /// - Complexity: O(1); the next delivery sorts the subscriptions of the type once.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        handler: @escaping @Sendable (Event, ModuleContext) async throws -> Event.Reply
    ) -> RegistrationToken {
        subscribe(type, .asynchronous(handler))
    }

    @usableFromInline
    func subscribe<Event: HiveEvent>(_ type: Event.Type, _ handler: EventHandler<Event>) -> RegistrationToken {
        token(type, for: add(type, owner: owner, context: nil, handler))
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
    ///   ``HiveErrorCode/unknownEventName``, which says what was probably meant, and ``HiveErrorCode/invalidValue`` when
    ///   its payload does not fit the type that the name is bound to.
    /// - Complexity: O(n) in the number of subscribers.
    public func trigger<Event: HiveEvent>(
        _ event: Event,
        stopAtFirstFailure: Bool = false
    ) async throws -> EventOutcome<Event.Reply> {
        try checkRunning(EventSubject(event))
        return try await deliver(event, stopAtFirstFailure: stopAtFirstFailure)
    }

    func checkRunning(_ subject: @autoclosure () -> EventSubject) throws {
        switch stage.current.events {
        case .queued:
            let text = "\(subject()) cannot be triggered before the hive runs; post it, and it is delivered then."
            throw HiveError(.invalidState, text)
        case .over:
            throw HiveError(.stopped, "\(subject()) cannot be triggered: the hive has stopped.")
        case .delivered, .postponed, .finishing:
            break
        }
    }

    /// Puts an event into the queue and returns; it is delivered once, after those that were posted before.
    ///
    /// Before the hive runs, also in `setUp` and `initialize`, the queue waits until every module is ready (C30); when the
    /// hive stops, it is delivered before `willStop`, and once more when the work of modules has ended (C31). What handlers
    /// throw goes to observers. A ``NamedEvent`` is delivered as what its name is bound to when it is posted; that
    /// its payload does not fit is told to observers when its turn comes.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/queueFull``, ``HiveErrorCode/stopping`` when the work of all modules
    ///   has ended, ``HiveErrorCode/stopped``, or ``HiveErrorCode/unknownEventName`` for a ``NamedEvent``. The event is not
    ///   delivered then.
    public func post<Event: HiveEvent>(_ event: Event) throws {
        if let named = NamedEvent(event) { return try post(named, as: binding(of: named.name)) }
        try enqueue(.type(Event.self)) { center, deliverer in
            _ = try await center.deliver(event, stopAtFirstFailure: false, by: deliverer)
        }
    }

    func deliver<Event: HiveEvent>(
        _ event: Event,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer = .trigger
    ) async throws -> EventOutcome<Event.Reply> {
        guard let list = subscribers(Event.self) else {
            // Nobody is listed under the type of named events, so that no other event has to be asked for its name.
            guard let named = NamedEvent(event) else { return EventOutcome() }
            return try await deliver(named, stopAtFirstFailure).asOutcome(of: Event.self)
        }
        return try await deliver(event, to: list, stopAtFirstFailure: stopAtFirstFailure, by: deliverer)
    }

    /// Delivers an event to a list, under a name if it is not known by its type.
    func deliver<Event: HiveEvent>(
        _ event: Event,
        to list: SubscriberList<Event>,
        name: String? = nil,
        stopAtFirstFailure: Bool,
        by deliverer: Deliverer
    ) async throws -> EventOutcome<Event.Reply> {
        let subject = name.map { EventSubject.name($0) } ?? .type(Event.self)
        if ActivityScope.depth(of: hive) >= Self.maximumDepth {
            let chain = (ActivityScope.broadcasts(of: hive) + [subject]).map { "\($0)" }.joined(separator: " -> ")
            let text = "More than \(Self.maximumDepth) events are being triggered, each inside the other: \(chain)."
            throw HiveError(.nestedTooDeeply, text)
        }
        guard let context = makeContext() else { throw HiveError(.stopped, "The hive is gone.") }
        let broadcast = Broadcast(list)
        // When a stop has taken the queue over meanwhile, it delivers this one too.
        guard state.withLock({ $0.begin(broadcast, by: deliverer) }) else { return EventOutcome() }
        if !deliverer.isContinued { observers.notify(.init(.willTrigger, subject: "\(subject)")) }
        let start = observers.isEmpty ? .zero : timer.clock.now()
        let outcome = await ActivityScope.run(hive, .broadcast(subject)) {
            guard case .stop(let stop, let begun) = deliverer else {
                return await call(list, event, context, broadcast, stopAtFirstFailure: stopAtFirstFailure)
            }
            return await call(list, event, subject, context, broadcast, stop, after: begun?.last)
        }
        let isContinued = broadcast.end()
        _ = state.withLock { $0.broadcasts.removeValue(forKey: ObjectIdentifier(broadcast)) }
        if !observers.isEmpty, !isContinued {
            observers.notify(.init(.didTrigger, subject: "\(subject)", duration: timer.clock.now() - start))
        }
        return outcome
    }

    private func call<Event: HiveEvent>(
        _ list: SubscriberList<Event>,
        _ event: Event,
        _ context: ModuleContext,
        _ broadcast: Broadcast,
        stopAtFirstFailure: Bool
    ) async -> EventOutcome<Event.Reply> {
        var collector = OutcomeCollector<Event>(observers: observers, stopsAtFirstFailure: stopAtFirstFailure)
        for run in 0..<list.runCount {
            guard broadcast.enter(run: run) else { break }
            let mustEnd: Bool
            switch list.runs[run] {
            case .synchronous(let block, let calls):
                mustEnd = calls.run(block, event, context, broadcast, &collector)
            case .asynchronous(let subscription) where subscription.isActive:
                collector.handlerCount += 1
                do {
                    let reply =
                        if let timeout = subscription.timeout {
                            try await call(subscription, timeout: timeout, event, context)
                        } else {
                            try await subscription.handler(event, subscription.context ?? context)
                        }
                    collector.add(reply, from: subscription)
                    mustEnd = false
                } catch {
                    mustEnd = collector.add(error, from: subscription)
                }
            case .every(let subscription) where subscription.isActive:
                collector.handlerCount += 1
                do {
                    try await subscription.receive(event, subscription.context ?? context)
                    mustEnd = false
                } catch {
                    mustEnd = collector.add(error, from: subscription)
                }
            case .asynchronous, .every:
                continue
            }
            if mustEnd { break }
        }
        return collector.outcome
    }
}
