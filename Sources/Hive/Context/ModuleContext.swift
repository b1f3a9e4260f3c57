// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// What every hook and every event handler is given.
///
/// Contexts are immutable. What registers something throws ``HiveError/Code/invalidState`` once the hook has returned;
/// posting, triggering and resolving goes on until the module is gone: torn down, its services shut down, or abandoned.
/// From then on they throw ``HiveError/Code/stopped``, also in a module that was removed from a hive that runs (C50). What
/// the context says of the module and of the application can always be read.
public protocol ModuleContext: Sendable {
    /// What ties the context to its module and its hook.
    var scope: HookScope { get }
}

extension ModuleContext {
    /// The module's name; nil in the context of a subscription that belongs to no module.
    public var module: String? { scope.runtime?.name }
    /// The application's name.
    public var applicationName: String { scope.hive.context.applicationName }
    /// The application's key, if it has one.
    public var applicationKey: String? { scope.hive.context.applicationKey }
    /// Where the application runs.
    public var environment: HiveEnvironment { scope.hive.context.environment }
    /// The launch arguments, without the program's name.
    public var arguments: [String] { scope.hive.context.arguments }
    /// The application's values, in layers.
    public var values: ConfigurationValues { scope.hive.context.values }

    /// Decodes the module's own options.
    ///
    /// An option that the type does not know is an error, as is one of another type. Let the module name the type in
    /// ``HiveModule/optionsType``, and the same is checked before anything starts.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/invalidValue`` and every problem at its own place, without what a
    ///   ``Secret`` holds (C54).
    public func options<Options: Decodable>(as type: Options.Type = Options.self) throws -> Options {
        let descriptor = scope.runtime?.current
        do {
            return try ConfigurationDecoder().decode(type, from: descriptor?.options ?? .dictionary([:]))
        } catch let error as ConfigurationDecodingError {
            let problems = error.problems.map { problem in
                let origin = descriptor?.originOfOption(problem.path)
                return Problem(.error, .invalidValue, at: origin, "\(problem)", remedy: problem.remedy)
            }
            let name = module ?? "the hive"
            throw HiveError(.invalidValue, "The options of \(name) do not fit \(type).", problems: problems)
        }
    }

    /// Puts an event into the hive's queue and returns; see ``EventCenter/post(_:)``.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/stopped`` also when the module is gone, or what the event center's
    ///   method throws.
    public func post<Event: HiveEvent>(_ event: Event) throws {
        try scope.checkAlive()
        try scope.hive.events.post(event)
    }

    /// Asks the hive to stop, and returns at once (C18).
    public func requestStop(_ reason: StopReason = .requested) {
        scope.hive.requestStop(reason)
    }
}

/// A context in which services can be resolved and events triggered.
public protocol ResolvingContext: ModuleContext, ServiceLookup {}

extension ResolvingContext {
    /// Resolves services.
    public var resolver: ServiceResolver {
        scope.hasEnded ? ServiceManager.stopped.resolver : scope.hive.services.resolver
    }

    /// Delivers an event to every subscriber and returns when all have run; see
    /// ``EventCenter/trigger(_:stopAtFirstFailure:)``.
    ///
    /// - Throws: ``HiveError`` with ``HiveError/Code/stopped`` also when the module is gone, or what the event center's
    ///   method throws.
    public func trigger<Event: HiveEvent>(
        _ event: Event,
        stopAtFirstFailure: Bool = false
    ) async throws -> EventOutcome<Event.Reply> {
        try scope.checkAlive()
        return try await scope.hive.events.trigger(event, stopAtFirstFailure: stopAtFirstFailure)
    }
}

/// The context of `setUp`: it registers, and cannot resolve.
public struct SetupContext: ModuleContext {
    /// What ties the context to its module and its hook.
    public let scope: HookScope

    /// Registers services of the module.
    public var services: ServiceRegistrar {
        let scope = scope
        let owner = scope.runtime?.owner ?? scope.hive.owner
        return ServiceRegistrar(manager: scope.hive.services, owner: owner) {
            try scope.check("registers a service")
        }
    }

    /// Subscribes the module to events.
    public var events: EventRegistrar {
        EventRegistrar(center: scope.hive.events, scope: scope)
    }
}

/// The context of `initialize` and `ready`: it resolves services.
public struct InitContext: ResolvingContext {
    /// What ties the context to its module and its hook.
    public let scope: HookScope
}

/// The context of an event handler.
public struct EventContext: ResolvingContext {
    /// What ties the context to its module.
    public let scope: HookScope
}

/// The context of `willStop` and `tearDown`: it says why the module stops.
public struct StopContext: ResolvingContext {
    /// What ties the context to its module and its hook.
    public let scope: HookScope
    /// Why the module stops.
    public let reason: StopReason
}

/// Why a hive, or one of its modules, stops.
public struct StopReason: Hashable, Sendable, CustomStringConvertible {
    /// Why, for a person.
    public let description: String

    /// A reason of the application's own.
    public init(_ description: String) {
        self.description = description
    }

    /// Somebody asked for it.
    public static let requested = StopReason("a stop was requested")
    /// The start failed, and what had been set up is torn down again.
    public static let startFailed = StopReason("the start failed")
    /// A hook of the module returned after its time was up.
    public static let late = StopReason("a hook returned after its time was up")
    /// The task that started the hive was cancelled.
    public static let cancelled = StopReason("the task that started the hive was cancelled")
}
