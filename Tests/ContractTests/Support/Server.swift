// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit

/// A module whose work announces itself, and stops the hive when it returns.
final class Server<Tag>: WorkingModule, FactoryModule {
    static var manifest: ModuleManifest { ModuleManifest(name: String(describing: Tag.self), work: .announced) }

    private let script: Script

    init(_ script: Script) { self.script = script }

    func ready(_ context: ModuleContext) async throws { try await script.ready(context) }
    func run(_ context: WorkContext) async throws { try await script.run(context) }
    func willStop(_ context: StopContext) async throws { try await script.willStop(context) }
    func tearDown(_ context: StopContext) async throws { try await script.tearDown(context) }
}

/// A module with announced work, as a loader would declare it.
func server<Tag>(
    _ tag: Tag.Type,
    level: ModuleLevel? = nil,
    needs: [ModuleDependency] = [],
    startTimeout: Duration? = nil,
    at origin: Origin = .code(),
    _ script: Script
) -> ModuleDeclaration {
    var declaration = ModuleDeclaration(Server<Tag>.self, at: origin)
    declaration.level = level
    declaration.needs = needs.map { (dependency: $0, origin: .code()) }
    declaration.startTimeout = startTimeout
    declaration.factory = { Server<Tag>(script) }
    return declaration
}

/// A server as libraries have one: it serves until it is told to shut down and the requests in flight are answered.
final class Listener: Sendable {
    let name: String
    let log: Log
    /// Is opened when the server is told to shut down.
    let shutdown = Latch()
    /// Is opened when the request in flight is answered.
    let answered: Latch

    init(_ name: String, _ log: Log, answered: Latch = Latch()) {
        self.name = name
        self.log = log
        self.answered = answered
    }

    /// The work of its module.
    var run: @Sendable (WorkContext) async throws -> Void {
        { context in
            self.log.note("\(self.name) listens")
            try await withDrainHandler {
                await context.announceReady()
                self.log.note("\(self.name) accepts")
                try await self.shutdown.wait()
                self.log.note("\(self.name) drains")
                try await self.answered.wait()
                self.log.note("\(self.name) has answered")
            } onDrain: {
                self.shutdown.open()
            }
        }
    }
}
