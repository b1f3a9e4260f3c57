// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ShopTests {
    private let order = #"{"id":"A-1","customer":"Ada","lines":[{"sku":"MUG","quantity":1}]}"#

    @Test func explainsItself() async {  // C41
        let run = await runShop("--help")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("--orders FILE"))
        #expect(run.errors.isEmpty)
    }

    @Test func refusesAWrongCommandLine() async {  // C41
        let run = await runShop("--oders", "x")
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors == "error: unknown option \"--oders\"; --help lists the options\n")
    }

    @Test func namesTheConfigurationThatItLooksFor() async {  // C41, C44
        let run = await runShop(config: "/nowhere/Config")
        #expect(run.exitCode == 78)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("/nowhere/Config/modules.plist"))
        #expect(run.errors.contains("--config FOLDER"))
    }

    @Test(arguments: ["/nowhere/orders.jsonl", "/"])
    func namesTheOrdersThatItCannotRead(path: String) async {
        let run = await runShop(orders: path)
        #expect(run.exitCode == 66)
        #expect(run.errors.contains("\"\(path)\""))
    }

    @Test func refusesOptionsBeforeAnythingStarts() async throws {  // C43
        try await withTemporaryFolder { folder in
            try copyConfig(to: folder, replacing: "<integer>690</integer>", with: "<integer>-1</integer>")
            let run = await runShop(config: folder)
            #expect(run.exitCode == 78)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("moduleClasses[0].options.products[0].price"))
        }
    }

    @Test func refusesAShopWithoutAFrontPage() async throws {  // C13, C41
        try await withTemporaryFolder { folder in
            let entry = "<string>HomeModule</string>"
            try copyConfig(to: folder, replacing: entry, with: "\(entry)<key>enabled</key><false/>")
            let run = await runShop(config: folder)
            #expect(run.exitCode == 78)
            let text = "IntakeModule depends on the service HomeService, which only HomeModule provides"
            #expect(run.errors.contains(text))
            #expect(run.output.isEmpty)
        }
    }

    @Test func failsWhenTheWorkOfAModuleFails() async throws {  // C41, C49
        let run = await runShop(trouble: "failing-work")
        #expect(run.exitCode == 70)
        #expect(run.errors.contains("the work of TroubleModule failed"))
        #expect(run.errors.contains("cause: TroubleModule.run: the work failed at A-4"))
        #expect(run.output.contains("read 8: accepted 2, rejected 1, malformed 1, not processed 4"))
        #expect(run.column(2, of: "Not processed") == ["A-5", "A-6", "A-7", "A-8"])
        #expect(run.paragraph("Modules down").count == 7)
    }

    @Test func goesDownAgainWhenAModuleFails() async throws {  // C3, C41
        let run = await runShop(trouble: "failing-module")
        #expect(run.exitCode == 70)
        #expect(run.errors.contains("TroubleModule.initialize: failed in initialize"))
        #expect(run.column(1, of: "Modules down").first == "TroubleModule")
        #expect(run.paragraph("Modules down").count == 7)
        #expect(run.paragraph("Orders").isEmpty)
    }

    @Test func bringsModulesUpInOrderAndDownInReverse() async {  // C1, C10, C11
        let run = await runShop()
        let order = ["CatalogModule", "TrackingModule", "CartModule", "TradeModule", "HomeModule", "IntakeModule"]
        #expect(run.column(1, of: "Modules up") == order)
        #expect(run.column(1, of: "Modules down") == order.reversed())
    }

    @Test func goesOnAfterLinesThatItCannotUse() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/orders.jsonl"
            let long = String(repeating: "x", count: 70_000)
            try "{\n\n\(long)\n\(order)\n\(order)".write(toFile: path, atomically: true, encoding: .utf8)
            let run = await runShop(orders: path)
            #expect(run.exitCode == 0)
            let lines = [
                "  line    1  malformed: not JSON",
                "  line    3  malformed: longer than 65536 bytes",
                "  line    5  A-1: an order of this number was accepted before",
            ]
            #expect(run.paragraph("Not accepted").map { String($0) } == lines)
            #expect(run.output.contains("read 4: accepted 1, rejected 1, malformed 2"))
        }
    }

    @Test func showsProgressOnATerminalOnly() async throws {
        try await withTemporaryFolder { folder in
            let path = "\(folder)/orders.jsonl"
            let text = String(repeating: "x\n", count: 2000)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let arguments = ["--orders=\(path)", "--config=\(PackageFolder.config)"]

            let watched = await runShop(arguments[0], arguments[1], hasTerminal: true)
            #expect(watched.errors.contains("2000 orders …"))
            #expect(watched.errors.hasSuffix("\r\u{1B}[K"))
            #expect(!watched.output.contains("orders …"))
            let piped = await runShop(arguments[0], arguments[1])
            #expect(piped.errors.isEmpty)
            #expect(!piped.output.contains("\u{1B}"))
        }
    }
}
