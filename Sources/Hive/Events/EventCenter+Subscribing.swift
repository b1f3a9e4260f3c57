// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What subscribes to events; modules do it through an ``EventRegistrar``.

extension EventCenter {
    /// Subscribes outside modules, with a synchronous handler.
    ///
    /// - Returns: A token that ends the subscription.
    /// - Complexity: O(1); the next delivery sorts the subscriptions of the type once.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) -> RegistrationToken {
        subscribe(type, .synchronous(handler))
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

    /// Subscribes outside modules, with an asynchronous handler that has a timeout.
    ///
    /// At the timeout, by the hive's clock, the handler is cancelled; when it has not returned after
    /// the grace of the hive's ``HiveTimeouts``, it is abandoned and its context throws ``HiveErrorCode/stopped``.
    /// Either way it has failed, with ``HiveErrorCode/timedOut`` in the outcome, and the next handler is called. A
    /// handler that returns late after all is told to observers.
    ///
    /// ```swift
    /// let token = try hive.events.subscribe(OrderPlaced.self, timeout: .seconds(2)) { event, _ in
    ///     try await warehouse.reserve(event.order)
    /// }
    /// ```
    ///
    /// Nothing can interrupt a synchronous handler, so that one with a timeout does not compile.
    ///
    /// - Parameters:
    ///   - type: The type of events.
    ///   - timeout: How long one call of the handler may take.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - handler: What is called, in a task of its own; cancelling the task that triggers cancels it too.
    /// - Returns: A token that ends the subscription.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` when the timeout is not above zero.
    /// - Complexity: O(1); the next delivery sorts the subscriptions of the type once.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        fileID: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (Event, ModuleContext) async throws -> Event.Reply
    ) throws -> RegistrationToken {
        try Self.check(timeout, of: type, at: .code(fileID: fileID, line: line))
        return subscribe(type, .asynchronous(handler, timeout: timeout))
    }

    /// Refuses a timeout in which no handler could return.
    static func check<Event: HiveEvent>(_ timeout: Duration, of type: Event.Type, at origin: Origin) throws {
        guard timeout <= .zero else { return }
        let remedy = "Give it more than 0, or subscribe without a timeout."
        throw HiveError(.invalidValue, "The timeout of a handler of \(type) is \(timeout.short). \(remedy)", at: origin)
    }

    /// Subscribes the hive.
    ///
    /// The token does not keep the handler, which may refer to whoever keeps the token.
    func subscribe<Event: HiveEvent>(_ type: Event.Type, _ handler: EventHandler<Event>) -> RegistrationToken {
        let sequence = add(owner, nil, to: type, handler)?.sequence
        return RegistrationToken { [weak self] in
            guard let self, let sequence else { return }
            state.withLock { $0.remove(sequence, for: ObjectIdentifier(type)) }
        }
    }

    /// Files a subscription to a type, or with nil to every event, unless the hive has stopped.
    ///
    /// - Returns: The subscription; nil when the hive has stopped, or the hook of the context has returned.
    func add(
        _ owner: Owner,
        _ context: ModuleContext?,
        to type: (any Any.Type)?,
        _ handler: any Sendable
    ) -> Subscription? {
        state.withLock { state in
            // Under the lock, so that nothing is filed for a module after its subscriptions have ended.
            guard stage.current.events != .over, context?.scope.isOpen ?? true else { return nil }
            return state.subscribe(owner, context, to: type, handler)
        }
    }

    /// The subscribers of a type at one time.
    @usableFromInline
    func makeSnapshot<Event: HiveEvent>(of type: Event.Type) -> SubscriberSnapshot<Event> {
        state.withLock { $0.makeSnapshot(of: type) }
    }
}

// MARK: - What does not compile

/// Whoever a synchronous handler with a timeout would be filed by: nobody, because nothing can interrupt it (C34).
///
/// A declaration marked as unavailable would be passed over by the compiler, which then takes the handler for an
/// asynchronous one. So the overloads for synchronous handlers can be called neither by asynchronous code nor by
/// anybody outside of this actor, in which nothing runs. In Swift 5 mode the compiler only warns of a call with
/// `await`, which then throws.
@globalActor public actor SynchronousHandlersHaveNoTimeout {
    /// The actor.
    public static let shared = SynchronousHandlersHaveNoTimeout()

    private init() {}

    nonisolated static func refusal<Event: HiveEvent>(of type: Event.Type) -> HiveError {
        let remedy = "Make it asynchronous, or subscribe without a timeout."
        return HiveError(
            .invalidValue,
            "A synchronous handler of \(type) cannot have a timeout, because nothing can interrupt it. \(remedy)"
        )
    }
}

extension EventCenter {
    /// Refuses a timeout for a synchronous handler.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue``, always.
    @available(*, noasync, message: "A synchronous handler cannot have a timeout, because nothing can interrupt it.")
    @SynchronousHandlersHaveNoTimeout public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) throws -> RegistrationToken {
        throw SynchronousHandlersHaveNoTimeout.refusal(of: type)
    }
}

extension EventRegistrar {
    /// Refuses a timeout for a synchronous handler.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue``, always.
    @available(*, noasync, message: "A synchronous handler cannot have a timeout, because nothing can interrupt it.")
    @SynchronousHandlersHaveNoTimeout public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) throws {
        throw SynchronousHandlersHaveNoTimeout.refusal(of: type)
    }
}
