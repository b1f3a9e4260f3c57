// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What brings modules up, takes them down, and lets them come and go in between: all that a hive does with its
/// modules.
///
/// A ``Hive`` has one, and is only the way to it. The engine alone changes a hive's state. It asks for a plan of
/// what is to be done, pure values that `Planning` makes, and carries it out phase by phase, each by a ``PhaseRunner``.
final class Engine: Sendable {
    let core: HiveCore
    /// What code, property lists and records have said about modules.
    let registrations: ModuleManager
    /// The modules that run.
    let modules: RunningModules
    let lifecycle = Mutex(Lifecycle())
    /// What modules have looked up of each other without saying so.
    let undeclaredNeeds = UndeclaredNeeds()
    /// The modules that are down because of a failure.
    let down = DownModules()

    // Of the core, because every step needs one of them.
    var owner: Owner { core.owner }
    var services: ServiceManager { core.services }
    var events: EventCenter { core.events }
    var registries: Registries { core.registries }
    var timeouts: HiveTimeouts { core.timeouts }
    var observers: Observers { core.observers }
    var clock: HiveClock { core.clock }

    init(_ core: HiveCore, only: [ModuleDependency]? = nil) {
        self.core = core
        modules = RunningModules()
        let selection = ModuleSelection(core.context, only: only)
        registrations = ModuleManager(core, selection: selection, running: modules)
        core.obey(self)
        core.services.listener.withLock { listener in
            listener.note = { [weak self] in self?.note($0) }
            listener.state = { [weak self] in self?.state(of: $0) }
        }
    }

    /// How far the hive has come; see ``enter(_:)``.
    var stage: AtomicLifeStage { core.stage }

    /// What ``ActivityScope`` knows the hive by.
    var identity: ObjectIdentifier { core.identity }

    /// What the hive is doing.
    var state: HiveState { lifecycle.withLock { $0.state } }

    /// What the engine keeps alive while it carries out the start, runs, or stops.
    var facade: Hive? { lifecycle.withLock { $0.keepAlive } }

    /// Why a stop was asked for, once it was.
    var stopReason: StopReason? { lifecycle.withLock { $0.stopReason } }

    /// The start, once it has begun.
    var start: Completion? { lifecycle.withLock { $0.start } }

    /// The hooks that run, and since when, for a person.
    var hooks: [String] {
        let (runner, stopRunner) = lifecycle.withLock { ($0.runner, $0.stopRunner) }
        return (runner?.running ?? []) + (stopRunner?.running ?? [])
    }

    /// Whether a hook runs that has time left, or a stop waits; one without a timeout may hang for good.
    var hasTimeLeft: Bool {
        let (runner, stopRunner, isWaiting) = lifecycle.withLock { ($0.runner, $0.stopRunner, $0.isWaiting) }
        return runner?.hasTimeLeft == true || stopRunner?.hasTimeLeft == true || isWaiting
    }

    /// The timeline so far.
    var timeline: TimelineBuffer { core.timeline }

    /// What is known of a start before it.
    func plan() -> (plan: ModulePlan, services: [ServiceDeclaration]) {
        registrations.plan(known: timeouts.problems + events.problems + (core.watch?.problems ?? []))
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
