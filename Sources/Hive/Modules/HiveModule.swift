// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A part of an application, with a life of its own.
///
/// A module is a class whose state is immutable, an actor, or a `@MainActor` class. A hive makes one instance of each,
/// brings all of them up phase by phase, and takes them down again in reverse:
///
/// ```swift
/// final class CatalogModule: HiveModule {
///     static let level: ModuleLevel = .basic
///     init() {}
///     func setUp(_ context: SetupContext) async throws {
///         try context.services.register((any CatalogService).self) { _ in InMemoryCatalog() }
///     }
/// }
/// ```
///
/// Every hook runs at most once for an instance (C2). One that throws while the hive starts ends the start, and what
/// was set up is torn down (C3).
///
/// Everything but `init()` has a default, so a member of another type, or a hook under another name, compiles and
/// counts for nothing. Write the types of the static members out: from `[(any DeskService).self]` alone the compiler
/// infers another type than that of ``provides``. The compiler warns of such members, that they nearly match, where
/// they stand in an extension that states the conformance, `extension CatalogModule: HiveModule { … }`, and is silent
/// where they stand in the class itself. In a `@MainActor` class static members are `nonisolated` as well:
///
/// ```swift
/// @MainActor final class DeskModule: HiveModule {
///     struct Options: Decodable, Sendable { var title: String? }
///     nonisolated static let level: ModuleLevel = 10
///     nonisolated static let dependencies: [ModuleDependency] = [.module(CatalogModule.self)]
///     nonisolated static let provides: [any Any.Type] = [(any DeskService).self]
///     nonisolated static let optionsType: (any (Decodable & Sendable).Type)? = Options.self
///     init() {}
///     func setUp(_ context: SetupContext) async throws {
///         try context.services.register((any DeskService).self) { _ in Desk() }
///     }
/// }
/// ```
///
/// Where the main actor is the default isolation of a target, a service's protocol is a `nonisolated protocol`.
///
/// From two things Hive cannot protect a program (C19). A trap, such as `fatalError` or an index out of bounds, ends
/// the process, and nothing is torn down. A hook that blocks its thread cannot be interrupted: its timeout is noticed
/// when a thread is free again, on a machine with a single core only after the hook has returned. Wait with `await`
/// instead.
public protocol HiveModule: AnyObject, Sendable {
    /// The name that logs, errors and property lists use; by default the type's name.
    static var moduleName: String { get }
    /// Modules of a lower level come up first; by default ``ModuleLevel/normal``.
    static var level: ModuleLevel { get }
    /// Within a level, modules of a higher priority come up first; by default 0.
    static var priority: Int { get }
    /// What has to be up before this module, whatever level and priority say.
    static var dependencies: [ModuleDependency] { get }
    /// The services that this module registers in `setUp`, so that others can depend on them.
    ///
    /// One that is not registered when the `setUp` phase ends makes the start fail (C11).
    static var provides: [any Any.Type] { get }
    /// The type into which the module decodes its options, so that they are checked before anything starts.
    ///
    /// It also says which options are ``Secret``; without it, reports show none of the module's options (C54).
    static var optionsType: (any (Decodable & Sendable).Type)? { get }
    /// How long each hook of the start may take; by default nil, which leaves it to the hive (C6).
    static var startTimeout: Duration? { get }
    /// How long each hook of the stop may take; by default nil, which leaves it to the hive (C6).
    static var stopTimeout: Duration? { get }
    /// How long the module's work may take to end when it was asked to; by default nil, which leaves it to the hive
    /// (C51).
    static var drainTimeout: Duration? { get }
    /// Whether `initialize` runs beside those of other modules of the level, after what the module depends on; by
    /// default false: after the module before it (C14).
    static var initializesConcurrently: Bool { get }

    /// Creates the module, as the first step of its `setUp`.
    init() async throws

