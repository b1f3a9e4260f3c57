// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

public import Hive
public import HiveConfig
import HiveReports
import HiveRouting

/// The commands that say what a program's hive is made of, and what is wrong with it.
///
/// A program forwards its arguments. What follows the word `hive` is answered; all other arguments are its own:
///
/// ```swift
/// let commands = HiveCommandLine(program: "shop") { try makeHive() }
/// await commands.answer()
/// await Hive.main { try makeHive() }
/// ```
///
/// `verify`, `list`, `order`, `graph` and `config` create no module. `services`, `actions` and `routes` run `setUp` of the
/// modules, which register there what they offer, and tear them down again. `blame` and `health` run every hook of a start
/// and a stop: if a hook opens a connection, it is opened. No command begins a module's work, and a module that asks for a stop
/// meanwhile ends no command (C57).
public struct HiveCommandLine: Sendable {
    private let program: String
    private let configuration: @Sendable () async throws -> HiveConfiguration?
    private let hive: @Sendable (HiveConfiguration?) async throws -> Hive

    /// Commands for a hive that is made in code.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the help.
    ///   - hive: Makes a hive, which has not been started; called at most once for each command.
    public init(program: String, hive: @escaping @Sendable () async throws -> Hive) {
        self.program = program
        configuration = { nil }
        self.hive = { _ in try await hive() }
    }

    /// Commands for a hive that is made from property lists: `verify` says how each name was found, and `config` shows what
    /// the files say.
    ///
    /// - Parameters:
    ///   - program: The program's name, for the help.
    ///   - configuration: Reads the property lists; called at most once for each command.
    ///   - hive: Makes a hive from them, which has not been started.
    public init(
        program: String,
        configuration: @escaping @Sendable () async throws -> HiveConfiguration,
        hive: @escaping @Sendable (HiveConfiguration) async throws -> Hive = { try Hive($0) }
    ) {
        self.program = program
        self.configuration = { try await configuration() }
        self.hive = { read in
            if let read { return try await hive(read) }
            return try await hive(configuration())
        }
    }

    /// Answers a command line that begins with `hive`, and ends the process; returns when it begins with anything else.
    ///
    /// The exit code is that of ``run(_:)``, or 74 when the answer could not be written, also because standard output is
    /// closed.
    ///
    /// - Parameter arguments: The command line, without the program's name.
    public func answer(_ arguments: [String] = Array(CommandLine.arguments.dropFirst())) async {
        guard arguments.first == "hive" else { return }
        StandardDescriptors.reserve()
        await run(Array(arguments.dropFirst())).writeAndExit()
    }

    /// Runs one command and returns what there is to print.
    ///
    /// Calls may be made at the same time; each makes a hive of its own.
    ///
    /// The exit code is 0 when all is well, warnings included; 64 for a command line that fits nothing; 69 when `health` finds
    /// a module that is unhealthy; 78 when something is
    /// wrong with the configuration or the modules; and what ``Hive/HiveError/exitCode`` says when a start (70), a stop (71)
    /// or a timeout (75) failed (C41).
    ///
    /// - Parameter arguments: The command and its options, without the word `hive`.
    /// - Returns: What goes to standard output and standard error, and the exit code.
    public func run(_ arguments: [String]) async -> CommandResult {
        let request: CommandRequest
        do {
            request = try CommandRequest(arguments)
        } catch {
            let errors = "error: \(error) \(program) hive --help lists the commands.\n"
            return CommandResult(output: "", errors: errors, exitCode: 64)
        }
        guard let command = request.command else {
            return CommandResult(output: CommandHelp.text(program), errors: "", exitCode: 0)
        }
        do {
            return try await result(command, request)
        } catch {
            return CommandResult(failure: error, isJSON: request.wantsJSON)
        }
    }

    private func result(_ command: Command, _ request: CommandRequest) async throws -> CommandResult {
        let configuration = try await configuration()
        if command == .verify {
            let report = await VerifyReport(configuration) { try await self.hive(configuration) }
            return try CommandResult(report, request, exitCode: report.exitCode)
        }
        let hive = try await self.hive(configuration)
        if command.setsModulesUp {
            return try await resultOfModules(command, request, hive)
        }
        let problems = hive.verify().errors
        let report: any CommandReport =
            switch command {
            case .order: OrderReport(hive.startPlan())
            case .graph: GraphReport(hive.graph, isDot: request.wantsDot)
            case .config: ConfigReport(configuration, hive.options, showsOrigins: request.wantsOrigins)
            default: ListReport(hive.modules.descriptors)
            }
        let errors = problems.map { "\($0)".onOneLine + "\n" }.joined()
        return try CommandResult(report, request, errors: errors, exitCode: problems.isEmpty ? 0 : 78)
    }

    /// What modules offer, and how their hooks go.
    private func resultOfModules(
        _ command: Command,
        _ request: CommandRequest,
        _ hive: Hive
    ) async throws -> CommandResult {
        if command == .health {
            let (report, failure) = try await hive.runHooks { HealthReport(try await $0.health(), $0.readiness) }
            return try Self.result(report, request, failure, exitCode: report.exitCode)
        }
        let (answer, failure): (any CommandReport, (any Error)?)
        if command == .blame {
            failure = try await hive.runHooks()
            answer = BlameReport(hive.timeline)
        } else {
            (answer, failure) = try await hive.askAfterSetUp { try Self.offers(command, $0) }
        }
        return try Self.result(answer, request, failure)
    }

    /// An answer, and what went wrong after it was found; that decides the exit code.
    private static func result(
        _ answer: any CommandReport,
        _ request: CommandRequest,
        _ failure: (any Error)?,
        exitCode: Int32 = 0
    ) throws -> CommandResult {
        guard let failure else { return try CommandResult(answer, request, exitCode: exitCode) }
        let complaint = CommandResult(failure: failure, isJSON: false)
        return try CommandResult(answer, request, errors: complaint.errors, exitCode: complaint.exitCode)
    }

    /// What modules have registered when they are set up.
    private static func offers(_ command: Command, _ hive: Hive) throws -> any CommandReport {
        switch command {
        case .actions: ActionsReport(targets: try hive.actions.targets())
        case .routes: RoutesReport(routes: try hive.routes.routes())
        default: ServicesReport(hive.services.descriptions)
        }
    }
}
