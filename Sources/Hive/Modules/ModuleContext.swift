// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A context in which services can be resolved and events triggered: a ``ModuleContext``, or one that has it and more.
///
/// A library that gives modules a word of its own, as `HiveRouting` does with actions, extends this protocol.
///
/// Contexts are immutable. Posting, triggering and resolving goes on until the module is gone: torn down, its services
/// shut down, or abandoned. From then on they throw ``HiveErrorCode/stopped``, also in a module that was removed from a
/// hive that runs (C50). What the context says of the module and of the application can always be read.
public protocol ResolvingContext: ServiceLookup {
    /// What the context shares with all others of its module.
    var moduleContext: ModuleContext { get }
}

extension ResolvingContext {
    private var scope: HookScope { moduleContext.scope }

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

    /// Resolves services.
    public var resolver: ServiceResolver { scope.resolver }

    /// Asks the hive to stop, and returns at once (C18).
    public func requestStop(_ reason: StopReason = .requested) { scope.hive.requestStop(reason) }
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
public struct SetupContext: Sendable {
    let scope: HookScope

    /// The module's name.
    public var module: String? { scope.runtime?.name }
    /// The application, as the hive was told.
    public var application: HiveContext { scope.hive.context }
    /// The hive's clock; see ``ResolvingContext/clock``.
    public var clock: any Clock<Duration> { scope.hive.clock.base }

    /// Registers services of the module.
    public var services: ServiceRegistrar {
        let scope = scope
        let owner = scope.runtime?.owner ?? scope.hive.owner
        return ServiceRegistrar(manager: scope.hive.services, owner: owner) {
            try scope.check("registers a service")
        }
    }

    /// Decodes the module's own options; see ``ResolvingContext/options(as:)``.
    ///
    /// - Throws: What that method throws.
    public func options<Options: Decodable>(as type: Options.Type = Options.self) throws -> Options {
        try scope.options(as: type)
    }

    /// Asks the hive to stop, and returns at once (C18).
    public func requestStop(_ reason: StopReason = .requested) { scope.hive.requestStop(reason) }
}

/// The context of whatever a module does between `setUp` and the stop: its other hooks and its event handlers.
public struct ModuleContext: ResolvingContext {
    let scope: HookScope

    /// The context itself.
    public var moduleContext: ModuleContext { self }
    /// Resolves services; said for this type alone, so that a lookup copies no context.
    public var resolver: ServiceResolver { scope.resolver }
}

/// The context of `willStop` and `tearDown`: it says why the module stops.
public struct StopContext: ResolvingContext {
    /// What it shares with the other contexts of the module.
    public let moduleContext: ModuleContext
    /// Why the module stops.
    public let reason: StopReason

    init(scope: HookScope, reason: StopReason) {
        moduleContext = ModuleContext(scope: scope)
        self.reason = reason
    }
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
    public init(_ description: String) {
        self.init(description, isNews: false)
    }

    init(_ description: String, isNews: Bool) {
        self.description = description
        self.isNews = isNews
    }

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
