// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import ArgumentParser

/// The commands of `HiveCommandLine` as a subcommand `hive` of a program: `shop hive verify`, `shop hive why Cart`.
///
/// ```swift
/// static let configuration = CommandConfiguration(
///     commandName: "shop",
///     subcommands: [Serve.self, HiveCommand<Shop>.self]
/// )
/// ```
///
/// Each is asked of the hive that ``HiveProgram/makeHive(arguments:)`` makes, with the options of modules that stand
/// behind it, and ends the process: with 0 when all is well, and otherwise with the code that
/// `HiveCommandLine.run(_:)` documents. None begins the work of a module (C57).
///
/// A shell's completion script offers the commands, their options, and behind `why` the names of modules.
public struct HiveCommand<Program: HiveProgram>: AsyncParsableCommand, Sendable {
    /// The name `hive`, and the commands.
    public static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "hive",
            abstract: "Say what the hive of this program is made of, and what is wrong with it.",
            discussion: """
                Static commands create no module. Set-up commands set the modules up, because that is when they \
                register what they offer, and tear them down again. Start-and-stop commands run every hook of \
                both, and what a hook opens is opened. None begins the work of a module. Live commands, and all \
                others but those about files with --live, are asked of the hive that runs, in another process.
                """,
            groupedSubcommands: [
                CommandGroup(
                    name: "Static",
                    subcommands: [
                        AskCommand<Program, Verify>.self, AskCommand<Program, List>.self,
                        AskCommand<Program, Order>.self, AskCommand<Program, Graph>.self,
                        ConfigCommand<Program>.self, OptionsCommand<Program>.self,
                        SchemaCommand<Program>.self, DiffCommand<Program>.self,
                        WhyCommand<Program>.self, PageCommand<Program>.self,
                        ConvertCommand<Program>.self,
                    ]
                ),
                CommandGroup(
                    name: "Set-up",
                    subcommands: [
                        AskCommand<Program, Services>.self, AskCommand<Program, Actions>.self,
                        AskCommand<Program, Routes>.self,
                    ]
                ),
                CommandGroup(
                    name: "Start-and-stop",
                    subcommands: [
                        AskCommand<Program, Blame>.self, AskCommand<Program, Timeline>.self,
                        AskCommand<Program, Health>.self,
                    ]
                ),
                CommandGroup(
                    name: "Live",
                    subcommands: [
                        StatusCommand<Program>.self, AskCommand<Program, Reload>.self,
                        RestartCommand<Program>.self, AskCommand<Program, Stop>.self,
                    ]
                ),
            ]
        )
    }

    /// Creates the command; called by the parser.
    public init() {}
}
