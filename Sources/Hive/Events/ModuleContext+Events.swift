// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// What contexts offer of events. It stands here, because events know contexts, which are given to handlers, and
// contexts do not know events.

extension SetupContext {
    /// Subscribes the module to events.
    public var events: EventRegistrar { EventRegistrar(center: scope.hive.events, scope: scope) }
}

extension HookContext {
    /// Puts an event into the hive's queue and returns; see ``EventCenter/post(_:)``.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/stopped`` also when the module is gone, or what the event center's
    ///   method throws.
    public func post<Event: HiveEvent>(_ event: Event) throws {
        let (events, name) = (scope.hive.events, (event as? NamedEvent)?.name)
        try events.telling(of: EventSubject(Event.self, name), by: module) { try scope.checkAlive() }
        try events.post(event)
    }
}

extension HookContext where Self: ServiceLookup {
    /// Delivers an event to every subscriber and returns when all have run; see
    /// ``EventCenter/trigger(_:stopAtFirstFailure:)``.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/stopped`` also when the module is gone, or what the event center's
    ///   method throws.
    @inlinable
    public func trigger<Event: HiveEvent>(
        _ event: Event,
        stopAtFirstFailure: Bool = false
    ) async throws -> EventOutcome<Event.Reply> {
        try await scope.centerWhileAlive().trigger(event, stopAtFirstFailure: stopAtFirstFailure)
    }
}

extension HookScope {
    /// The hive's event center, unless the module is gone.
    @usableFromInline
    func centerWhileAlive() throws -> EventCenter {
        try checkAlive()
        return hive.events
    }
}
