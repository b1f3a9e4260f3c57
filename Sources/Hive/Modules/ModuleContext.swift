// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What every context of a module has: it says who asks, and leads to the hive.
///
/// The contexts of `initialize` and of all that comes later are a ``ServiceLookup`` as well: they resolve services, and
/// trigger events. That of `setUp` registers instead. A library that gives modules a word of its own, as `HiveRouting`
/// does with actions, extends ``SetupContext``, or this protocol for those that resolve:
///
/// ```swift
/// extension HookContext where Self: ServiceLookup {
///     func checks() throws -> [HealthCheck] { try table(of: HealthCheck.self) }
/// }
/// ```
///
/// Contexts are immutable. Posting, triggering and resolving goes on until the module is gone: torn down, its services
/// shut down, or abandoned. From then on they throw ``HiveErrorCode/stopped``, also in a module that was removed from a
/// hive that runs (C50). What the context says of the module, the application and the hive can always be read.
public protocol HookContext: Sendable {
    /// What ties the context to its module and its hive.
    var scope: HookScope { get }
}

extension HookContext {
    /// The module's name; nil in the context of a subscription that belongs to no module.
    public var module: String? { scope.runtime?.name }
    /// The application, as the hive was told.
    public var application: HiveContext { scope.hive.context }
    /// The hive's clock, by which a module measures and waits, so that a test moves its times too.
    ///
    /// Work that waits between its jobs sleeps by ``WorkContext/sleep(for:)``, which ends at a stop.
    public var clock: any Clock<Duration> { scope.hive.clock.base }

    /// Decodes the module's own options.
    ///
    /// An option that the type does not know is an error, as is one of another type. Let the module name the type in
    /// ``HiveModule/Options``, and the same is checked before anything starts.
    ///
    /// - Throws: ``HiveError`` with ``HiveErrorCode/invalidValue`` and every problem at its own place, without what a
    ///   ``Secret`` holds (C54).
    public func options<Options: Decodable>(as type: Options.Type = Options.self) throws -> Options {
        try scope.options(as: type)
    }

    /// Asks the hive to stop, and returns at once (C18).
    public func requestStop(_ reason: StopReason = .requested) { scope.hive.requestStop(reason) }

    // MARK: The hive

    /// What the hive is doing.
    public var state: HiveState { scope.hive.state }

    /// How far each module is; see ``Hive/moduleStates``.
    public var moduleStates: [(module: String, state: ModuleState)] { scope.hive.states }

    /// The states that there are, and then every change; see ``Hive/moduleStateChanges``.
    public var moduleStateChanges: AsyncStream<(module: String, state: ModuleState)> {
        scope.hive.stateChanges.stream(after: scope.hive.states)
    }

    /// Whether the hive is ready, and which modules withhold that, each with its reason (C53).
    ///
    /// - Complexity: O(n) in the number of modules that withhold it; it takes a lock.
    public var readiness: HiveReadiness { scope.hive.currentReadiness }

    /// Keeps the hive from being ready until ``restoreReadiness()`` is called, or the module leaves.
    ///
    /// ```swift
    /// context.withholdReadiness(because: "no connection to the database")
    /// ```
    ///
    /// It may be called at any time, also while the hive starts. A module withholds readiness once: a further call only
    /// changes the reason, and one that restores it is enough. Observers and those who subscribe to ``HiveReadiness``
    /// are told when the hive no longer is ready; the calls of several tasks are told one after the other, perhaps in
    /// the task of another. It does nothing once the module is gone, or it or its handler was abandoned.
    ///
    /// - Parameter reason: Why, for a person.
    public func withholdReadiness(because reason: String) {
        scope.hive.readiness.withhold(scope.owner, because: reason) { scope.hasEnded }
        scope.hive.tellReadiness()
    }

    /// Gives up what ``withholdReadiness(because:)`` asked for, in this context or in another one of the module.
    ///
    /// It does nothing when the module does not withhold readiness.
    public func restoreReadiness() {
        if scope.hasEnded { return }
        scope.hive.readiness.restore(scope.owner)
        scope.hive.tellReadiness()
    }

    /// Tells the hive's observers a step that a library took; see ``Hive/report(_:)``.
    public func report(_ observation: @autoclosure () -> HiveObservation) {
        scope.hive.observers.notify(observation())
    }

    /// The hive, for what it says of itself; nil when it has stopped.
    package var hive: Hive? { scope.hive.facade }
}

