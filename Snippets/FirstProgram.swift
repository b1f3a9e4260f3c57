// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The whole program that the README begins with; .ci/check-examples follows the README, and runs it.

import Hive
import HiveConfig

protocol Greeter: Sendable {
    func greeting(for name: String) -> String
}

struct EnglishGreeter: Greeter {
    func greeting(for name: String) -> String { "Hello, \(name)!" }
}

final class GreeterModule: HiveModule {
    static let manifest = ModuleManifest(provides: [(any Greeter).self])

    func setUp(_ context: SetupContext) async throws {
        try context.services.register((any Greeter).self) { _ in EnglishGreeter() }
    }
}

final class DoorModule: WorkingModule {
    struct Options: ModuleOptions {
        var guest = "world"
    }
    static let manifest = ModuleManifest(needs: [.service((any Greeter).self)])

    func run(_ context: WorkContext) async throws {
        let options: Options = try context.options()
        let greeter = try context.service((any Greeter).self)
        print(greeter.greeting(for: options.guest))
    }
}

@main struct Hello {
    static func main() async {
        await Hive.main {
            let hive = Hive(HiveOptions(context: .process(name: "Hello", prefix: "HELLO")))
            try hive.modules.register(DoorModule.self)
            try hive.modules.register(GreeterModule.self)
            return hive
        }
    }
}
