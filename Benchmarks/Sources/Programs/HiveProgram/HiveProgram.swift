// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Says when its first hook runs, and asks for a stop.
final class FirstModule: HiveModule {
    static let manifest = ModuleManifest()

    func setUp(_ context: SetupContext) async throws {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        print(time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    func ready(_ context: ModuleContext) async throws { context.requestStop() }
}

/// What a program weighs that only links and starts a hive, and when it gets to work.
@main struct HiveProgram {
    static func main() async {
        await Hive.main {
            let hive = Hive()
            try hive.modules.register(FirstModule.self)
            return hive
        }
    }
}
