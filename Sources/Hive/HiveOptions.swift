// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What any hive is made with, whether code, property lists or the compiler say which modules it has (C55).
///
/// ```swift
/// let options = HiveOptions(context: HiveContext(name: "Shop"), timeouts: HiveTimeouts(wholeStart: .seconds(60)))
/// let hive = Hive(options)
/// ```
///
/// They are a value: a hive keeps what it was made with, and the same options can make any number of hives, which then
/// share the observers and the clock.
public struct HiveOptions: Sendable {
    /// What every module is told about the application; what it states wins over property lists.
    public var context: HiveContext
    /// The modules that the hive is to run, with what they depend on; nil for all of them (C56).
    ///
    /// ```swift
    /// let part = HiveOptions(only: [.named("CatalogModule"), .service((any CatalogService).self)])
    /// ```
    ///
    /// A subcommand, or a test, runs only what it needs so. What the named ones depend on takes part as well, and what
    /// that depends on, however the hive is made; all other modules are left out, with their services in property
    /// lists, and nothing that is wrong with their options, timeouts or dependencies counts. What a module only uses if
    /// it is there (an optional dependency) takes part where it is named here or needed by somebody else. A service
    /// that the test kit overrides needs no module. An empty array runs no module; services of the hive itself are
    /// there all the same.
    ///
    /// Naming a module that nobody has registered, one that is disabled, or a service that nobody provides, is an error
    /// before anything starts, unless the entry is optional. The choice holds for the hive's whole life: a reload keeps
    /// it, and modules that are added while the hive runs are added to it.
    public var only: [ModuleDependency]?
    /// Are told every step of the hive, each in the task that takes it.
    ///
    /// They are called from any task, several at once, with no lock held; a slow one slows the hive. A hive without
    /// observers pays nothing for them (C48).
    public var observers: [@Sendable (HiveObservation) -> Void]
    /// How long hooks may take, where a module does not say otherwise.
    public var timeouts: HiveTimeouts
    /// What happens when a module fails whose manifest does not say so; nil for what `modules.plist` says, else
    /// ``FailurePolicy/stop`` (C63).
    public var onFailure: FailurePolicy?
    /// How many posted events may wait, at least 1; one more throws ``HiveErrorCode/queueFull``.
    public var eventQueueCapacity: Int
    /// How many hooks the timeline keeps; older ones make room.
    public var timelineCapacity: Int
    /// What durations and timeouts are measured with.
    public var clock: any Clock<Duration>

