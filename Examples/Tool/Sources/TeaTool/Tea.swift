// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import HiveArgumentParser
import TeaBooks

@main struct Tea: AsyncParsableCommand, HiveProgram {
    static let configuration = CommandConfiguration(
        commandName: "tea",
        abstract: "Keep the books of a tea shop.",
        version: "1.0",
        subcommands: [Check.self, Import.self, Price.self, Order.self, Report.self, HiveCommand<Tea>.self]
    )

    static func main() async {
        StandardStreams.prepare()
        await main(nil)
    }

    static func makeHive(arguments: [String]) throws -> Hive { try makeHive(arguments, only: nil) }

    /// Makes a hive with all modules that commands need, of which only some run.
    static func makeHive(
        _ arguments: [String] = [],
        only part: [ModuleDependency]?,
        observers: [@Sendable (HiveObservation) -> Void] = []
    ) throws -> Hive {
        let context = HiveContext.process(name: "Tea", prefix: "TEA", arguments: arguments)
        let hive = Hive(HiveOptions(context: context, only: part, observers: observers))
        try hive.modules.register(StorageModule.self)
        try hive.modules.register(RulesModule.self)
        return hive
    }
}
