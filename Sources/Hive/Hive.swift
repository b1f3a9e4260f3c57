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
/// - Signals. ``run(_:)`` receives them for one hive at a time, and SIGPIPE is left to the program (C40).
/// - A record for each thread that looks services up, a few words of memory. It is kept for the next thread that needs one,
///   so there are never more of them than threads that ran at the same time.
/// - The list of factories that wait for a service that another thread makes, because a circle may lead through several
///   hives (C25). A lookup that finds its service does not ask it.
///
/// While it runs, a hive keeps itself alive (C50). Every method may be called from any task.
public final class Hive: Sendable {
    /// What every module is told about the application.
    public let context: HiveContext
    /// The modules.
    public let modules: ModuleManager
    /// The services.
    public let services: ServiceManager
    /// The events.
    public let events: EventCenter

    let owner: Owner
    /// What libraries have registered.
    let registries: Registries
    let observers: Observers
    let clock: HiveClock
    /// Watches over the timeouts of hooks and handlers.
    let timer: DeadlineTimer
    let timeouts: HiveTimeouts
    let timelineBuffer: TimelineBuffer
    /// What the runners of phases need of all this.
    let environment: PhaseEnvironment
    let lifecycle = Mutex(Lifecycle())
    /// What reads the configuration again.
    let reloadSource = Mutex<(any ReloadSource)?>(nil)

    /// Makes a hive, which does nothing until it is started.
    ///
    /// - Parameters:
    ///   - context: What every module is told about the application.
    ///   - observers: Whoever watches the hive's steps.
    ///   - timeouts: How long hooks may take, where a module does not say otherwise.
    ///   - eventQueueCapacity: How many posted events may wait.
    ///   - timelineCapacity: How many hooks the timeline keeps; older ones make room.
    ///   - clock: What durations and timeouts are measured with.
    public init(
        context: HiveContext = HiveContext(),
        observers: [any HiveObserver] = [],
        timeouts: HiveTimeouts = HiveTimeouts(),
        eventQueueCapacity: Int = 1024,
        timelineCapacity: Int = 4096,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let owner = Owner.hive()
        let watchers = Observers(observers)
        self.context = context
        self.owner = owner
        self.observers = watchers
        self.clock = HiveClock(clock)
        timer = DeadlineTimer(self.clock)
        self.timeouts = timeouts
        timelineBuffer = TimelineBuffer(capacity: timelineCapacity)
        registries = Registries(context: context)
        modules = ModuleManager(selection: ModuleSelection(context), observers: watchers)
        services = ServiceManager(owner: owner, observers: watchers)
        let home = WeakHive()
        events = EventCenter(
            hive: home.id,
            owner: owner,
            queueCapacity: eventQueueCapacity,
            observers: watchers,
            timer: timer,
            grace: timeouts.grace
        ) {
            home.hive.map { ModuleContext(scope: HookScope(runtime: nil, hive: $0, ticket: 0)) }
        }
        identity = home.id
        environment = PhaseEnvironment(
            identity: home.id,
            timer: timer,
            grace: timeouts.grace,
            observers: watchers,
            timeline: timelineBuffer
        )
        home.hive = self
    }

    // One that was never stopped may still have its alarm.
    deinit { timer.end() }

    /// What ``Inside`` knows the hive by.
    let identity: ObjectIdentifier

    /// When each hook began and ended, so far.
    public var timeline: Timeline { timelineBuffer.timeline }

    /// What the hive is doing.
    public var state: HiveState { lifecycle.withLock { $0.state } }
}
