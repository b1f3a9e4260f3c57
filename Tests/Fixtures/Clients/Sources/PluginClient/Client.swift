// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Greetings
import Hive
import HiveConfig

/// A type that only the property list names, nested and in the program itself.
enum Lights {
    @MainActor final class LightModule: HiveModule {
        func willStop(_ context: StopContext) async throws { print("Lights out") }
    }
}

@main
struct Client {
    static func main() async throws {
        for environment in [HiveEnvironment.development, .production] {
            let hive = try Hive(.compiled, context: HiveContext(environment: environment))
            try await hive.start()
            try await hive.stop()
        }
    }
}
