// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Synchronization

/// Somebody who wants to be told events of one type, or of all.
@usableFromInline
final class Subscription: Sendable {
    @usableFromInline let owner: Owner
    /// The place among the subscriptions of an owner.
    let sequence: Int
    /// The module's context; nil outside modules, where handlers get one of the hive's.
    @usableFromInline let context: ModuleContext?
    /// An ``EventHandler`` of the event's type, or an ``EveryHandler``.
    let handler: any Sendable
    @usableFromInline let active = Atomic<Bool>(true)
    private let leftOut = Atomic<Bool>(false)

    init(owner: Owner, sequence: Int, context: ModuleContext?, handler: any Sendable) {
        self.owner = owner
        self.sequence = sequence
        self.context = context
        self.handler = handler
    }

    /// Whether it has not ended.
    ///
    /// A delivery counts as one that calls handlers of the owner before it looks here, and whoever ends a subscription
    /// looks for such deliveries after that: either the delivery sees the end, or whoever made it waits for the
    /// delivery.
    @inlinable var isActive: Bool { active.load(ordering: .sequentiallyConsistent) }

    /// The module's name; nil for a subscription on the hive.
    @usableFromInline var module: String? { owner.name }

    /// Whether its handler has taken too long while the hive stops, which then does not call it again (C31).
    var tookTooLong: Bool { leftOut.load(ordering: .acquiring) }

    func leaveOut() { leftOut.store(true, ordering: .releasing) }

    func deactivate() { active.store(false, ordering: .sequentiallyConsistent) }
}

/// What a subscriber wants to have called for events of a type.
///
/// The kinds stay apart, because a synchronous closure that is converted to an asynchronous one costs many times its
/// call.
@usableFromInline
enum EventHandler<Event: HiveEvent>: Sendable {
    case synchronous(@Sendable (Event, ModuleContext) throws -> Event.Reply)
    case asynchronous(@Sendable (Event, ModuleContext) async throws -> Event.Reply, timeout: Duration? = nil)
    /// Of a subscription to every event.
    case every(@Sendable (any HiveEvent, ModuleContext) async throws -> Void)

    /// How long one call may take.
    @inlinable var timeout: Duration? {
        if case .asynchronous(_, let timeout) = self { timeout } else { nil }
    }

    /// Calls the handler; one that wants every event gives no reply.
    @inlinable
    func call(_ event: Event, _ context: ModuleContext) async throws -> Event.Reply? {
        switch self {
        case .synchronous(let handle): return try handle(event, context)
        case .asynchronous(let handle, _): return try await handle(event, context)
        case .every(let receive):
            try await receive(event, context)
            return nil
        }
    }
}

/// What a subscriber to every event wants to have called.
struct EveryHandler: Sendable {
    let receive: @Sendable (any HiveEvent, ModuleContext) async throws -> Void
}
