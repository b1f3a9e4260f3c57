// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
import HiveConfig
import HiveReports
import HiveRouting

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
            await run(question).writeAndExit()
        } else if let mistake = Self.mistake(in: arguments) {
            refusal(mistake).writeAndExit()
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
    /// Calls may be made at the same time; each makes a hive of its own.
    ///
    /// The exit code is 0 when all is well, warnings included; 1 when `diff` has found a change; 64 for a command line
    /// that fits nothing, or has an argument for the program that nothing reads, where nothing else is wrong; 69 when
    /// `health` finds a module that is unhealthy; 78 when something is wrong with the configuration or the modules; and
    /// what ``Hive/HiveError/exitCode`` says when a start (70), a stop (71) or a timeout (75) failed (C41).
    ///
    /// - Parameter arguments: The command and its options, without the word `hive`.
    /// - Returns: What goes to standard output and standard error, and the exit code.
    public func run(_ arguments: [String]) async -> CommandResult {
        var wantsJSON = false
        do {
            let request = try CommandRequest(arguments)
            wantsJSON = request.wantsJSON
            guard let command = request.command else {
                return CommandResult(output: CommandHelp.text(program), errors: "", exitCode: 0)
            }
            return try await result(command, request)
        } catch let mistake as CommandRequest.Mistake {
            return refusal(mistake)
        } catch let mistake as UnknownName {
            return refusal(mistake)
        } catch {
            return CommandResult(failure: error, isJSON: wantsJSON)
        }
    }

    /// The answer to a command line that fits nothing.
    private func refusal(_ mistake: any Error) -> CommandResult {
        let errors = "error: \(mistake) \(program) hive --help lists the commands.\n"
        return CommandResult(output: "", errors: errors, exitCode: 64)
    }

    private func result(_ command: Command, _ request: CommandRequest) async throws -> CommandResult {
        if command == .convert {
            return CommandResult(output: try Conversion.text(request.subject ?? ""), errors: "", exitCode: 0)
        }
        let made: Result<Hive, any Error>
        do {
            made = .success(try await hive())
        } catch {
            made = .failure(error)
        }
        if case .success(let hive) = made { try request.check(hive.context) }
        if command == .verify {
            return CommandResult(.verify(made, request), request)
        }
        let hive = try made.get()
        switch command.need {
        case .nothing: return try await Self.resultOfQuestion(command, request, hive)
        case .setUp, .hooks: return try await Self.resultOfModules(command, request, hive)
        }
    }

    /// What is known without a module.
    private static func resultOfQuestion(
        _ command: Command,
        _ request: CommandRequest,
        _ hive: Hive
    ) async throws -> CommandResult {
        let problems = hive.verify(besides: request.words).errors
        let report: CommandReport =
            switch command {
            case .why: try .why(request.subject ?? "", of: hive)
            case .options: try .options(request.subject, of: hive)
            case .schema: try .schema(request.subject ?? "", of: hive)
            case .diff: try .diff(request.subject ?? "", of: hive)
            case .order: .order(hive.startPlan())
            case .graph: .graph(hive.graph, isDot: request.form == "--dot")
            // It has no other form.
            case .page: CommandReport(text: await hive.page(), json: "")
            case .config: .config(hive.configuration, hive, showsOrigins: request.options.contains("--origin"))
            default: .list(hive.modules.descriptors, hive.timeouts)
            }
        let errors = problems.map { "\($0)".onOneLine + "\n" }.joined()
        let exitCode = problems.isEmpty ? report.exitCode : problems.exitCode
        return CommandResult(report, request, errors: errors, exitCode: exitCode)
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
            (answer, failure) = try await hive.runHooks { .health(try await $0.health(), $0.readiness) }
        } else if command.need == .hooks {
            failure = await hive.runHooks()
            let timeline = hive.timeline
            // Where nothing ran, the failure is all that there is to say.
            if timeline.entries.isEmpty, let failure { throw failure }
            answer = command == .blame ? .blame(timeline) : .timeline(timeline, request.form)
        } else {
            (answer, failure) = try await hive.askAfterSetUp { try Self.offers(command, $0) }
        }
        guard let failure else { return CommandResult(answer, request) }
        // What went wrong after the answer was found decides the exit code.
        let complaint = CommandResult(failure: failure, isJSON: false)
        return CommandResult(answer, request, errors: complaint.errors, exitCode: complaint.exitCode)
    }

    /// What modules have registered when they are set up.
    private static func offers(_ command: Command, _ hive: Hive) throws -> CommandReport {
        switch command {
        case .actions: try .actions(hive.actions.targets())
        case .routes: try .routes(hive.routes.routes())
        default: .services(hive.services.descriptions)
        }
    }
}
