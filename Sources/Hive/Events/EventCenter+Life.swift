// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// What the engine tells an event center: how far the hive has come, and which modules come and go.

extension EventCenter {
    /// Allows what a stage of the life of a hive allows, which the engine has entered.
    func follow(_ next: LifeStage, of engine: Engine) {
        state.withLock { state in
            stage.advance(to: next)
            if stage.current.events == .over {
                // No `deinit` runs here, because the caller has the engine.
                state.context = nil
            } else if stage.current.events != .queued {
                state.context = ModuleContext(scope: HookScope(runtime: nil, hive: engine, ticket: 0))
            }
        }
    }

    /// Keeps events from modules that are about to join a hive that runs, until they are admitted (C58).
    ///
    /// While the hive starts there is nothing to keep from them: nothing is delivered before all are ready.
    func hold(_ owners: [Owner]) {
        guard stage.current.events != .queued else { return }
        state.withLock { $0.hold(owners) }
    }

    /// Lets modules that are ready have every event that is delivered from now on, all of them at one moment.
    func admit(_ owners: [Owner]) {
        state.withLock { $0.admit(owners) }
    }

    /// Ends an owner's subscriptions, whatever is being called.
    func end(_ owner: Owner) {
        state.withLock { $0.end(owner) }
    }

    /// Whether a handler of an owner is being called; its subscriptions have ended before.
    func isCalling(_ owner: Owner) -> Bool { !owner.calls.isEmpty }

    /// Ends an owner's subscriptions and returns when none of its handlers is being called (C31, C36).
    nonisolated(nonsending) func withdraw(_ owner: Owner) async {
        end(owner)
        await owner.calls.waitUntilNone()
    }
}