    /// Whether SIGHUP reloads the configuration of a hive that ``Hive/run()`` runs, instead of stopping it (C40).
    ///
    /// A hive that was made from property lists reads them again and runs what they say. Then
    /// ``SystemEvent/configurationReload`` is triggered, whether that went well or not; with a hive that was not,
    /// nothing else happens. What is wrong goes to observers with ``HiveObservation/Kind/operationFailed``, and the
    /// hive goes on as it was.
    public var reloadsOnHangUp: Bool
    /// Whether a hive that ``Hive/run()`` or ``Hive/main(_:run:report:)`` runs notices that the files of its
    /// configuration have changed, and reloads as on SIGHUP (C66).
    ///
    /// The files are those that a reload reads: the base files, the overlays of the hive's environment and the
    /// drop-ins, in either format, or the files that the configuration was made from by their paths. Which of them
    /// there are counts, and of each the inode, size and times of what its path leads to, and its contents while it has
    /// just changed: files that are written in place or replaced, links that lead elsewhere, as those of Kubernetes,
    /// and folders that are replaced, go or come back. Other files, such as an editor's temporary ones, do not count.
    /// The first look is taken before the files are first read.
    ///
    /// A change is a reload when two looks in a row have found the same, so that what is written meanwhile settles
    /// first. What several files say is read in a moment in which none of them changes. So whoever changes several that
    /// belong together does so within one ``watchInterval``, or replaces their folder, or a link to it.
    ///
    /// What is wrong with the new files changes nothing, and is told once, to observers with
    /// ``HiveObservation/Kind/operationFailed`` and by ``Hive/main(_:run:report:)``. A hive that was not made from
    /// files has none to look at: observers are told with ``HiveObservation/Kind/unavailable``, and nothing else
    /// happens.
    ///
    /// A process of root that watches refuses a configuration that others may change, when the hive is made and in each
    /// reload. Each file, and each folder above it, on its path and behind its links, must belong to root, and neither
    /// its group nor others may write it. A folder with the sticky bit, such as `/tmp`, may be written by others,
    /// because they cannot replace root's files there. The modes do not count where the file system is mounted
    /// read-only.
    public var watchesConfiguration: Bool
    /// How long after a look at the files the next one is taken, by the hive's clock: a few calls of the system each.
    ///
    /// One that is not positive is an error of ``Hive/verify()`` and of the start, with ``HiveErrorCode/invalidValue``.
    public var watchInterval: Duration
    /// Whether a reload restarts modules whose options are others and that are no ``ReconfigurableModule``, with all
    /// that need them; else they keep what they have until the next start, and the report says so (C58).
    ///
    /// The old instances go before the new ones come, because a port is not there twice. Meanwhile the modules'
    /// services are ``HiveErrorCode/unavailable``. A module that was registered as an instance cannot be made anew: it
    /// keeps what it has, and so does a module that it needs.
    public var restartsOnReload: Bool
    /// Whether SIGTSTP triggers ``SystemEvent/suspend`` before the process of a hive that ``Hive/run()`` runs is
    /// suspended, and SIGCONT ``SystemEvent/resume`` after.
    public var tellsSuspension: Bool
    /// Whether ``SystemEvent/memoryPressure`` is triggered when memory is short, while ``Hive/run()`` runs the hive.
    ///
    /// That needs Linux with pressure stall information, for the process's control group or the machine, and the right
    /// to watch it; elsewhere observers are told with ``HiveObservation/Kind/unavailable``, and nothing else happens.
    public var tellsMemoryPressure: Bool
    /// For how long after the first signal the same signal does not count as a second one.
    ///
    /// GNU `timeout`, `npm` and others send a signal to their child and then to its process group. A person who presses
    /// a key twice takes longer.
    package var signalRepetition = Self.usualSignalRepetition
    package static let usualSignalRepetition = Duration.milliseconds(100)

    /// From 0 to 1, how much of a tenth is added to a delay before a restart.
    package var chance: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// Creates options; what is left out is what most programs need.
    public init(
        context: HiveContext = HiveContext(),
        only: [ModuleDependency]? = nil,
        observers: [@Sendable (HiveObservation) -> Void] = [],
        timeouts: HiveTimeouts = HiveTimeouts(),
        onFailure: FailurePolicy? = nil,
        eventQueueCapacity: Int = 1024,
        timelineCapacity: Int = 4096,
        clock: any Clock<Duration> = ContinuousClock(),
        reloadsOnHangUp: Bool = false,
        watchesConfiguration: Bool = false,
        watchInterval: Duration = .seconds(2),
        restartsOnReload: Bool = false,
        tellsSuspension: Bool = false,
        tellsMemoryPressure: Bool = false
    ) {
        self.context = context
        self.only = only
        self.observers = observers
        self.timeouts = timeouts
        self.onFailure = onFailure
        self.eventQueueCapacity = eventQueueCapacity
        self.timelineCapacity = timelineCapacity
        self.clock = clock
        self.reloadsOnHangUp = reloadsOnHangUp
        self.watchesConfiguration = watchesConfiguration
        self.watchInterval = watchInterval
        self.restartsOnReload = restartsOnReload
        self.tellsSuspension = tellsSuspension
        self.tellsMemoryPressure = tellsMemoryPressure
    }
}

extension HiveOptions {
    /// What is wrong with how files are watched.
    var watchProblems: [Problem] {
        if watchInterval > .zero { return [] }
        let text = "The hive's watchInterval is \(watchInterval.short), so that it would never rest."
        return [Problem(.error, .invalidValue, at: nil, text, remedy: "Make it longer, such as 2 s.")]
    }
}
