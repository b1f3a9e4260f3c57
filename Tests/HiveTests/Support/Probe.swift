// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

/// A module whose hooks do what a test says, and write down that they ran.
///
/// `Tag` only makes types differ: `Probe<A>` and `Probe<B>` are two modules.
final class Probe<Tag>: HiveModule, FactoryModule {
    static var manifest: ModuleManifest { ModuleManifest(name: String(describing: Tag.self)) }

    private let script: Script

    init(_ script: Script) {
        self.script = script
        script.journal.write("\(Self.moduleName).init")
    }

    func setUp(_ context: SetupContext) async throws {
        script.journal.write("\(Self.moduleName).setUp")
        try await script.setUp?(context)
    }

    func initialize(_ context: ModuleContext) async throws {
        script.journal.write("\(Self.moduleName).initialize")
        try await script.initialize?(context)
    }

    func ready(_ context: ModuleContext) async throws {
        script.journal.write("\(Self.moduleName).ready")
        try await script.ready?(context)
    }

    func willStop(_ context: StopContext) async throws {
        script.journal.write("\(Self.moduleName).willStop")
        try await script.willStop?(context)
    }

    func tearDown(_ context: StopContext) async throws {
        script.journal.write("\(Self.moduleName).tearDown")
        try await script.tearDown?(context)
    }
}

/// What a probe does in its hooks.
struct Script: Sendable {
    var journal = Journal()
    var setUp: (@Sendable (SetupContext) async throws -> Void)?
    var initialize: (@Sendable (ModuleContext) async throws -> Void)?
    var ready: (@Sendable (ModuleContext) async throws -> Void)?
    var willStop: (@Sendable (StopContext) async throws -> Void)?
    var tearDown: (@Sendable (StopContext) async throws -> Void)?
}

enum A {}
enum B {}
enum C {}
enum D {}

/// An error with a name.
struct Failure: Error, Equatable, CustomStringConvertible {
    let name: String
    init(_ name: String) { self.name = name }
    var description: String { "Failure(\(name))" }
}

extension Hive {
    /// Registers a probe in the way that every test does.
    func addProbe<Tag>(
        _ tag: Tag.Type,
        _ journal: Journal,
        level: ModuleLevel? = nil,
        priority: Int? = nil,
        dependencies: [ModuleDependency] = [],
        initializesConcurrently: Bool? = nil,
        origin: Origin = .code(),
        _ change: (inout Script) -> Void = { _ in }
    ) throws {
        var script = Script(journal: journal)
        change(&script)
        var declaration = ModuleDeclaration(Probe<Tag>.self, at: origin)
        declaration.level = level
        declaration.priority = priority
        declaration.needs = dependencies.map { (dependency: $0, origin: origin) }
        declaration.initializesConcurrently = initializesConcurrently
        let made = script
        declaration.factory = { Probe<Tag>(made) }
        try modules.register([declaration])
    }
}

/// A one-shot gate for one waiting task; a cancelled wait returns.
struct Gate: Sendable {
    private let stream = AsyncStream<Void>.makeStream()

    /// Opens the gate, before or after the wait begins.
    func open() { stream.continuation.finish() }

    /// Suspends until the gate opens.
    func wait() async { _ = await stream.stream.first { _ in true } }
}
