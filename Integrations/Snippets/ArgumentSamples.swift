// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

// The samples of HiveArgumentParser in README.md and in doc comments.

import ArgumentParser
import Hive
import HiveArgumentParser
import HiveConfig

actor CartModule: HiveModule {
    struct Options: ModuleOptions {
        var maximumLines = 20
    }
    static let manifest = ModuleManifest()
}

@main
struct Shop: AsyncParsableCommand, HiveProgram {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        subcommands: [Serve.self, HiveCommand<Shop>.self]
    )

    static func makeHive(arguments: [String]) throws -> Hive {
        let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments)
        let hive = Hive(HiveOptions(context: context))
        try hive.modules.register(CartModule.self)
        return hive
    }
}

struct Serve: AsyncParsableCommand {
    @OptionGroup var arguments: HiveArguments

    func run() async throws { try await Shop.makeHive(arguments: arguments.values).run() }
}
