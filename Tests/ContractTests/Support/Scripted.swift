// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// What a module of a test does in its hooks, where it does anything.
struct Script: Sendable {
    var setUp: @Sendable (SetupContext) async throws -> Void = { _ in }
    var initialize: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var ready: @Sendable (ModuleContext) async throws -> Void = { _ in }
    var run: @Sendable (WorkContext) async throws -> Void = { _ in }
    var health: @Sendable (ModuleContext) async throws -> ModuleHealth = { _ in .healthy }
    var willStop: @Sendable (StopContext) async throws -> Void = { _ in }
    var tearDown: @Sendable (StopContext) async throws -> Void = { _ in }
}

/// A module that does what a test says; each tag makes another module, and names it.
final class Scripted<Tag>: WorkingModule, FactoryModule {
    static var manifest: ModuleManifest {
        ModuleManifest(
            name: String(describing: Tag.self),
            // The work of most scripts does nothing.
            workMayEnd: true
        )
    }

    private let script: Script

    init(_ script: Script = Script()) { self.script = script }

    func setUp(_ context: SetupContext) async throws { try await script.setUp(context) }
    func initialize(_ context: ModuleContext) async throws { try await script.initialize(context) }
    func ready(_ context: ModuleContext) async throws { try await script.ready(context) }
    func run(_ context: WorkContext) async throws { try await script.run(context) }
    func health(_ context: ModuleContext) async throws -> ModuleHealth { try await script.health(context) }
    func willStop(_ context: StopContext) async throws { try await script.willStop(context) }
    func tearDown(_ context: StopContext) async throws { try await script.tearDown(context) }
}

enum Catalog {}
enum Cart {}
enum Home {}
enum Trade {}

/// A module as a loader would declare it.
func module<Tag>(
    _ tag: Tag.Type,
    level: ModuleLevel? = nil,
    priority: Int? = nil,
    needs: [ModuleDependency] = [],
    initializesConcurrently: Bool? = nil,
    startTimeout: Duration? = nil,
    from origin: Origin = .code(),
    _ script: Script = Script()
) -> ModuleDeclaration {
    var declaration = ModuleDeclaration(Scripted<Tag>.self, at: origin)
    declaration.level = level
    declaration.priority = priority
    declaration.needs = needs.map { (dependency: $0, origin: origin) }
    declaration.initializesConcurrently = initializesConcurrently
    declaration.startTimeout = startTimeout
    declaration.factory = { Scripted<Tag>(script) }
    return declaration
}

extension TestHive {
    /// A hive with modules.
    init(_ first: ModuleDeclaration, _ others: ModuleDeclaration..., timeouts: HiveTimeouts = HiveTimeouts()) throws {
        self.init(HiveOptions(timeouts: timeouts))
        try hive.modules.register([first] + others)
    }

    /// What the hive has called so far, but for the creation of modules, as `Cart.setUp`.
    var hooks: [String] {
        faults.calls.filter { $0.stage == .began && $0.point != .creation && $0.point != .work }
            .map { "\($0.module).\($0.point)" }
    }

    /// Starts and stops the hive, and returns what `body` returns in between.
    func running<Result: Sendable>(_ body: (Hive) async throws -> Result) async throws -> Result {
        try await hive.start()
        let result = try await body(hive)
        try await hive.stop()
        return result
    }

    /// Moves the clock step by step until something has happened.
    func advance(by step: Duration = .seconds(1), until fact: HiveFact) async throws {
        while recorder.count(of: fact) == 0 {
            try Task.checkCancellation()
            clock.advance(by: step)
            await Task.yield()
        }
    }
}
