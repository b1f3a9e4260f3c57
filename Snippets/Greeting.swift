// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

protocol Greeter: Sendable { func greet(_ name: String) -> String }
struct English: Greeter { func greet(_ name: String) -> String { "Hello, \(name)!" } }

final class GreeterModule: HiveModule {
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Greeter).self) { _ in English() }
    }
}

let hive = Hive()
try hive.modules.register(GreeterModule.self)
try await hive.start()
print(try hive.services.service((any Greeter).self).greet("world"))
try await hive.stop()
