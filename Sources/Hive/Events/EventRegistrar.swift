// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// Subscribes a module to events; its subscriptions end with it (C36).
public struct EventRegistrar: Sendable {
    let center: EventCenter
    let scope: HookScope

    /// Subscribes with a synchronous handler, which is the fastest.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hook has returned.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) throws {
        try add(type, EventHandler.synchronous(handler))
    }

    /// Subscribes with an asynchronous handler; deliveries wait for it, no longer than its timeout where it has one.
    ///
    /// At the timeout, by the hive's clock, the handler is cancelled; when it has not returned after
    /// the grace of the hive's ``HiveTimeouts``, it is abandoned. It has failed then, and the next handler is called;
    /// see ``EventCenter/subscribe(_:timeout:fileID:line:handler:)``. A synchronous handler with a timeout does not
    /// compile (C34).
    ///
    /// - Parameters:
    ///   - type: The type of events.
    ///   - timeout: How long one call of the handler may take; nil for as long as it likes.
    ///   - fileID: The file to report in an error.
    ///   - line: The line to report in an error.
    ///   - handler: What is called; with a timeout, in a task of its own.
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hook has returned, or with
    ///   ``HiveErrorCode/invalidValue`` when the timeout is not above zero.
    public func subscribe<Event: HiveEvent>(
        _ type: Event.Type,
        timeout: Duration? = nil,
        fileID: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (Event, ModuleContext) async throws -> Event.Reply
    ) throws {
        if let timeout { try EventCenter.check(timeout, of: type, at: .code(fileID: fileID, line: line)) }
        try add(type, EventHandler.asynchronous(handler, timeout: timeout))
    }

    /// Subscribes to every event of the application, whatever its type, as BeeHive's `modDidCustomEvent:` does.
    ///
    /// The handler is called in the module's place among the others, in the order of the module's subscriptions, and
    /// gives no reply. It does not hear of a ``SystemEvent``. A delivery waits for it, without a timeout.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` when the hook has returned.
    public func subscribeToEvery(
        handler: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) throws {
        try add(nil, EveryHandler(receive: handler))
    }

    /// Lets a name stand for an event type: whoever triggers the name triggers an event decoded from its payload.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/duplicateEventName``, which names both places (C35), or with
    ///   ``HiveErrorCode/invalidState`` when the hook has returned.
    public func bind<Event: HiveEvent & Decodable>(
        _ name: String,
        to type: Event.Type,
        fileID: String = #fileID,
        line: Int = #line
    ) throws {
        try bind(name, to: .type(type), at: .code(fileID: fileID, line: line))
    }

    /// Lets a name stand for a handler.
    ///
    /// - Throws: What ``bind(_:to:fileID:line:)`` throws.
    public func bind(
        _ name: String,
        fileID: String = #fileID,
        line: Int = #line,
        handler: @escaping @Sendable (NamedEvent, ModuleContext) async throws -> any Sendable
    ) throws {
        let subscription = Subscription(
            owner: scope.owner,
            sequence: .max,
            context: context,
            handler: EventHandler<NamedEvent>.asynchronous(handler)
        )
        try bind(name, to: .handler(subscription, EventTally()), at: .code(fileID: fileID, line: line))
    }

    private func bind(_ name: String, to target: NamedEventBinding.Target, at origin: Origin) throws {
        try center.bind(name, NamedEventBinding(owner: scope.owner, origin: origin, target: target), scope)
    }

    private var context: ModuleContext { ModuleContext(scope: scope) }

    private func add(_ type: (any Any.Type)?, _ handler: any Sendable) throws {
        guard center.add(scope.owner, context, to: type, handler) == nil else { return }
        try scope.check("subscribes to \(type.map { "\($0)" } ?? "every event")")
    }
}