extension HookContext where Self: ServiceLookup {
    /// Resolves services.
    public var resolver: ServiceResolver { scope.resolver }

    /// Asks all modules how they are; see ``Hive/Hive/health()``.
    ///
    /// A module that answers probes calls it for each, also while the hive drains:
    ///
    /// ```swift
    /// let health = try await context.health()
    /// return health.isWell ? "200 OK" : "503 \(health)"
    /// ```
    ///
    /// - Throws: What that method throws.
    public func health() async throws -> HiveHealth { try await scope.hive.health() }

    /// Asks the hive to restart a module with all that needs it, and returns at once; see ``Hive/restart(_:)``.
    ///
    /// It is done after what was asked for before. What goes wrong is told to observers with
    /// ``HiveObservation/Kind/operationFailed``, also that the hive does not run.
    public func requestRestart<Module: HiveModule>(of type: Module.Type) { scope.hive.requestRestart(of: type) }
}

/// The context of `setUp`: it registers, and cannot resolve.
///
/// So it has no `service(_:)`: other modules may not have registered theirs yet. Look services up in `initialize` or
/// later; what a service needs itself, its factory looks up in the resolver that it is given.
///
/// An option that the module refuses although its type does not, such as a port that is 0, is a wrong configuration:
/// throw ``HiveError`` with ``HiveErrorCode/invalidValue``, and the exit code of the program is 78 (C41).
///
/// Once the hook has returned, registering throws ``HiveErrorCode/invalidState`` (C50).
public struct SetupContext: HookContext {
    /// What ties the context to its module and its hive.
    public let scope: HookScope

    /// Registers services of the module.
    public var services: ServiceRegistrar {
        ServiceRegistrar(manager: scope.hive.services, owner: scope.owner) { [scope] in
            try scope.check("registers a service")
        }
    }
}

/// The context of whatever a module does between `setUp` and the stop: its other hooks and its event handlers.
public struct ModuleContext: HookContext, ServiceLookup {
    /// What ties the context to its module and its hive.
    public let scope: HookScope

    /// Resolves services; said for this type alone, so that a lookup copies no context.
    public var resolver: ServiceResolver { scope.resolver }
}

/// The context of `willStop` and `tearDown`: it says why the module stops.
public struct StopContext: HookContext, ServiceLookup {
    /// What ties the context to its module and its hive.
    public let scope: HookScope
    /// Why the module stops.
    public let reason: StopReason
}

extension HookScope {
    var resolver: ServiceResolver {
        if hasEnded { return ServiceManager.stopped.resolver }
        return ServiceResolver(manager: hive.services, creation: nil, client: runtime?.descriptor.id)
    }

    func options<Options: Decodable>(as type: Options.Type) throws -> Options {
        let descriptor = runtime?.current
        do {
            let options =
                try descriptor?.optionSources.options(for: type, of: runtime?.name ?? "the hive") ?? .dictionary([:])
            return try ConfigurationDecoder().decode(type, from: options)
        } catch let error as ConfigurationDecodingError {
            let problems = error.problems.map { problem in
                let origin = descriptor?.originOfOption(problem.path)
                return Problem(.error, .invalidValue, at: origin, "\(problem)", remedy: problem.remedy)
            }
            let name = runtime?.name ?? "the hive"
            throw HiveError(.invalidValue, "The options of \(name) do not fit \(type).", problems: problems)
        }
    }
}

/// Why a hive, or one of its modules, stops.
public struct StopReason: Hashable, Sendable, CustomStringConvertible {
    /// Why, for a person.
    public let description: String
    /// Whether nobody wished for the stop, and somebody should hear of it although nothing has failed.
    let isNews: Bool

    /// A reason of the application's own.
    public init(_ description: String) { self.init(description: description, isNews: false) }

    init(description: String, isNews: Bool) { (self.description, self.isNews) = (description, isNews) }

    /// Whether both say the same.
    public static func == (left: StopReason, right: StopReason) -> Bool { left.description == right.description }

    /// Hashes what the reason says.
    public func hash(into hasher: inout Hasher) { hasher.combine(description) }

    /// Somebody asked for it.
    public static let requested = StopReason("a stop was requested")
    /// The start failed, and what had been set up is torn down again.
    public static let startFailed = StopReason("the start failed")
    /// A hook of the module returned after its time was up.
    public static let late = StopReason("a hook returned after its time was up")
    /// The task that started the hive was cancelled.
    public static let cancelled = StopReason("the task that started the hive was cancelled")
}
