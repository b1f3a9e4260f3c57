// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import Hive
import HiveCommands

/// A command that asks the program's hive something.
protocol QuestionCommand: AsyncParsableCommand {
    associatedtype Program: HiveProgram
    var arguments: HiveArguments { get }
    /// The question as `HiveCommandLine` takes it, without what is for the hive.
    var question: [String] { get }
}

extension QuestionCommand {
    /// The whole command line, behind the word `hive`.
    var line: [String] { question + arguments.values }

    /// What answers it.
    var commands: HiveCommandLine {
        let values = arguments.values
        return HiveCommandLine(program: Program.programName) { try await Program.makeHive(arguments: values) }
    }

    /// Prints the answer, and ends the process.
    func run() async throws { await commands.answer(["hive"] + line) }
}

extension HiveProgram {
    /// The names of the hive's modules, for a shell; none where the hive cannot be made.
    static func moduleNames() async -> [String] {
        (try? await makeHive(arguments: []))?.modules.descriptors.map(\.name) ?? []
    }

    fileprivate static var programName: String { configuration.commandName ?? "\(Self.self)" }
}

/// Which hive is asked.
struct AskedHive: ParsableArguments {
    @Flag(help: "Ask the hive that runs, in another process, which has ControlModule.")
    var live = false
    @Option(help: "Where the hive that runs answers.", completion: .file())
    var socket: String?

    var words: [String] { (live ? ["--live"] : []) + (socket.map { ["--socket", $0] } ?? []) }
}

/// A question that needs nothing but its name.
struct AskCommand<Program: HiveProgram, About: Question>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: About.name, abstract: About.abstract)
    }

    @Flag var form: About.Form?
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] { [About.name] + (form.map { [$0.option] } ?? []) + asked.words }
}

struct ConfigCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "config",
            abstract: "What counts of property lists, variables and arguments; secrets are hidden."
        )
    }

    @Flag var form: JSONForm?
    @Flag(help: "Each place as well.") var origin = false
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] {
        ["config"] + (form.map { [$0.option] } ?? []) + (origin ? ["--origin"] : []) + asked.words
    }
}

struct StatusCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: "What state the hive that runs and its modules are in."
        )
    }

    @Flag var form: JSONForm?
    @Flag(help: "Each change as it comes, until the hive stops.") var watch = false
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] {
        ["status"] + (form.map { [$0.option] } ?? []) + (watch ? ["--watch"] : []) + asked.words
    }
}

struct PageCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "page", abstract: "All of this as one page of HTML.")
    }

    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["page"] + asked.words }
}

struct ConvertCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "convert", abstract: "A property list as JSON, or JSON as a property list.")
    }

    @Argument(help: "The path of the file.", completion: .file(extensions: ["plist", "json"]))
    var file: String
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["convert", file] }
}

struct OptionsCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "options",
            abstract: "Every option of the modules: kind, default, what counts and from where, and what sets it."
        )
    }

    @Argument(
        help: "The name of a module or an option; without it, all are listed.",
        completion: .custom { _, _, _ async in await Program.moduleNames() }
    )
    var name: String?
    @Flag var form: JSONForm?
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] {
        ["options"] + (name.map { [$0] } ?? []) + (form.map { [$0.option] } ?? []) + asked.words
    }
}

struct SchemaCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "schema", abstract: "The JSON Schema of a configuration file, for editors.")
    }

    @Argument(
        help: "The file: modules, services or drop-in.",
        completion: .list(["modules", "services", "drop-in"])
    )
    var file: String
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["schema", file] }
}

struct DiffCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "diff",
            abstract: "What a reload from another folder of configuration would change; ends with 1 where it would."
        )
    }

    @Argument(help: "The path of the folder.", completion: .directory)
    var folder: String
    @Flag var form: JSONForm?
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["diff", folder] + (form.map { [$0.option] } ?? []) }
}

struct WhyCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "why",
            abstract: "Why a module, a service or an option (Cart.maximumLines) is as it is."
        )
    }

    @Argument(
        help: "The name of the module, the service or the option.",
        completion: .custom { _, _, _ async in await Program.moduleNames() }
    )
    var name: String
    @Flag var form: JSONForm?
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["why", name] + (form.map { [$0.option] } ?? []) + asked.words }
}

struct RestartCommand<Program: HiveProgram>: QuestionCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "restart", abstract: "Restart a module of the hive that runs.")
    }

    @Argument(help: "The name of the module.", completion: .custom { _, _, _ async in await Program.moduleNames() })
    var name: String
    @Flag var form: JSONForm?
    @OptionGroup var asked: AskedHive
    @OptionGroup var arguments: HiveArguments

    var question: [String] { ["restart", name] + (form.map { [$0.option] } ?? []) + asked.words }
}
