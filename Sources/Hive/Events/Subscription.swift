// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Synchronization

/// Somebody who wants to be told events of one type, or of all.
@usableFromInline
// Sound: all but `isActive` is immutable, in the subclasses too, and that one is atomic. EventStormTests cancels while
// others trigger, under the thread sanitizer.
class AnySubscription: @unchecked Sendable {
    @usableFromInline let owner: Owner
    /// The place among the subscriptions of an owner.
    let sequence: Int
    /// The module's context; nil for a subscription on the hive, which takes the broadcast's.
    let context: ModuleContext?
    @usableFromInline let active = Atomic<Bool>(true)

    init(owner: Owner, sequence: Int, context: ModuleContext?) {
        self.owner = owner
        self.sequence = sequence
        self.context = context
    }

    @inlinable var isActive: Bool { active.load(ordering: .sequentiallyConsistent) }

    /// The module's name; nil for a subscription on the hive.
    var module: String? { owner.name }

    /// The type of the events; nil for a subscription to every event.
    var eventType: (any Any.Type)? { nil }

    func deactivate() { active.store(false, ordering: .sequentiallyConsistent) }

    static func precedes(_ left: AnySubscription, _ right: AnySubscription) -> Bool {
        (left.owner.position, left.sequence) < (right.owner.position, right.sequence)
    }
}

/// What a subscriber wants to have called.
@usableFromInline
enum EventHandler<Event: HiveEvent>: Sendable {
    case synchronous(@Sendable (Event, ModuleContext) throws -> Event.Reply, calls: SynchronousCalls)
    case asynchronous(@Sendable (Event, ModuleContext) async throws -> Event.Reply, timeout: Duration? = nil)
}

/// A subscription to some type of events, with a synchronous handler.
@usableFromInline
// Sound: see AnySubscription.
class AnySynchronousSubscription: AnySubscription, @unchecked Sendable {
    let calls: SynchronousCalls

    init(owner: Owner, sequence: Int, calls: SynchronousCalls) {
        self.calls = calls
        super.init(owner: owner, sequence: sequence, context: nil)
    }
}

/// A subscription to one type of events, with a synchronous handler.
@usableFromInline
// Sound: see AnySubscription.
final class SynchronousSubscription<Event: HiveEvent>: AnySynchronousSubscription, @unchecked Sendable {
    /// Gets the broadcast's context; a module's handler has the module's already.
    @usableFromInline let handler: @Sendable (Event, ModuleContext) throws -> Event.Reply

    init(
        owner: Owner,
        sequence: Int,
        calls: SynchronousCalls,
        handler: @escaping @Sendable (Event, ModuleContext) throws -> Event.Reply
    ) {
        self.handler = handler
        super.init(owner: owner, sequence: sequence, calls: calls)
    }

    override var eventType: (any Any.Type)? { Event.self }
}

/// A subscription to one type of events, with an asynchronous handler.
@usableFromInline
// Sound: see AnySubscription.
final class AsynchronousSubscription<Event: HiveEvent>: AnySubscription, @unchecked Sendable {
    @usableFromInline let handler: @Sendable (Event, ModuleContext) async throws -> Event.Reply
    /// How long a call may take; nil for as long as it likes.
    @usableFromInline let timeout: Duration?

    init(
        owner: Owner,
        sequence: Int,
        context: ModuleContext?,
        timeout: Duration?,
        handler: @escaping @Sendable (Event, ModuleContext) async throws -> Event.Reply
    ) {
        self.timeout = timeout
        self.handler = handler
        super.init(owner: owner, sequence: sequence, context: context)
    }

    override var eventType: (any Any.Type)? { Event.self }
}

/// A subscription to every event.
@usableFromInline
// Sound: see AnySubscription.
final class EverySubscription: AnySubscription, @unchecked Sendable {
    @usableFromInline let receive: @Sendable (any HiveEvent, ModuleContext) async throws -> Void

    init(
        owner: Owner,
        sequence: Int,
        context: ModuleContext?,
        receive: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) {
        self.receive = receive
        super.init(owner: owner, sequence: sequence, context: context)
    }
}
