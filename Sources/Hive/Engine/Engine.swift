// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What brings modules up, takes them down, and lets them come and go in between: all that a hive does with its
/// modules.
///
/// A ``Hive`` has one, and is only the way to it; contexts reach it as well. The engine alone changes a hive's state.
/// It asks for a plan of what is to be done, pure values that `Planning` makes, and carries it out phase by phase, each
/// by a ``PhaseRunner``.
final class Engine: Sendable {
    let options: HiveOptions
    /// Whoever owns what belongs to no module.
    let owner = Owner.hive()
    let services: ServiceManager
    let events: EventCenter
    /// What libraries have registered.
    let registries: Registries
    /// Who has taken which socket that the process was started with.
    let heldSockets = HeldSockets()
    let observers: Observers
    /// Watches over the timeouts of hooks and handlers.
    let timer: DeadlineTimer
    let timeline: TimelineBuffer
    /// Whether the hive is ready.
    let readiness = Readiness()
    /// What everybody is told of the states of its modules.
    let stateChanges = ModuleStates()
    /// How far the hive has come; see ``enter(_:)``.
    let stage = AtomicLifeStage()
    /// What code, property lists and records have said about modules.
    let registrations: ModuleManager
    /// The modules that run.
    let modules = RunningModules()
    let lifecycle = Mutex(Lifecycle())
    /// What modules have looked up of each other without saying so.
    let undeclaredNeeds = Mutex(UndeclaredNeeds())
    /// The modules that are down because of a failure.
    let down = DownModules()

    init(_ options: HiveOptions) {
        self.options = options
        observers = Observers(options.observers)
        timer = DeadlineTimer(HiveClock(options.clock))
        timeline = TimelineBuffer(capacity: options.timelineCapacity)
        registries = Registries(context: options.context, stage: stage)
        services = ServiceManager(owner: owner, observers: observers)
        services.stripes.manager = services
        events = EventCenter(
            owner: owner,
            queueCapacity: options.eventQueueCapacity,
            observers: observers,
            timer: timer,
            grace: options.timeouts.grace
        )
        registrations = ModuleManager(options, running: modules, services: services, observers: observers)
    }

    deinit { services.stripes.manager = nil }

    /// What every module is told about the application.
    var context: HiveContext { options.context }

    var timeouts: HiveTimeouts { options.timeouts }

    /// What happens when a module fails that does not say so.
    var failurePolicy: FailurePolicy { registrations.failurePolicy }

    /// What ``ActivityScope`` knows the hive by.
    var identity: ObjectIdentifier { owner.id }

    var clock: HiveClock { timer.clock }

    /// How long a hook that was cancelled may take to return.
    var grace: Duration { timeouts.grace }

    /// What the hive is doing.
    var state: HiveState { lifecycle.withLock { $0.state } }

    /// What the engine keeps alive while it carries out the start, runs, or stops.
    var facade: Hive? { lifecycle.withLock { $0.keepAlive } }

    /// Why a stop was asked for, once it was.
    var stopReason: StopReason? { lifecycle.withLock { $0.stopReason } }

    /// The start, once it has begun.
    var start: Completion? { lifecycle.withLock { $0.start } }

    /// What runs hooks at present.
    private var runners: [PhaseRunner] {
        let (runner, stopRunner) = lifecycle.withLock { ($0.runner, $0.stopRunner) }
        return [runner, stopRunner].compactMap(\.self)
    }

    /// The hooks that run, and since when, for a person.
    var hooks: [String] { runners.flatMap(\.running) }

    /// Whether a hook runs that has time left, or a stop waits; one without a timeout may hang for good.
    var hasTimeLeft: Bool { runners.contains(where: \.hasTimeLeft) || lifecycle.withLock { $0.isWaiting } }

    /// What is known of a start before it.
    func plan() -> (plan: ModulePlan, services: [ServiceDeclaration]) {
        registrations.plan(known: timeouts.problems + events.problems + options.watchProblems)
    }

    /// Tells observers what the hive is doing, and how long that took which it has ended by it.
    func announce(_ state: HiveState, since began: Duration? = nil, _ error: (any Error)? = nil) {
        let (now, duration) = (clock.now(), duration(since: began))
        lifecycle.withLock { $0.since = now }
        observers.notify(.init(.stateChanged, subject: .state(state), duration: duration, error: error))
    }

    /// The time, where somebody observes: otherwise nothing is measured.
    var observedTime: Duration? { observers.isEmpty ? nil : clock.now() }

    /// How long something took, for observers; nil where its begin was not measured.
    func duration(since began: Duration?) -> Duration? { began.map { clock.now() - $0 } }

    /// When the whole start or stop has to have ended, if it begins now.
    func deadline(after timeout: Duration?, _ name: StaticString) -> Deadline? {
        timeout.map { Deadline(time: clock.now().adding($0), timeout: $0, name: name) }
    }
}
