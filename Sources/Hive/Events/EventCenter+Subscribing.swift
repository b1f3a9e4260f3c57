// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension EventCenter {
    /// The subscribers of a type; nil when there are none.
    func subscribers<Event: HiveEvent>(_ type: Event.Type) -> SubscriberList<Event>? {
        let tag = UInt(bitPattern: ObjectIdentifier(type))
        let known = table.find(tag: tag) { entry in
            // Sound: the entry was found under this type, so its list is one of this type.
            entry.current.withObject { unsafeDowncast($0, to: SubscriberList<Event>.self) }
        }
        if let known { return known.runCount == 0 ? nil : known }
        var garbage: RetiredObjects.Garbage = []
        let made = state.withLock { state -> SubscriberList<Event> in
            let (list, entry) = state.list(type, garbage: &garbage)
            if let entry { table.insert(entry, tag: tag) }
            return list
        }
        garbage.removeAll()
        return made.runCount == 0 ? nil : made
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
    ) -> AnySubscription? {
        var garbage: RetiredObjects.Garbage = []
        let subscription = state.withLock { state -> AnySubscription? in
            // Under the lock, so that nothing is filed for a module after its subscriptions have ended.
            if let scope, !scope.isOpen { return nil }
            let sequence = state.nextSequence()
            let added: AnySubscription =
                switch handler {
                case .synchronous(let handler, let calls):
                    SynchronousSubscription<Event>(owner: owner, sequence: sequence, calls: calls, handler: handler)
                case .asynchronous(let handler, let timeout):
                    AsynchronousSubscription<Event>(
                        owner: owner,
                        sequence: sequence,
                        context: context,
                        timeout: timeout,
                        handler: handler
                    )
                }
            if stage.current.events == .over {
                added.deactivate()
            } else {
                state.add(added, for: ObjectIdentifier(type), garbage: &garbage)
            }
            return added
        }
        garbage.removeAll()
        return subscription
    }

    /// Files a subscription to every event; returns false when the hook of the scope has returned.
    func addEvery(
        owner: Owner,
        context: ModuleContext,
        scope: HookScope,
        receive: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) -> Bool {
        var garbage: RetiredObjects.Garbage = []
        let isAdded = state.withLock { state in
            // Under the lock, as above.
            guard scope.isOpen else { return false }
            let sequence = state.nextSequence()
            let added = EverySubscription(owner: owner, sequence: sequence, context: context, receive: receive)
            if stage.current.events == .over {
                added.deactivate()
            } else {
                state.add(added, garbage: &garbage)
            }
            return true
        }
        garbage.removeAll()
        return isAdded
    }

    /// A token that does not keep the handler, which may refer to whoever keeps the token.
    func token<Event: HiveEvent>(_ type: Event.Type, for subscription: AnySubscription?) -> RegistrationToken {
        RegistrationToken { [weak self, weak subscription] in
            guard let subscription, subscription.isActive else { return }
            subscription.deactivate()
            var garbage: RetiredObjects.Garbage = []
            self?.state.withLock { $0.remove(subscription, for: ObjectIdentifier(type), garbage: &garbage) }
            garbage.removeAll()
        }
    }
}
