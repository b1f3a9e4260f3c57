// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

extension EventCenter {
    /// The subscribers of a type.
    func subscribers(_ type: any Any.Type) -> SubscriberList { state.withLock { $0.list(type) } }

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
                state.add(added, for: ObjectIdentifier(type))
            }
            return added
        }
        return subscription
    }

    /// Files a subscription to every event; returns false when the hook of the scope has returned.
    func addEvery(
        owner: Owner,
        context: ModuleContext,
        scope: HookScope,
        receive: @escaping @Sendable (any HiveEvent, ModuleContext) async throws -> Void
    ) -> Bool {
        let isAdded = state.withLock { state in
            // Under the lock, as above.
            guard scope.isOpen else { return false }
            let sequence = state.nextSequence()
            let added = EverySubscription(owner: owner, sequence: sequence, context: context, receive: receive)
            if stage.current.events == .over {
                added.deactivate()
            } else {
                state.add(added)
            }
            return true
        }
        return isAdded
    }

    /// A token that does not keep the handler, which may refer to whoever keeps the token.
    ///
    /// It knows the subscription by its number: an object that anybody refers to weakly takes longer to retain.
    func token<Event: HiveEvent>(_ type: Event.Type, for subscription: AnySubscription?) -> RegistrationToken {
        let sequence = subscription?.sequence
        return RegistrationToken { [weak self] in
            guard let self, let sequence else { return }
            state.withLock { $0.remove(sequence, for: ObjectIdentifier(type)) }
        }
    }
}
