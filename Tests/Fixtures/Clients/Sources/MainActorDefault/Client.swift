// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

protocol Greeter: Sendable {
    nonisolated func greeting() -> String
}

nonisolated struct PoliteGreeter: Greeter {
    func greeting() -> String { "good morning" }
}

nonisolated struct Greeted: HiveEvent {
    let name: String
}

/// A class that conforms to a `Sendable` protocol is on no actor, whatever the package's default is.
final class GreeterModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any Greeter).self])

    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Greeter).self) { _ in PoliteGreeter() }
    }
}

/// Without `nonisolated`, a subclass of a module would be on the main actor, and its overrides would not compile.
// Sound: without state, in the subclass too.
nonisolated class ShopModule: HiveModule, @unchecked Sendable {
    class var manifest: ModuleManifest { ModuleManifest() }

    required init() {}
}

nonisolated final class TeaShopModule: ShopModule, @unchecked Sendable {
    override class var manifest: ModuleManifest { ModuleManifest(priority: 2) }
}

/// A module on the main actor says so, and leaves out what Hive reads before the module exists.
@MainActor
final class GreetingModule: HiveModule {
    nonisolated static let manifest = ModuleManifest(priority: 3, needs: [.service((any Greeter).self)])

    private var greeted: [String] = []

    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(Greeted.self) { event, _ in await self.note(event.name) }
    }

    func ready(_ context: ModuleContext) async throws {
        MainActor.assertIsolated()
        greeted.append(try context.service((any Greeter).self).greeting())
    }

    func note(_ name: String) {
        MainActor.assertIsolated()
        greeted.append(name)
    }

    var all: [String] { greeted }
}

@main
struct Client {
    static func main() async throws {
        let hive = Hive()
        try hive.modules.register(GreetingModule.self)
        try hive.modules.register(GreeterModule.self)
        try hive.modules.register(TeaShopModule.self)
        try await hive.start()
        try await hive.events.trigger(Greeted(name: "world")).throwFirstFailure()
        print(hive.modules.module(GreetingModule.self)?.all ?? [])
        try await hive.stop()
    }
}
