// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

protocol Greeter: Sendable {
    func greeting() -> String
}

struct PoliteGreeter: Greeter {
    func greeting() -> String { "good morning" }
}

struct Greeted: HiveEvent {
    let name: String
}

final class GreeterModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any Greeter).self])

    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Greeter).self) { _ in PoliteGreeter() }
    }
}

actor GreetingModule: HiveModule {
    static let manifest = ModuleManifest(needs: [.service((any Greeter).self)])

    @Autowired var greeter: any Greeter
    private(set) var all: [String] = []

    init() {}

    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribe(Greeted.self) { event, _ in await self.note(event.name) }
    }

    func ready(_ context: ModuleContext) async throws {
        note(greeter.greeting())
    }

    func note(_ name: String) {
        all.append(name)
    }
}

@MainActor
final class ScreenModule: HiveModule {
    nonisolated static let manifest = ModuleManifest(priority: -1)

    init() {}

    func ready(_ context: ModuleContext) async throws {
        MainActor.assertIsolated()
    }
}

@main
struct Client {
    static func main() async throws {
        let hive = Hive()
        try hive.modules.register(GreetingModule.self)
        try hive.modules.register(GreeterModule.self)
        try hive.modules.register(ScreenModule.self)
        try await hive.start()
        try await hive.events.trigger(Greeted(name: "world")).throwFirstFailure()
        print(await hive.modules.module(GreetingModule.self)?.all ?? [])
        try await hive.stop()
    }
}
