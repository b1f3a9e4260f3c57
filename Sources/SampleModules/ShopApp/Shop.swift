// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HomeInterface
internal import TrackingInterface
internal import TradeInterface

/// The application: it starts a hive, feeds it orders, reports, and stops it.
package struct Shop {
    private let options: CommandLineOptions
    private let journal = BootJournal()
    private var console: Console
    private var tally = Tally()

    /// Runs the shop for a command line, without the program's name.
    ///
    /// - Returns: The exit code; `--help` lists them.
    package static func run(_ arguments: [String], console: Console = .process()) async -> Int32 {
        var console = console
        do {
            let options = try CommandLineOptions(arguments)
            if options.wantsHelp {
                try console.print(CommandLineOptions.help)
            } else {
                var shop = Shop(options: options, console: console)
                try await shop.run()
            }
            return 0
        } catch {
            console.complain((error as? HiveError)?.report ?? "error: \(error)")
            let code = exitCode(of: error)
            if code == 66 || code == 78 {
                console.complain("Run it in the package's folder, or say --orders FILE and --config FOLDER.")
            }
            return code
        }
    }

    private static func exitCode(of error: any Error) -> Int32 {
        switch error {
        case let error as HiveError: error.exitCode
        case is CommandLineOptions.Mistake: 64
        case let error as FileError: error.exitCode
        default: 70
        }
    }

    private init(options: CommandLineOptions, console: Console) {
        self.options = options
        self.console = console
    }

    private mutating func run() async throws {
        let file = try InputFile(options.orders)
        let hive = try Hive.shop(config: options.config, journal: journal)
        try await hive.start()
        let work: Result<Void, any Error>
        do {
            try await trade(LineReader(read: file.next), with: hive)
            work = .success(())
        } catch {
            work = .failure(error)
        }
        do {
            try await hive.stop()
        } catch {
            // What went wrong first is what the person is told last; the stop's failure must not hide it.
            guard case .failure = work else { throw error }
            console.complain((error as? HiveError)?.report ?? "error: \(error)")
        }
        console.clearProgress()
        try work.get()
        try print(Report.teardown(journal.down))
    }

    /// Runs every line of the input through the shop, then reports.
    private mutating func trade(_ input: LineReader, with hive: Hive) async throws {
        for line in Report.boot(journal.up) { try console.print(line) }
        try console.print()
        try console.print("Not accepted")
        let trade = try hive.services.service((any TradeService).self)
        let decoder = OrderDecoder()
        var lines = input
        while let line = try lines.next() {
            do {
                guard let order = try decoder.order(line) else { continue }
                try await place(order, from: lines.number, with: trade)
            } catch let error as OrderDecoder.Malformed {
                tally.malformed += 1
                try reject(lines.number, "malformed: \(error)")
            }
            if tally.total.isMultiple(of: 1000) { console.progress("\(tally.total) orders …") }
        }
        if tally.accepted == tally.total { try console.print("  nothing") }
        try await report(hive)
    }

    private mutating func place(_ order: Order, from line: Int, with trade: any TradeService) async throws {
        do {
            _ = try await trade.place(order)
            tally.accepted += 1
        } catch let reason as Rejection {
            tally.rejected += 1
            let name = order.id.isEmpty ? "" : "\(order.id.printable): "
            try reject(line, name + "\(reason)".printable)
        }
    }

    private mutating func report(_ hive: Hive) async throws {
        let overview = try await hive.services.service((any HomeService).self).overview
        // The configuration may leave the tracking out.
        let activity = try await hive.services.optionalService((any TrackingService).self)?.activity()
        try print(Report.trade(tally, overview))
        try print(Report.products(overview.products, activity?.views ?? [:]))
        try print(Report.customers(overview.customers))
        if let activity { try print(Report.events(activity.events)) }
    }

    private mutating func reject(_ line: Int, _ reason: String) throws {
        try console.print("  line \("\(line)".right(4))  \(reason)")
    }

    /// Prints a paragraph.
    private mutating func print(_ lines: [String]) throws {
        try console.print()
        for line in lines { try console.print(line) }
    }
}
