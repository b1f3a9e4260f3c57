// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveConfig
import Shop

/// A module that only this file sees.
private final class PrivateModule: HiveModule {
    static let manifest = ModuleManifest()
}

/// Prices of the program's own, which it can make in two ways.
final class LocalPrices: PriceService {
    init() {}

    init(services: Hive::ServiceResolver) throws {}
}

// Names that the generated file must not need.
struct Initializer {}
struct ServiceFactory {}
struct ServiceResolver {}

/// Says what is wrong with the property lists of a folder, or else with those that it was built with, and answers the
/// commands about the latter.
@main
struct Program {
    static func main() async throws {
        await HiveCommandLine(program: "program") { try Hive(.compiled) }.answer()
        let folder = CommandLine.arguments.dropFirst().first
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        let context = HiveContext.process(name: "Program", prefix: "PROGRAM", arguments: arguments)
        let options = HiveOptions(context: context)
        do {
            let hive =
                if folder == "by-name" {
                    // Without a catalogue.
                    try Hive(contentsOf: "Config", defaultModules: ["Shop"], options: options)
                } else if let folder {
                    try Hive(
                        HiveConfiguration(contentsOf: folder, catalogue: .compiled, options: options),
                        options: options
                    )
                } else {
                    try Hive(.compiled, options: options)
                }
            for problem in hive.verify() { print(problem) }
        } catch let error as HiveError {
            print(error.report)
        }
    }
}
