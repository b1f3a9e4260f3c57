// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension EventCenter {
    /// The subscribers of a type.
    @inlinable
    func subscribers<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event> {
        if let list = list(ObjectIdentifier(type)) as? SubscriberList<Event> { return list }
        return makeList(type)
    }

    @usableFromInline
    func list(_ type: ObjectIdentifier) -> (any SubscriberSnapshot)? { state.withLock { $0.list(type) } }

    @usableFromInline
    func makeList<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event> {
        state.withLock { $0.makeList(type) }
    }

    /// Files a subscription, unless the hive has stopped: it is ended from the beginning then.
    ///
    /// Returns nil when the hook of the scope has returned; outside modules there is no scope.
    func add<Event: HiveEvent>(
        _ type: Event.Type,
        owner: Owner,
        context: ModuleContext?,
        scope: HookScope? = nil,
        _ handler: EventHandler<Event>
    ) -> Subscription? {
        // A synchronous handler of a module has its context already.
        let isSynchronous = if case .synchronous = handler { true } else { false }
        return add(owner, isSynchronous ? nil : context, scope, of: type, handler)
    }

    /// Files a subscription to every event; returns false when the hook of the scope has returned.
    func addEvery(
        owner: Owner,
        context: ModuleContext,
        scope: HookScope,
        receive: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) -> Bool {
        add(owner, context, scope, of: nil, EveryHandler(receive: receive)) != nil
    }

    private func add(
        _ owner: Owner,
        _ context: ModuleContext?,
        _ scope: HookScope?,
        of type: (any Any.Type)?,
        _ handler: any Sendable
    ) -> Subscription? {
        state.withLock { state -> Subscription? in
            // Under the lock, so that nothing is filed for a module after its subscriptions have ended.
            if let scope, !scope.isOpen { return nil }
            let added = Subscription(
                owner: owner,
                sequence: state.nextSequence(),
                context: context,
                eventType: type,
                handler: handler
            )
            if stage.current.events == .over {
                added.deactivate()
            } else if let type {
                state.add(added, for: ObjectIdentifier(type))
            } else {
                state.addEvery(added)
            }
            return added
        }
    }

    /// A token that does not keep the handler, which may refer to whoever keeps the token.
    ///
    /// It knows the subscription by its number: an object that anybody refers to weakly takes longer to retain.
    func token<Event: HiveEvent>(_ type: Event.Type, for subscription: Subscription?) -> RegistrationToken {
        let sequence = subscription?.sequence
        return RegistrationToken { [weak self] in
            guard let self, let sequence else { return }
            state.withLock { $0.remove(sequence, for: ObjectIdentifier(type)) }
        }
    }
}
