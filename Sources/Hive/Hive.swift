// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// An application as a set of modules: it brings them up in order, joins them, and takes them down again.
///
/// ```swift
/// let hive = Hive()
/// try hive.modules.register(CatalogModule.self)
/// try await hive.start()
/// let catalog = try hive.services.service((any CatalogService).self)
/// try await hive.stop()
/// ```
///
/// A hive is started once and stopped once. There may be any number of them in a process, and none is global: what is
/// registered with one is unknown to the others (C46). They share what a process has once:
///
/// - Signals. ``run()`` receives them for one hive at a time, and SIGPIPE is left to the program (C40).
/// - The list of factories that wait for a service that another thread makes, because a circle may lead through several
///   hives (C25). A lookup that finds its service does not ask it.
///
/// While it runs, a hive keeps itself alive (C50). Every method may be called from any task.
public final class Hive: Sendable {
    /// The modules.
    public let modules: ModuleManager
    /// The services.
    public let services: ServiceManager
    /// The events.
    public let events: EventCenter

    /// What the hive was made with.
    package let options: HiveOptions
    /// What does everything.
    let engine: Engine
    /// How it has been stopped.
    let end = Completion()
    /// What reads the configuration again.
    let reloadSource = Mutex<(any ReloadSource)?>(nil)

    /// Makes a hive, which does nothing until it is started.
    ///
    /// - Parameter options: What the hive is made with.
    public init(_ options: HiveOptions = HiveOptions()) {
        var options = options
        ExploredProcess.adjust(&options)
        options.context.claimVariables()
        let engine = Engine(options)
        self.options = options
        self.engine = engine
        modules = engine.registrations
        services = engine.services
        events = engine.events
    }

    /// What every module is told about the application.
    public var context: HiveContext { options.context }

    /// When each hook began and ended, so far.
    public var timeline: Timeline { engine.timeline.timeline }

    /// The time since the hive was made, by its clock.
    package var age: Duration { engine.clock.now() }

    /// What the hive is doing.
    public var state: HiveState { engine.state }

    /// Whether the hive is ready, and which modules withhold that, each with its reason (C53).
    ///
    /// - Complexity: O(n) in the number of modules that withhold it; it takes a lock.
    public var readiness: HiveReadiness { engine.currentReadiness }

    /// Asks all modules how they are, at the same time, and returns when each has answered or its time is up (C53).
    ///
    /// Each module is asked by ``HiveModule/health(_:)`` and has the timeout `health` of ``HiveTimeouts``. One that
    /// throws, or does not answer in time, is unhealthy; the others are answered. While a module has not returned from
    /// a check, it is not asked again: who asks within the check's time is given its answer, who asks later is told at
    /// once. The modules that are up are asked, while the hive runs and also while it stops, each until its `tearDown`.
    /// What they say never changes ``readiness``.
    ///
    /// Cancelling the calling task does not shorten it.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidState`` before the hive runs, when it has stopped, and from
    ///   within a health check.
    public func health() async throws -> HiveHealth { try await engine.health() }

    // MARK: Starting and stopping

    /// Brings the modules up: `setUp` for all of them, then `initialize`, then `ready`.
    ///
    /// Nothing runs until names, dependencies, options and order have been checked. A hook that throws, or takes longer
    /// than its timeout, ends the start; what had been set up is torn down again, in reverse order (C3, C5). Cancelling
    /// the calling task means the same as ``stop(_:)`` (C8).
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidConfiguration`` and all problems before anything runs;
    ///   ``HiveErrorCode/startFailed`` with ``HiveError/start`` and everything that was thrown;
    ///   ``HiveErrorCode/cancelled``; or ``HiveErrorCode/invalidState`` when the hive was started before (C7).
    public func start() async throws { try await engine.start(keepingAlive: self) }

    /// Takes the modules down: `willStop` in order, then their work is drained, then `tearDown` in reverse order.
    ///
    /// The hive is not ready any more at once. It waits for the `drainDelay` of its ``HiveTimeouts``, delivers the
    /// queue before `willStop`, and once more when all work has ended (C31, C51).
    ///
    /// It runs once, and all callers get the same result (C39). During a start it cancels that and returns when
    /// everything is down; before a start it makes that throw (C8). Called from within a hook, an event handler or a
    /// module's work it only asks, and returns (C18). Cancelling the calling task does not shorten it (C4).
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/stopFailed`` and everything that was thrown; everything was taken
    ///   down all the same (C37).
    public func stop(_ reason: StopReason = .requested) async throws { try await engine.stop(reason) }

    /// Returns when a running hive has stopped, whoever asked for it.
    ///
    /// It returns at once when the hive does not run or has stopped already. Called from within an event handler or a
    /// module's work, which the stop waits for, it returns when the stop begins (C18). Cancelling the calling task does
    /// not end the wait.
    ///
    /// - Throws: What ``stop(_:)`` throws.
    public func waitUntilStopped() async throws { try await engine.waitUntilStopped() }

    /// Asks for a stop and returns at once.
    ///
    /// What the stop throws goes to whoever calls ``stop(_:)``, and to observers.
    public func requestStop(_ reason: StopReason = .requested) { engine.requestStop(reason) }
}
