// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HiveConfig

/// The commands that say what a program's hive is made of, and what is wrong with it.
///
/// A program hands over how it makes its hive, as it does to `Hive.main`. What follows the word `hive` on its command
/// line is answered; all other command lines are its own:
///
/// ```swift
/// let commands = HiveCommandLine(program: "shop") { try makeHive() }
/// await commands.answer()
/// await Hive.main { try makeHive() }
/// ```
///
/// The answers are about that very hive: its property lists, its context with environment, variables and arguments, and
/// the modules that ``HiveOptions/only`` names. So `SHOP_ENVIRONMENT=production shop hive config` shows what counts in
/// production, and so do `shop hive config --environment=production` and `shop --environment=production hive config`,
/// where the hive's context is `.process(name: "Shop", prefix: "SHOP")`.
///
/// `verify`, `list`, `order`, `graph`, `config`, `options`, `schema`, `diff`, `why` and `page` create no module, and
/// `convert` not even the hive.
/// `services`, `actions` and `routes` run `setUp` of the modules, which register there what they offer, and tear them
/// down again. `blame`, `timeline` and `health` run every hook of a start and a stop: if a hook opens a connection, it
/// is opened. No command begins a module's work, and a module that asks for a stop meanwhile ends no command (C57).
///
/// With `--live` a question is asked of the hive that runs, in another process, where the program has `ControlModule`
/// of the library `HiveControl`, and so is `status`; no hive is made then (C65). It is found by the name of the
/// program's file, which is the same for both, or by `--socket PATH`.
public struct HiveCommandLine: Sendable {
    private let program: String
    private let hive: @Sendable () async throws -> Hive

    /// Commands for the hive of a program.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the help.
    ///   - hive: Makes the program's hive, which has not been started; called at most once for each command.
    public init(program: String, hive: @escaping @Sendable () async throws -> Hive) {
        self.program = program
        self.hive = hive
    }

