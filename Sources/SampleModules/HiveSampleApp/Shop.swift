// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveCommands

/// The application: it makes a hive, lets it run until the orders are processed or somebody ends it, and says how it
/// went.
package struct Shop {
    private let options: CommandLineOptions
    private let console: Console
    private let clock: any Clock<Duration>
    /// Where the report on the orders is printed; nil when the command line asks for something else.
    private let report: Console
    private let inquiry: Inquiry?
    private let journal = BootJournal()

    /// Runs the shop for a command line, without the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - console: Where the shop prints its texts.
    ///   - handlesSignals: Whether signals end the run; only one run of a process can have them.
    ///   - clock: What the time that modules take is measured with.
    /// - Returns: The exit code; `--help` lists them.
    package static func run(
        _ arguments: [String],
        console: Console = .process(),
        handlesSignals: Bool = true,
        clock: any Clock<Duration> = ContinuousClock()
    ) async -> Int32 {
        do {
            let options = try CommandLineOptions(arguments)
            if options.wantsHelp {
                try console.print(CommandLineOptions.help)
            } else if let command = options.hiveCommand {
                return try await answer(command, options, console)
            } else {
                try await Shop(options, console, clock).run(handlesSignals: handlesSignals)
            }
            return 0
        } catch {
            let code = exitCode(of: error)
            // A start that was cancelled and rolled back without an error is no failure.
            if code != 0 { console.complain((error as? HiveError)?.report ?? "error: \(error)") }
            if code == 66 || code == 78 {
                console.complain("Run it in the package's folder, or say --orders FILE and --config FOLDER.")
            }
            return code
        }
    }

    /// Answers a question about the modules of the property lists.
    private static func answer(
        _ command: [String],
        _ options: CommandLineOptions,
        _ console: Console
    ) async throws -> Int32 {
        let commands = HiveCommandLine(program: "SampleModules") {
            func hive(_ hiveOptions: HiveOptions = HiveOptions()) throws -> Hive {
                try Hive.shop(
                    config: options.config,
                    overlays: options.allOverlays,
                    arguments: options.moduleOptions + command,
                    options: hiveOptions
                )
            }
            guard let request = options.request else { return try hive() }
            let part = try hive(HiveOptions().forQuote)
            try part.answer(Inquiry(request))
            return part
        }
        let result = await commands.run(command)
        do {
            if !result.output.isEmpty { try console.print(String(result.output.dropLast())) }
        } catch let error as FileError where error.isReaderGone {
            // The reader of the answer has ended, for example `head`; that is no failure.
        }
        if !result.errors.isEmpty { console.complain(String(result.errors.dropLast())) }
        return result.exitCode
    }

    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case let error as HiveError: (error.failures.first?.error as? FileError)?.exitCode ?? error.exitCode
        case is CommandLineOptions.Mistake: 64
        case let error as RequestError: error.exitCode
        case let error as FileError: error.exitCode
        default: 70
        }
    }

    private init(_ options: CommandLineOptions, _ console: Console, _ clock: any Clock<Duration>) {
        self.options = options
        self.console = console
        self.clock = clock
        inquiry = options.request.map { Inquiry($0) }
        report = inquiry == nil ? console : console.quiet
    }

    private func run(handlesSignals: Bool) async throws {
        // Before anything is opened.
        if handlesSignals { Hive.catchSignals() }
        let hive = try makeHive()
        let end: Result<Void, any Error>
        do {
            if handlesSignals {
                try await hive.run()
            } else {
                try await hive.start()
                try await hive.waitUntilStopped()
            }
            end = .success(())
        } catch {
            end = .failure(error)
        }
        // The first error is the cause, so it is the one to print.
        let told = Result { if !journal.down.isEmpty { try report.print(paragraph: Report.teardown(journal.down)) } }
        try end.get()
        try told.get()
        if let inquiry { try console.print(inquiry.answer()) }
    }

    private func makeHive() throws -> Hive {
        let observers: [@Sendable (HiveObservation) -> Void] = [
            journal.observe, SlowHookNotice(console).observe, RefusalNotice(console).observe,
            ReloadNotice(console).observe, FailureNotice(console).observe,
        ]
        let hiveOptions = HiveOptions(observers: observers, clock: clock, reloadsOnHangUp: options.reloads)
        func hive(_ hiveOptions: HiveOptions) throws -> Hive {
            try Hive.shop(
                config: options.config,
                overlays: options.allOverlays,
                arguments: options.moduleOptions,
                options: hiveOptions
            )
        }
        if let inquiry, options.request?.processesOrders == false {
            let hive = try hive(hiveOptions.forQuote)
            try hive.answer(inquiry)
            return hive
        }
        if options.serves { return try hive(hiveOptions) }
        let input = try InputFile(options.orders)
        let hive = try hive(hiveOptions)
        let (report, journal, inquiry) = (report, journal, inquiry)
        try hive.modules.register(IntakeModule.self) { IntakeModule(input, report, journal, inquiry) }
        return hive
    }
}
