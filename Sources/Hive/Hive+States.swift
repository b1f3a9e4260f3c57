// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

// How far modules are, and those that are restarted (C63, C64).

extension Hive {
    /// How far each module is, in boot order: those that are there, and those that are down because of a failure.
    ///
    /// Before the start and after the stop there is none.
    ///
    /// - Complexity: O(n log n) in the number of modules.
    public var moduleStates: [(module: String, state: ModuleState)] { engine.states }

    /// Has a closure told how the hive has ended, before the calls that wait for it return; it must not take long.
    ///
    /// A hive that has ended tells nothing more.
    package func whenEnded(_ tell: @escaping @Sendable ((any Error)?) -> Void) {
        engine.lifecycle.withLock { lifecycle in
            if lifecycle.state != .stopped, lifecycle.state != .failed { lifecycle.listeners.append(tell) }
        }
    }

    /// What happens when a module fails that does not say so.
    package var failurePolicy: FailurePolicy { engine.failurePolicy }

    /// The states that there are, and then every change, in order; of each module the latest, so that a reader that is
    /// slow takes no room (C64).
    ///
    /// It ends when the hive has stopped. Each call makes a stream of its own.
    public var moduleStateChanges: AsyncStream<(module: String, state: ModuleState)> {
        engine.stateChanges.stream(after: engine.states)
    }

    /// Restarts a module with all that needs it: they go down as by a removal with dependents, and come up as new
    /// instances in their places (C63).
    ///
    /// One that is down because of a failure comes up, with what waits for it; one that was left out, too. It does not
    /// count as a restart by policy. A module that fails on its way up fails by its policy, and the others stay up.
    /// Calls that come at the same time, additions, removals and reloads among them, are served one after the other.
    /// From within a hook, an event handler or a module's work it only asks, and returns; a failure goes to observers.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/unknownModule`` when there is no such module,
    ///   ``HiveErrorCode/notCreatable`` when it or a module that needs it was registered as an instance,
    ///   ``HiveErrorCode/startFailed`` when it is not up in the end, and ``HiveErrorCode/invalidState`` when the hive
    ///   does not run.
    public func restart<Module: HiveModule>(_ type: Module.Type) async throws { try await engine.restart(type) }
}