    /// Answers a command line with the word `hive`, and ends the process; returns when it has any other.
    ///
    /// The word is the first argument, or comes behind options of the program alone, such as
    /// `--environment=production`; behind `--` it is an argument like any other. The exit code is that of ``run(_:)``,
    /// or 74 when the answer could not be written, also because standard output is closed.
    ///
    /// So that no program starts that was only to be asked, a command line that nearly fits is refused with 64: one
    /// that begins with a word one edit away from `hive`, as in `shop hvie verify`, and one in which another word
    /// comes before it, as in `shop --environment production hive verify`; in both a command follows. A program that
    /// has such command lines of its own does not hand them over.
    ///
    /// - Parameter arguments: The command line, without the program's name.
    public func answer(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async {
        if let question = Self.question(in: arguments) {
            await run(question, on: .standardOutput, telling: tellAtOnce).writeAndExit()
        } else if let mistake = Self.mistake(in: arguments) {
            Self.refusal("\(mistake)", program).writeAndExit()
        }
    }

    /// What follows the word `hive`; nil for a command line that is the program's own.
    static func question(in arguments: [String]) -> [String]? {
        guard let word = arguments.firstIndex(where: { !$0.begins(with: "-") || $0 == "--" }) else { return nil }
        return arguments[word] == "hive" ? Array(arguments[(word + 1)...]) : nil
    }

    /// What is wrong with a command line that was meant for a command, and is not understood as one.
    static func mistake(in arguments: [String]) -> CommandRequest.Mistake? {
        if question(in: arguments) != nil { return nil }
        let words = arguments.prefix { $0 != "--" }.filter { !$0.begins(with: "-") }
        let places = zip(words.indices, words.dropFirst()).filter { Command(rawValue: $1) != nil }.map(\.0)
        if places.first == 0, isAlmostTheWord(words[0]) {
            return .init(description: "there is no \(words[0].quoted(limit: 80)); did you mean hive?")
        }
        guard places.contains(where: { $0 > 0 && words[$0] == "hive" }) else { return nil }
        let text = "\(words[0].quoted(limit: 80)) comes before the word hive, which has to be the first one."
        return .init(description: "\(text) What the program itself reads is written --name=value.")
    }

    private static func isAlmostTheWord(_ word: String) -> Bool {
        let word = Array(word.lowercased().unicodeScalars)
        return editDistance(word, Array("hive".unicodeScalars), limit: 1) != nil
    }

    /// Runs one command and returns what there is to print.
    ///
    /// Calls may be made at the same time; each makes a hive of its own, or none where the one that runs is asked. That
    /// one has ten seconds for what waits for no module, and to say that it is alive while it waits for one.
    /// `status --watch` returns when that hive stops; ``answer(_:)`` prints each change as it comes.
    ///
    /// The exit code is 0 when all is well, warnings included; 1 when `diff` has found a change, or `status` a hive
    /// that is not ready; 64 for a command line that fits nothing, or has an argument for the program that nothing
    /// reads, where nothing else is wrong; 68 when no hive answers, or nobody whom the user has reason to believe; 69
    /// when `health` finds a module that is unhealthy; 78 when something is wrong with the configuration or the
    /// modules; and what ``Hive/HiveError/exitCode`` says when a start (70), a stop (71) or a timeout (75) failed
    /// (C41).
    ///
    /// - Parameter arguments: The command and its options, without the word `hive`.
    /// - Returns: What goes to standard output and standard error, and the exit code.
    public func run(_ arguments: [String]) async -> CommandResult { await run(arguments, on: Display()) }

    private func run(
        _ arguments: [String],
        on display: Display,
        telling tell: (@Sendable (String) -> Int32?)? = nil
    ) async -> CommandResult {
        var wantsJSON = false
        do {
            let request = try CommandRequest(arguments)
            wantsJSON = request.wantsJSON
            guard let command = request.command else {
                return CommandResult(output: CommandHelp.text(program), errors: "", exitCode: 0)
            }
            if request.isLive {
                let places = request.socket.map { [$0] } ?? ControlPath.places(of: ControlPath.program)
                var client = LiveClient(program: program, places: places)
                if request.isWatch { client.tell = tell }
                return await client.result(command, request, on: display)
            }
            return try await result(command, request)
        } catch let mistake as CommandRequest.Mistake {
            return Self.refusal("\(mistake)", program)
        } catch {
            return CommandResult(failure: error, isJSON: wantsJSON)
        }
    }

    /// The answer to a command line that fits nothing.
    static func refusal(_ mistake: String, _ program: String) -> CommandResult {
        let errors = "error: \(mistake) \(program) hive --help lists the commands.\n"
        return CommandResult(output: "", errors: errors, exitCode: 64)
    }

    private func result(_ command: Command, _ request: CommandRequest) async throws -> CommandResult {
        if command == .convert {
            return CommandResult(output: try Conversion.text(request.subject ?? ""), errors: "", exitCode: 0)
        }
        let made: Result<Hive, any Error>
        do { made = .success(try await hive()) } catch { made = .failure(error) }
        if case .success(let hive) = made { try request.check(hive.context) }
        if command == .verify {
            return CommandResult(.verify(made, request), request)
        }
        let hive = try made.get()
        guard command.need == .nothing else { return try await Self.resultOfModules(command, request, hive) }
        return CommandResult(command, try await CommandAnswer(command, request, hive).report, request, of: hive)
    }

    /// What modules offer, and how their hooks go.
    private static func resultOfModules(
        _ command: Command,
        _ request: CommandRequest,
        _ hive: Hive
    ) async throws -> CommandResult {
        let unread = hive.unreadArguments(besides: request.words)
        guard unread.isEmpty else {
            let things = unread.count.counted("argument")
            throw HiveError(.invalidConfiguration, "Nothing reads \(things).", problems: hive.plan.problems + unread)
        }
        let (answer, failure): (CommandReport, (any Error)?)
        if command == .health {
            (answer, failure) = try await hive.runHooks { try await CommandAnswer(command, request, $0).report }
        } else if command.need == .hooks {
            failure = await hive.runHooks()
            // Where nothing ran, the failure is all that there is to say.
            if hive.timeline.entries.isEmpty, let failure { throw failure }
            answer = try await CommandAnswer(command, request, hive).report
        } else {
            let found = try await hive.askAfterSetUp { try CommandAnswer(command, request, $0) }
            (answer, failure) = (try await found.answer.report, found.failure)
        }
        guard let failure else { return CommandResult(answer, request) }
        // What went wrong after the answer was found decides the exit code.
        let complaint = CommandResult(failure: failure, isJSON: false)
        return CommandResult(answer, request, errors: complaint.errors, exitCode: complaint.exitCode)
    }
}
