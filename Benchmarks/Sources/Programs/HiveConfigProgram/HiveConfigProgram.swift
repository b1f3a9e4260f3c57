// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig

/// A module that property lists name.
final class FirstModule: HiveModule {
    static let manifest = ModuleManifest()

    func ready(_ context: ModuleContext) async throws { context.requestStop() }
}

/// What a program weighs that only links and starts a hive made from property lists.
@main struct HiveConfigProgram {
    static func main() async {
        await Hive.main { try Hive(contentsOf: CommandLine.arguments.last ?? "Config") }
    }
}
