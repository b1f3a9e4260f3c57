// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

struct Resize: HiveEvent, Decodable {
    typealias Reply = Int
    let width: Int
    var height: Int?
}

final class ImageModule: HiveModule {
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        // A name for a type: the payload is decoded, and the event is delivered to its subscribers.
        try context.events.bind("resize", to: Resize.self)
        try context.events.subscribe(Resize.self) { event, _ in event.width * (event.height ?? event.width) }
        // A name for one handler.
        try context.events.bind("formats") { _, _ in ["png", "webp"] }
    }
}

final class AuditModule: HiveModule {
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        try context.events.subscribeToEvery { event, _ in
            if let named = event as? NamedEvent { print("\(named.name) was asked for") } else { print("\(event)") }
        }
    }
}

func ask(_ hive: Hive) async throws {
    let outcome = try await hive.events.trigger(NamedEvent("resize", payload: ["width": 3]))
    print(outcome.replies)
    try hive.events.post(NamedEvent("formats"))
}

let hive = Hive()
try hive.modules.register(ImageModule.self)
try hive.modules.register(AuditModule.self)
try await hive.start()
try await ask(hive)
try await hive.stop()
