// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// Handlers that may not take longer than they are allowed to (C34).

extension EventCenter {
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
        return token(type, for: add(type, owner: owner, context: nil, .asynchronous(handler, timeout: timeout)))
    }

    /// Refuses a timeout in which no handler could return.
    static func check<Event: HiveEvent>(_ timeout: Duration, of type: Event.Type, at origin: Origin) throws {
        guard timeout <= .zero else { return }
        let remedy = "Give it more than 0, or subscribe without a timeout."
        throw HiveError(.invalidValue, "The timeout of a handler of \(type) is \(timeout.short). \(remedy)", at: origin)
    }

    /// Calls a handler that has a timeout.
    ///
    /// There is one copy for all events, as of what calls handlers in the time of a stop.
    ///
    /// - Throws: What the handler throws, or ``HiveError`` with ``HiveErrorCode/timedOut``.
    @usableFromInline
    @_semantics("optimize.sil.specialize.generic.never")
    func call<Event: HiveEvent>(
        _ handler: @escaping @Sendable (Event, ModuleContext) async throws -> Event.Reply,
        in module: String?,
        timeout: Duration,
        _ event: Event,
        _ context: ModuleContext
    ) async throws -> Event.Reply {
        let mark = CallMark(event: Event.self, module: module)
        var scope = context.scope
        scope.call = mark
        let own = ModuleContext(scope: scope)
        let call = TimedCall(timer, timeout: timeout, grace: grace, mark: mark)
        let end = await call.run {
            try await handler(event, own)
        } returnedLate: { [observers] elapsed, error in
            let subject = "\(Event.self)"
            observers.notify(
                .init(.handlerReturnedLate, module: module, subject: subject, duration: elapsed, error: error)
            )
        }
        if case .returned(let result) = end { return try result.get(as: Event.Reply.self) }
        throw timeoutError(end, of: module, "handler of \(Event.self)") { elapsed in
            "\(mark.name) took longer than its timeout: \(elapsed.short) of \(timeout.short)."
        }
    }

    /// Why a call has failed that did not return in time.
    func timeoutError(
        _ end: TimedCall.End,
        of module: String?,
        _ step: @autoclosure () -> String,
        _ text: (_ elapsed: Duration) -> String
    ) -> HiveError {
        switch end {
        case .late(.failure(let error), let elapsed) where !(error is CancellationError):
            let failure = HiveError.Failure(module: module, step: step(), error: error)
            return HiveError(.timedOut, text(elapsed), failures: [failure])
        case .late(_, let elapsed): return HiveError(.timedOut, text(elapsed))
        case .abandoned(let elapsed): return HiveError(.timedOut, text(elapsed) + HiveError.abandonment(after: grace))
        case .returned: preconditionFailure("The call has returned in time.")
        }
    }
}

// MARK: - What does not compile

// A call of `subscribe(_:timeout:handler:)` with a synchronous handler fits two declarations equally well, and so the
// compiler refuses it as ambiguous; the labels of both say why. A declaration marked as unavailable would not do: the
// compiler passes it over and takes the handler for an asynchronous one.

extension EventCenter {
    /// Refuses a timeout for a synchronous handler; it traps if it is ever called.
    ///
    /// - Throws: Never; the `try` is the one of its sister.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply,
        aSynchronousHandlerHasNoTimeout: Void = ()
    ) throws -> RegistrationToken {
        preconditionFailure("A synchronous handler cannot have a timeout.")
    }

    /// Refuses a timeout for a synchronous handler; it traps if it is ever called.
    ///
    /// - Throws: Never; the `try` is the one of its sister.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply,
        aSynchronousHandlerCannotBeInterrupted: Void = ()
    ) throws -> RegistrationToken {
        preconditionFailure("A synchronous handler cannot have a timeout.")
    }
}

extension EventRegistrar {
    /// Refuses a timeout for a synchronous handler; it traps if it is ever called.
    ///
    /// - Throws: Never; the `try` is the one of its sisters.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply,
        aSynchronousHandlerHasNoTimeout: Void = ()
    ) throws {
        preconditionFailure("A synchronous handler cannot have a timeout.")
    }

    /// Refuses a timeout for a synchronous handler; it traps if it is ever called.
    ///
    /// - Throws: Never; the `try` is the one of its sisters.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply,
        aSynchronousHandlerCannotBeInterrupted: Void = ()
    ) throws {
        preconditionFailure("A synchronous handler cannot have a timeout.")
    }
}
