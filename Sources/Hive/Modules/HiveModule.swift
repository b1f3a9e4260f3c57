// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

/// A part of an application, with a life of its own.
///
/// A module is a class whose state is immutable, an actor, or a `@MainActor` class. A hive makes one instance of each,
/// brings all of them up phase by phase, and takes them down again in reverse:
///
/// ```swift
/// final class CatalogModule: HiveModule {
///     static let manifest = ModuleManifest(level: .basic, provides: [(any CatalogService).self])
///     init() {}
///     func setUp(_ context: SetupContext) async throws {
///         try context.services.register((any CatalogService).self) { _ in InMemoryCatalog() }
///     }
/// }
/// ```
///
/// What a module is stands in its ``manifest``, which has no default: one that is missing, misspelt or of another type
/// does not compile (C67). `static let manifest = ModuleManifest()` states nothing but that the module is there.
///
/// Every hook runs at most once for an instance (C2). One that throws while the hive starts ends the start, and what
/// was set up is torn down (C3).
///
/// The type of its options is a nested type named `Options`, which the compiler finds. In a `@MainActor` class the
/// manifest is `nonisolated`:
///
/// ```swift
/// @MainActor final class DeskModule: HiveModule {
///     struct Options: Decodable, Sendable { var title: String? }
///     nonisolated static let manifest = ModuleManifest(
///         level: 10,
///         needs: [.module(CatalogModule.self)],
///         provides: [(any DeskService).self]
///     )
///     init() {}
///     func setUp(_ context: SetupContext) async throws {
///         let options: Options = try context.options()
///         try context.services.register((any DeskService).self) { _ in Desk(title: options.title) }
///     }
/// }
/// ```
///
/// In a generic class the manifest is computed, and in one that has subclasses it is a class property. A subclass has
/// the options of its base class, and hooks that its base class does not have are not called:
/// <doc:writing-module-classes> has samples.
///
/// Hooks have defaults, so one under another name, such as `setup`, compiles and is never called. Where the conformance
/// stands in an extension, `extension CatalogModule: HiveModule { … }`, the compiler warns of a member of it that
/// nearly matches a hook.
///
/// Where the main actor is the default isolation of a target, a service's protocol is a `nonisolated protocol`.
///
/// From two things Hive cannot protect a program (C19). A trap, such as `fatalError` or an index out of bounds, ends
/// the process, and nothing is torn down. A hook that blocks its thread cannot be interrupted: its timeout is noticed
/// when a thread is free again, on a machine with a single core only after the hook has returned. Wait with `await`
/// instead.
public protocol HiveModule: AnyObject, Sendable {
    /// What the module is: its level, what it needs and provides, its timeouts, its work (C67).
    ///
    /// A constant, or a computed property that gives the same each time; it is asked for more than once.
    static var manifest: ModuleManifest { get }

    /// The type of the module's options, so that they are checked before anything starts; by default none.
    ///
    /// A nested type of this name is found by the compiler. It also says which options are ``Secret`` (C54). Let it
    /// be as accessible as the module is.
    associatedtype Options: Decodable & Sendable = Never

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
    /// Does nothing.
    public func setUp(_ context: SetupContext) async throws { context.scope.noteDefault(.hook(.setUp)) }
    /// Does nothing.
    public func initialize(_ context: ModuleContext) async throws { context.scope.noteDefault(.hook(.initialize)) }
    /// Does nothing.
    public func ready(_ context: ModuleContext) async throws { context.scope.noteDefault(.hook(.ready)) }
    /// Says that the module is healthy.
    public func health(_ context: ModuleContext) async throws -> ModuleHealth {
        context.scope.noteDefault(.health)
        return .healthy
    }
    /// Does nothing.
    public func willStop(_ context: StopContext) async throws { context.scope.noteDefault(.hook(.willStop)) }
    /// Does nothing.
    public func tearDown(_ context: StopContext) async throws { context.scope.noteDefault(.hook(.tearDown)) }
}

/// A module that only a factory can make, because its initializer takes arguments.
///
/// Register it with ``ModuleManager/register(_:options:fileID:line:factory:)``. Without a factory the compiler warns,
/// and the start refuses it. A property list may name it as well, with options and needs; if nobody has registered a
/// factory, that is an error before anything starts.
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
    public init(integerLiteral rawValue: Int) { self.rawValue = rawValue }

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
