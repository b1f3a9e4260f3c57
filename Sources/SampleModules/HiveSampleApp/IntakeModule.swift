// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveSampleHomeInterface
internal import HiveSampleTrackingInterface
internal import HiveSampleTradeInterface

/// The application's own module: reads orders, runs them through the shop one by one, and reports, or puts a question.
///
/// Every order that was read is accounted for. When the shop closes, nothing more is read, the current order is
/// finished, and orders that were read and not begun are listed as not processed.
actor IntakeModule: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(
        needs: [
            .service((any TradeService).self), .service((any HomeService).self),
            // The configuration may leave the tracking out.
            .service((any TrackingService).self, optional: true),
        ]
    )

    private let input: InputFile
    private let console: Console
    private let journal: BootJournal
    /// What is asked when every order is processed.
    private let inquiry: Inquiry?
    private var tally = Tally()
    /// Why no further order is begun.
    private var closing: String?
    /// What the person is told about the orders that were not begun.
    private var unprocessed: [String] = []

    init(_ input: InputFile, _ console: Console, _ journal: BootJournal, _ inquiry: Inquiry? = nil) {
        self.input = input
        self.console = console
        self.journal = journal
        self.inquiry = inquiry
    }

    func run(_ context: WorkContext) async throws {
        for line in Report.boot(journal.up) { try console.print(line) }
        try console.print(paragraph: ["Not accepted"])
        var failure: (any Error)?
        do {
            try await takeOrders(context)
        } catch {
            failure = error
        }
        do {
            try await report(context)
        } catch {
            // The first error is the cause, so it is the one to print.
            failure = failure ?? error
        }
        if let failure { throw failure }
        // Orders were left out, so the answer would be wrong.
        if closing == nil { await inquiry?.ask(context) }
        context.requestStop(StopReason("every order is processed"))
    }

    /// Closes the shop for orders, before any module goes.
    func willStop(_ context: StopContext) async throws {
        closing = closing ?? "\(context.reason)"
        input.interrupt()
    }

    /// Runs every line through the shop until the end of the input, and accounts for every one.
    ///
    /// - Throws: What could not be read, or the first thing that was no fault of an order.
    private func takeOrders(_ context: WorkContext) async throws {
        let trade = try context.service((any TradeService).self)
        let decoder = OrderDecoder()
        var lines = LineReader(read: input.next)
        var failure: (any Error)?
        while let line = try await lines.next() {
            do {
                guard let order = try decoder.order(line) else { continue }
                if closing != nil {
                    leave(order, lines.number)
                } else {
                    try await place(order, lines.number, trade)
                }
            } catch let error as OrderDecoder.Malformed {
                tally.malformed += 1
                try note(lines.number, "malformed: \(error)")
            } catch {
                failure = failure ?? error
                closing = closing ?? "\(error)"
                input.interrupt()
            }
            if tally.total.isMultiple(of: 1000) { console.progress("\(tally.total) orders …") }
        }
        if let failure { throw failure }
    }

    private func place(_ order: Order, _ line: Int, _ trade: any TradeService) async throws {
        do {
            _ = try await trade.place(order)
            tally.accepted += 1
        } catch let reason as Rejection {
            tally.rejected += 1
            try note(line, name(of: order) + "\(reason)".printable)
        } catch {
            leave(order, line)
            throw error
        }
    }

    /// Notes that an order was read and not processed.
    private func leave(_ order: Order, _ line: Int) {
        tally.unprocessed += 1
        unprocessed.append("  line \("\(line)".right(4))  \(order.id.printable)")
    }

    private func report(_ context: WorkContext) async throws {
        console.clearProgress()
        if tally.accepted == tally.total { try console.print("  nothing") }
        if !unprocessed.isEmpty {
            let title = "Not processed: \((closing ?? "").printable(limit: 200))"
            try console.print(paragraph: [title] + unprocessed)
        }
        let overview = try await context.service((any HomeService).self).overview
        let activity = try await context.optionalService((any TrackingService).self)?.activity()
        try console.print(paragraph: Report.trade(tally, overview))
        try console.print(paragraph: Report.products(overview.products, activity?.views ?? [:]))
        try console.print(paragraph: Report.customers(overview.customers))
        if let activity { try console.print(paragraph: Report.events(activity.events)) }
    }

    private func name(of order: Order) -> String { order.id.isEmpty ? "" : "\(order.id.printable): " }

    private func note(_ line: Int, _ reason: String) throws {
        try console.print("  line \("\(line)".right(4))  \(reason)")
    }
}
