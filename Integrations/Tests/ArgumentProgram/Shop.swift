// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import HiveArgumentParser
import HiveConfig
import HiveLogging

/// A program whose commands tests parse and run.
@main
struct Shop: AsyncParsableCommand, HiveProgram {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        subcommands: [Limit.self, Serve.self, HiveCommand<Shop>.self]
    )

    struct Failure: Error {}

    static func makeHive(arguments: [String]) throws -> Hive { try makeHive(arguments: arguments, observers: []) }

    static func makeHive(
        arguments: [String],
        observers: [@Sendable (HiveObservation) -> Void]
    ) throws -> Hive {
        let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: [:])
        let hive = Hive(HiveOptions(context: context, observers: observers))
        try hive.modules.register(CartModule.self)
        try hive.modules.register(TradeModule.self)
        return hive
    }
}

/// Runs the hive, and prints what came of the options.
struct Limit: AsyncParsableCommand {
    @Option var currency = "EUR"
    @Argument var item: String
    @OptionGroup var arguments: HiveArguments

    struct NoItem: Error {}

    func run() async throws {
        if item == "nothing" { throw NoItem() }
        let hive = try Shop.makeHive(arguments: arguments.values)
        try await hive.start()
        let limit = try hive.services.service(Int.self)
        print(item, currency, limit)
        try await hive.stop()
    }
}

/// Runs the hive until it stops, with logs to which no logger ever comes.
struct Serve: AsyncParsableCommand {
    @OptionGroup var arguments: HiveArguments

    func run() async {
        let (log, values) = (LoggingObserver(), arguments.values)
        await Hive.main({ try Shop.makeHive(arguments: values, observers: [log.observe]) }, report: log.report)
    }
}

/// A program whose hive cannot be made.
struct Broken: ParsableCommand, HiveProgram {
    struct NoHive: Error {}
    static let configuration = CommandConfiguration(commandName: "broken")

    static func makeHive(arguments: [String]) throws -> Hive { throw NoHive() }
}

final class CartModule: HiveModule {
    struct Options: ModuleOptions {
        var maximumLines = 20
        var isOpen = false
    }

    static let manifest = ModuleManifest(provides: [Int.self])

    func setUp(_ context: SetupContext) async throws {
        let limit = try context.options(as: Options.self).maximumLines
        try context.services.register(Int.self) { _ in limit }
    }
}

final class TradeModule: HiveModule {
    struct Options: ModuleOptions {
        var stopsAtOnce = false
        var stopsInSetUp = false
        var fails = false
    }

    static let manifest = ModuleManifest(needs: [.module(CartModule.self)])

    func setUp(_ context: SetupContext) async throws {
        if try context.options(as: Options.self).stopsInSetUp { context.requestStop() }
    }

    func ready(_ context: ModuleContext) async throws {
        let options = try context.options(as: Options.self)
        if options.stopsAtOnce { context.requestStop() }
        if options.fails { throw Shop.Failure() }
    }
}
