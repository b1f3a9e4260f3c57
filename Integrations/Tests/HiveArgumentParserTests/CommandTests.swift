// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import ArgumentParser
import HiveCommands
import Synchronization
import Testing

@testable import ArgumentProgram
@testable import HiveArgumentParser

/// The commands about a hive as subcommands of a program.
@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    private func parsed(_ line: String) async throws -> any ParsableCommand {
        try await Shop.asyncParseAsRoot(line.split(separator: " ").map(String.init))
    }

    private func answer(_ line: String) async throws -> CommandResult {
        let command = try #require(try await parsed(line) as? any QuestionCommand)
        return await command.commands.run(command.line)
    }

    /// What is said of a command line that is refused, and its exit code.
    private func refusal(_ line: String) async -> (message: String, code: Int32) {
        do {
            _ = try await parsed(line)
            return ("", 0)
        } catch {
            return (Shop.message(for: error), Shop.exitCode(for: error).rawValue)
        }
    }

    // MARK: Failures

    // What is left over goes to the hive only if it has the form of that.
    @Test(arguments: ["hive list --jsn", "hive list extra", "hive why", "hive graph --json --dot", "hive config --svg"])
    func aCommandLineThatFitsNothingIsRefused(_ line: String) async {
        #expect(await refusal(line).code == 64)
    }

    // The parser looks for what is left over behind the last argument of the command only.
    @Test func anOptionOfAModuleBeforeAnArgumentIsRefused() async {
        #expect(await refusal("limit --Cart.maximumLines=3 tea").code == 64)
    }

    @Test func aMisspeltOptionIsNamed() async {
        let message = await refusal("limit tea -x").message
        #expect(message.hasPrefix("Unknown option '-x'. For the hive, write --Module.option=value"))
        #expect(await refusal("hive list more").message.hasPrefix("Unknown argument 'more'."))
    }

    // C54: what may be a value is not shown.
    @Test(arguments: [
        ("limit tea --Web.password hunter2", "Unknown argument behind '--Web.password'."),
        ("limit tea --Web.password=x hunter", "Unknown argument 'hunter'."),
        ("limit tea -psesame", "Unknown option '-p…'."),
        ("limit tea -p=hunter2", "Unknown option '-p…'."),
        ("limit tea --password\u{301}=hunter2 -y", "Unknown option '-y'."),
    ])
    func aSecretAmongWrongArgumentsIsNotShown(_ line: String, _ text: String) async {
        let message = await refusal(line).message
        #expect(message.hasPrefix(text), "\(message)")
        #expect(!message.contains("hunter2") && !message.contains("sesame"))
    }

    // C54: whether a module has the option, the hive says.
    @Test(arguments: [("--Cart.maximumLines=many", 78), ("--Cart.maximumLine=3", 64), ("--maximumLines=3", 64)])
    func anOptionThatFitsNoModuleIsAnError(_ option: String, _ code: Int32) async throws {
        let result = try await answer("hive verify \(option)")
        #expect(result.exitCode == code)
        #expect(result.output.contains(option.prefix { $0 != "=" }))
    }

    @Test func aFileThatIsNotThereIsNamed() async throws {
        let result = try await answer("hive convert none.json")
        #expect(result.exitCode == 78 && result.errors.contains("none.json"), "\(result.errors)")
    }

    @Test func aHiveThatCannotBeMadeIsAnError() async throws {
        let commands = HiveCommandLine(program: "broken") { try Broken.makeHive(arguments: []) }
        #expect(await commands.run(["list"]).exitCode == 70)
        #expect(await Broken.moduleNames() == [])
    }

    // The parser compares each argument with all others, so that a million would take days: they are counted before,
    // and read only as far as that takes.
    @Test func tooManyArgumentsAreRefusedAfterReadingAThousand() async throws {
        for form in ["--Cart.x=", "--Cart.x", "--x"] {
            let read = Mutex(0)
            let line = (0..<1_000_000).lazy.map { number in
                read.withLock { $0 += 1 }
                return form == "--Cart.x=" ? "\(form)\(number)" : "\(form)\(number)=1"
            }
            #expect(throws: ValidationError.self) { try HiveArguments.checkCount(line) }
            #expect(read.withLock { $0 } == 1001)
        }
    }

    // Only the hive's are counted, and as many as there may be are parsed.
    @Test func whatIsNotForTheHiveIsNotCounted() async throws {
        let values = (0..<998).map { "--Cart.x\($0)=1" } + ["--currency=EUR", "--other=1"]
        let line = Array(repeating: "--currency=USD", count: 2000) + Array(repeating: "tea.csv", count: 2000)
        try HiveArguments.checkCount(values + line + ["-v", "--verbose"])
        let limit = try #require(try await Shop.command(["limit", "tea"] + values) as? Limit)
        #expect(limit.arguments.values.count == 999)
        #expect(throws: ValidationError.self) { try HiveArguments.checkCount(values + ["--Cart.y=1"]) }
    }

    // Who parses without the program's main is refused as well.
    @Test func theParserRefusesTooManyArguments() async {
        let message = await refusal("limit tea " + (0...1000).map { "--Cart.x\($0)" }.joined(separator: " ")).message
        #expect(message == "There are more than 1000 arguments for the hive.")
    }

    // MARK: Success

    @Test(
        arguments: [
            "verify", "verify --json", "list", "order --json", "graph", "graph --dot", "graph --mermaid", "config",
            "config --origin", "why Cart", "why Cart.maximumLines --json", "page", "services", "actions", "routes",
            "blame",
            "timeline", "timeline --svg", "timeline --trace", "health",
        ]
    )
    func everyCommandIsAnswered(_ line: String) async throws {
        let command = try #require(try await parsed("hive \(line)") as? any QuestionCommand)
        #expect(command.line.joined(separator: " ") == line)
        let result = await command.commands.run(command.line)
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(!result.output.isEmpty)
    }

    // Whatever HiveCommandLine learns is to be offered here.
    @Test func noCommandIsMissing() async {
        let help = await HiveCommandLine(program: "shop") { try Shop.makeHive(arguments: []) }.run(["--help"]).output
        let words = help.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let own = HiveCommand<Shop>.configuration.groupedSubcommands.flatMap(\.subcommands)
            .compactMap { $0.configuration.commandName }
        #expect(own == words)
        #expect(own.count == 21)
    }

    // C65
    @Test(arguments: [
        "status", "status --json", "status --watch", "order --json --live", "config --origin --live", "why Cart --live",
        "page --live",
        "reload", "restart Cart", "stop --json",
    ])
    func whoIsAskedIsHandedOn(_ line: String) async throws {
        let command = try #require(try await parsed("hive \(line) --socket /nowhere/control") as? any QuestionCommand)
        #expect(command.line.joined(separator: " ") == "\(line) --socket /nowhere/control")
        let result = await command.commands.run(command.line)
        #expect(result.exitCode == 68 && result.errors.contains("no hive of shop answers at /nowhere/control"))
    }

    // C54
    @Test func optionsOfModulesCount() async throws {
        let result = try await answer("hive why Cart.maximumLines --Cart.maximumLines=3 --Cart.isOpen")
        #expect(result.output.contains("3"))
        #expect(result.output.contains("--Cart.maximumLines"))
        let limit = try #require(try await parsed("limit tea --Cart.maximumLines=3 --currency USD") as? Limit)
        #expect(limit.item == "tea")
        #expect(limit.currency == "USD")
        #expect(limit.arguments.values == ["--Cart.maximumLines=3"])
    }

    // MARK: Completions

    @Test func namesOfModulesAreCompleted() async {
        let message = await refusal("---completion hive why -- positional@0 3 0 shop hive why").message
        // The parser formats answers for the shell that was asked about last, in the whole process: zsh gets a blank.
        #expect(message.split(separator: "\n").filter { $0 != " " } == ["CartModule", "TradeModule"])
    }

    @Test(arguments: [CompletionShell.bash, .zsh, .fish])
    func completionScriptsOfferTheCommands(_ shell: CompletionShell) {
        let script = Shop.completionScript(for: shell)
        for word in ["verify", "timeline", "mermaid", "origin"] { #expect(script.contains(word)) }
    }
}
