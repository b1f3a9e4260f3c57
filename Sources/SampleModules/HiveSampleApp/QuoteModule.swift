// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

internal import Hive
internal import HiveSampleTradeInterface

/// The application's module where only a price is asked for: it reads no order, and ends when it knows the answer.
actor QuoteModule: FactoryModule, WorkingModule {
    static let manifest = ModuleManifest(needs: [.service((any TradeService).self)])

    private let inquiry: Inquiry

    init(_ inquiry: Inquiry) {
        self.inquiry = inquiry
    }

    func run(_ context: WorkContext) async throws {
        await inquiry.ask(context)
        context.requestStop(StopReason("the question is answered"))
    }
}

extension Hive {
    /// Lets the hive, which runs this module only, with what it depends on, answer a question and stop.
    func answer(_ inquiry: Inquiry) throws {
        try modules.register(QuoteModule.self) { QuoteModule(inquiry) }
    }
}

extension HiveOptions {
    /// The options of a hive that is to answer a question for a price.
    var forQuote: HiveOptions {
        var options = self
        options.only = [.module(QuoteModule.self)]
        return options
    }
}
