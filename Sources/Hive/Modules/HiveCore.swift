// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Synchronization

/// What a hive consists of, for contexts and for the engine: its managers, its time, and whoever watches it.
///
/// It does nothing by itself: its ``Engine`` carries out what contexts ask for.
final class HiveCore: Sendable {
    /// What every module is told about the application.
    let context: HiveContext
    /// Whoever owns what belongs to no module.
    let owner: Owner
    let services: ServiceManager
    let events: EventCenter
    /// What libraries have registered.
    let registries: Registries
    let timeouts: HiveTimeouts
    /// Who has taken which socket that the process was started with.
    let heldSockets: HeldSockets?
    let observers: Observers
    /// Watches over the timeouts of hooks and handlers.
    let timer: DeadlineTimer
    /// How long a hook that was cancelled may take to return.
    let grace: Duration
    let timeline: TimelineBuffer
    /// Whether the hive is ready.
    let readiness = Readiness()
    /// How far its modules are.
    let states = ModuleStates()
    /// What happens when a module fails that does not say so.
    let failurePolicy: FailurePolicy
    /// Whether a reload restarts modules that cannot take other options.
    let restartsOnReload: Bool
    /// From 0 to 1, how much of a tenth is added to a delay before a restart.
    let chance: @Sendable () -> Double
    /// How changes of the configuration's files are noticed.
    let watch: ConfigurationWatch?
    /// How far the hive has come; see ``Engine/enter(_:)``.
    let stage = AtomicLifeStage()
    /// Set once, by the engine.
    private let engine = Mutex(WeakEngine())

    /// Makes what a hive with these options consists of.
    init(_ options: HiveOptions) {
        owner = Owner.hive()
        observers = Observers(options.observers)
        timer = DeadlineTimer(HiveClock(options.clock))
        grace = options.timeouts.grace
        timeline = TimelineBuffer(capacity: options.timelineCapacity)
        context = options.context
        failurePolicy = options.onFailure ?? .stop
        restartsOnReload = options.restartsOnReload
        chance = options.chance
        watch = options.watchesConfiguration
        heldSockets = context.inheritedSockets.isEmpty ? nil : HeldSockets()
        timeouts = options.timeouts
        registries = Registries(context: context, stage: stage)
        services = ServiceManager(owner: owner, observers: observers)
        services.link.begin(services)
        events = EventCenter(
            owner: owner,
            queueCapacity: options.eventQueueCapacity,
            observers: observers,
            timer: timer,
            grace: grace
        )
    }

    deinit {
        // One that was never stopped may still have its alarm.
        timer.end()
        services.link.end()
    }

    /// What ``ActivityScope`` knows the hive by.
    var identity: ObjectIdentifier { owner.id }
    var clock: HiveClock { timer.clock }

    /// Asks the hive to stop, and returns at once; does nothing when the hive is gone.
    func requestStop(_ reason: StopReason) { currentEngine?.requestStop(reason) }

    /// What the hive is doing; one that is gone has stopped.
    var state: HiveState { currentEngine?.state ?? .stopped }

    /// Tells what a module does otherwise than it seems to mean it.
    func warn(_ doubt: HiveObservation) { currentEngine?.warn(doubt) }

    /// Tells of every change of the readiness that has not been told.
    func tellReadiness() { readiness.tellChanges { currentEngine?.tell($0) } }

    /// Returns when every change of the readiness has been told, also those that another task is telling.
    func finishTellingReadiness() async {
        tellReadiness()
        await readiness.waitUntilTold()
    }

    /// Asks the hive to restart a module, and returns at once; does nothing when the hive is gone.
    func requestRestart(of type: any HiveModule.Type) { currentEngine?.requestRestart(of: type) }

    /// How far each module is.
    var moduleStates: [(module: String, state: ModuleState)] { currentEngine?.states ?? [] }

    /// Whether the hive is ready, and who withholds that.
    var currentReadiness: HiveReadiness { currentEngine?.readiness ?? readiness.current }

    /// Tells of every change of a module's state that has not been told.
    func tellStates() {
        states.tell(at: clock.now()) {
            observers.notify(.init(.moduleChanged, module: $0.module, subject: .module($0.state)))
        }
    }

    /// Asks all modules how they are.
    func health() async throws -> HiveHealth {
        guard let engine = currentEngine else { throw HiveError(.stopped, "The hive is gone.") }
        return try await engine.health()
    }

    /// What its user has of the hive, from the start until it has stopped.
    var facade: Hive? { currentEngine?.facade }

    /// Says who carries out what is asked for.
    func obey(_ engine: Engine) { self.engine.withLock { $0.engine = engine } }

    private var currentEngine: Engine? { engine.withLock { $0.engine } }
}

private struct WeakEngine {
    weak var engine: Engine?
}