    /// Registers services and subscriptions.
    func setUp(_ context: SetupContext) async throws
    /// Resolves what the module needs; every module has been set up.
    func initialize(_ context: ModuleContext) async throws
    /// Begins work; every module is initialized.
    func ready(_ context: ModuleContext) async throws
    /// Prepares for the stop: the work of modules goes on, services can be used, and events triggered and posted. What
    /// is posted is delivered when that work has ended (C31).
    func willStop(_ context: StopContext) async throws
    /// Says how the module is, whenever somebody asks (C53).
    ///
    /// ```swift
    /// func health(_ context: ModuleContext) async throws -> ModuleHealth {
    ///     await pool.isConnected ? .healthy : .unhealthy(because: "no connection to the database")
    /// }
    /// ```
    ///
    /// It is asked from the moment at which the module is ready until its `tearDown`, beside its work and its handlers,
    /// never twice at the same time. Throwing means ``ModuleHealth/unhealthy(because:)``. At the end of the hive's
    /// timeout `health` the call is cancelled, the module counts as unhealthy, and is not asked again before the call
    /// has returned.
    func health(_ context: ModuleContext) async throws -> ModuleHealth
    /// Lets go of everything; called once for every module whose `setUp` returned, in reverse order.
    func tearDown(_ context: StopContext) async throws
}

extension HiveModule {
    /// The type's name.
    public static var moduleName: String {
        let name = _typeName(Self.self, qualified: false)
        // Optimised programs write a private type as `(AuditModule in _6108…)`.
        guard name.utf8.first == UInt8(ascii: "(") else { return name }
        return String(name.dropFirst().unicodeScalars.prefix { $0 != " " && $0 != ")" })
    }
    /// The level of most modules.
    public static var level: ModuleLevel { .normal }
    /// The priority of most modules.
    public static var priority: Int { 0 }
    /// No dependencies.
    public static var dependencies: [ModuleDependency] { [] }
    /// No services.
    public static var provides: [any Any.Type] { [] }
    /// No type: options are checked when the module decodes them.
    public static var optionsType: (any (Decodable & Sendable).Type)? { nil }
    /// The hive's timeout.
    public static var startTimeout: Duration? { nil }
    /// The hive's timeout.
    public static var stopTimeout: Duration? { nil }
    /// The hive's timeout.
    public static var drainTimeout: Duration? { nil }
    /// One module after the other.
    public static var initializesConcurrently: Bool { false }

    /// Does nothing.
    public func setUp(_ context: SetupContext) async throws {}
    /// Does nothing.
    public func initialize(_ context: ModuleContext) async throws {}
    /// Does nothing.
    public func ready(_ context: ModuleContext) async throws {}
    /// Says that the module is healthy.
    public func health(_ context: ModuleContext) async throws -> ModuleHealth { .healthy }
    /// Does nothing.
    public func willStop(_ context: StopContext) async throws {}
    /// Does nothing.
    public func tearDown(_ context: StopContext) async throws {}
}

/// A module that only a factory can make, because its initializer takes arguments.
///
/// Register it with ``ModuleManager/register(_:options:fileID:line:factory:)``. Without a factory it does not compile.
/// A property list may name it as well, with options and dependencies; if nobody has registered a factory, that is an
/// error before anything starts.
public protocol FactoryModule: HiveModule {}

extension FactoryModule {
    /// Throws, because only a factory can make the module.
    public init() async throws {
        throw HiveError(.needsFactory, "\(Self.moduleName) is made by a factory: register it with one.")
    }
}

/// How early a module comes up.
public struct ModuleLevel: Hashable, Comparable, Sendable, CustomStringConvertible, ExpressibleByIntegerLiteral {
    /// The number that orders levels.
    public let rawValue: Int

    /// A level of the application's own.
    public init(_ rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A level of the application's own.
    public init(integerLiteral rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The level of what everybody needs: 0.
    public static let basic: ModuleLevel = 0
    /// The level of most modules: 1.
    public static let normal: ModuleLevel = 1

    /// Whether modules of the left level come up first.
    public static func < (left: ModuleLevel, right: ModuleLevel) -> Bool { left.rawValue < right.rawValue }

    /// `basic`, `normal`, or the number.
    public var description: String {
        switch self {
        case .basic: "basic"
        case .normal: "normal"
        default: "\(rawValue)"
        }
    }
}
