// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import HiveSampleApp
import Testing

/// `open` and `call`: what is asked from the command line when the orders are processed.
@Suite(.timeLimit(.minutes(5)))
struct RequestTests {
    private static let nothing = "error: There is nothing at this address.\n"

    private func open(_ url: String) async -> ShopRun {
        await runShop("open", url, "--config", PackageFolder.config, "--orders", PackageFolder.orders)
    }

    private func call(_ target: String, _ action: String, _ parameters: String) async -> ShopRun {
        await runShop(
            "call",
            target,
            action,
            parameters,
            "--config",
            PackageFolder.config,
            "--orders",
            PackageFolder.orders
        )
    }

    // MARK: Outsiders

    @Test(arguments: ["0", "-1", "321", "9223372036854775807"])
    func failsForAnOrderThatWasNeverAccepted(number: String) async {  // C41
        let run = await open("shop://orders/\(number)")
        #expect(run.exitCode == 70)
        #expect(run.output.isEmpty)
        // The shop's own people are told more than the outsider.
        let log = "refused: \"shop://orders/\(number)\": there is no order \(number)\n"
        #expect(run.errors == log + "error: The call failed.\n")
    }

    @Test(arguments: [
        "", "orders", "shop:orders/42", "shop://orders/%", "shop://orders/%FF", "shop://orders/../42",
        "shop://orders//42", "shop://orders/42?verbose=true&verbose=true", "shop://orders/42#x",
        "shop://orders/42\u{1B}[2J",
    ])
    func refusesAMalformedURL(url: String) async {
        let run = await open(url)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasSuffix("\nerror: The address cannot be understood.\n"))
        #expect(run.errors.hasPrefix("refused: "))
        #expect(!run.errors.contains("\u{1B}"))
    }

    @Test func refusesAURLThatIsTooLong() async {
        let run = await open("shop://orders/\(String(repeating: "4", count: 5000))")
        #expect(run.exitCode == 64)
        #expect(run.errors.hasSuffix("\nerror: The address is too long.\n"))
    }

    // An action that is not marked looks to an outsider like one that is not there.
    @Test(arguments: [
        "shop://TrackingService/activity", "trackingservice://", "shop://TrackingService/absent", "shop://absent/42",
        "shop://orders", "shop://Trade/nativeQuote", "file://orders/42",
    ])
    func showsOutsidersOnlyWhatIsMarked(url: String) async {
        let run = await open(url)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasSuffix(Self.nothing))
    }

    @Test(arguments: [
        "shop://orders/tea", "shop://orders/42?verbose=yes", "shop://orders/42?verbose=", "shop://orders/42?loud=true",
        "shop://orders/99999999999999999999", "shop://Trade/quote?sku=tea", "shop://Trade/quote?sku=tea&quantity=3.0",
    ])
    func refusesParametersThatDoNotFit(url: String) async {
        let run = await open(url)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasSuffix("\nerror: The parameters do not fit.\n"))
    }

    // An interceptor stands around every call.
    @Test func keepsWholesalePricesFromOutsiders() async {
        let run = await open("shop://Trade/quote?sku=tea&quantity=21")
        #expect(run.exitCode == 70)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("refused: "))
        #expect(run.errors.hasSuffix("of at most 20, not of 21.\nerror: This is not allowed.\n"))
        #expect(await open("shop://Trade/quote?sku=tea&quantity=20").exitCode == 0)
        #expect(await call("Trade", "quote", #"{"sku":"tea","quantity":21}"#).exitCode == 0)
    }

    // A chain calls nothing unless all of it can be called.
    @Test func refusesAChainWithAComponentThatIsNotThere() async {
        let run = await open("shop://today/sales/absent")
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasSuffix(Self.nothing))
    }

    @Test func showsTheDayComponentByComponent() async {
        #expect(await open("shop://today/sales").output == "300 orders, 16399.60\n")
        #expect(await open("shop://today/sales/rejected").output == "14 orders rejected\n")
    }

    @Test func showsAnOrderThatWasProcessed() async {
        let run = await open("shop://orders/42?verbose=true")
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let head = "Order 42, A-1044: 4 things, 55.00 to pay\n"
        let page = """
            \(head)  1 × Honey (HONEY): 7.80
              2 × Coffee beans (COFFEE-BEANS): 25.80
              1 × Mug (MUG): 8.50
              shipping: 12.90

            """
        #expect(run.output == page)
        #expect(await open("SHOP://Orders/42").output == head)
    }

    // MARK: Insiders

    @Test(arguments: [
        (#"{"sku":"tea","quantity":"3"}"#, #"the parameter "quantity" has to be"#),
        (#"{"sku":"tea","quantity":1.5}"#, #"the parameter "quantity" has to be"#),
        (#"{"sku":7,"quantity":3}"#, #"the parameter "sku" has to be"#),
        (#"{"sku":"tea"}"#, #"the parameter "quantity" (Int) is missing"#),
        (#"{"sku":"tea","quantity":3,"colour":"green"}"#, #"and not "colour""#),
        (#"{"sku":"tea","sku":"tea","quantity":3}"#, #"the key "sku" is there twice"#),
        ("[]", "have to be a JSON object"), ("", "JSON, at byte 0"), ("{", "JSON, at byte 1"),
    ])
    func refusesACallWhoseParametersDoNotFit(parameters: String, reason: String) async {  // C41
        let run = await call("Trade", "quote", parameters)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("error: "))
        #expect(run.errors.contains(reason))
        #expect(run.errors.split(separator: "\n").count == 1)
    }

    @Test func saysWhatIsNotThereToCall() async {
        let misspelt = await call("Trade", "quota", "{}")
        #expect(misspelt.exitCode == 64)
        #expect(misspelt.errors.contains(#"Did you mean "quote"?"#))
        let absent = await call("Absent\u{1B}", "quote", "{}")
        #expect(absent.exitCode == 64)
        #expect(absent.errors.contains(#"There is no target "Absent\u{1B}""#))
    }

    // The target keeps its roll of labels; what writes on them is found by the naming convention.
    @Test func numbersLabelsAcrossCalls() async throws {
        try await withShop { (hive: Hive, _) async throws in
            func print(_ parameters: [String: any Sendable]) async throws -> String {
                try await hive.actions.perform("Labels", "print", parameters)
            }
            #expect(try await print(["customer": "Ada"]) == "No. 1, to Ada, from The shop")
            let other: [String: any Sendable] = ["customer": "Eve", "sender": "A friend"]
            #expect(try await print(other) == "No. 2, to Eve, from A friend")
            #expect(try hive.actions.release("Labels"))
            #expect(try await print(["customer": "Ada"]) == "No. 1, to Ada, from The shop")
        }
        let unnamed = await call("Labels", "print", #"{"customer":""}"#)
        #expect(unnamed.exitCode == 70)
        #expect(unnamed.output.isEmpty)
    }

    @Test(arguments: [
        (#"{"sku":"absent","quantity":3}"#, "unknown product absent"),
        (#"{"sku":"\u001B[2J","quantity":3}"#, #"unknown product \u{1B}[2J"#),
        (#"{"sku":"tea","quantity":0}"#, "quantity 0 of tea"),
        (#"{"sku":"tea","quantity":51}"#, "more than 50 of tea"),
    ])
    func passesTheShopsOwnRefusalOn(parameters: String, reason: String) async {
        let run = await call("Trade", "quote", parameters)
        #expect(run.exitCode == 70)
        #expect(run.output.isEmpty)
        #expect(run.errors == "error: \(reason)\n")
    }

    @Test func quotesAPrice() async {
        let json = #"{"goods":1350,"name":"Tea of the day","quantity":3,"shipping":490,"sku":"tea","total":1840}"#
        let inside = await call("Trade", "quote", #"{"sku":"tea","quantity":3}"#)
        #expect(inside.exitCode == 0)
        #expect(inside.errors.isEmpty)
        #expect(inside.output == json + "\n")
        #expect(await open("shop://Trade/quote?sku=tea&quantity=3").output == json + "\n")
    }

    @Test func tellsInsidersWhatOutsidersMayNotKnow() async {
        let run = await call("TrackingService", "activity", "{}")
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix(#"{"events":{"#))
        #expect(run.output.contains(#""OrderPlaced":300,"#))
    }

    // MARK: A part of the shop

    // C56: no order is read, and neither home nor tracking runs.
    @Test(arguments: [
        (["tea", "3"], "3 × Tea of the day: 13.50, shipping 4.90, total 18.40\n"),
        (["MUG"], "1 × Mug: 8.50, shipping 4.90, total 13.40\n"),
    ])
    func quotesWithWhatTheTradeNeeds(words: [String], answer: String) async {
        let options = ["--config", PackageFolder.config, "--orders", "/nowhere/orders.jsonl"]
        let run = await runShop(["quote"] + words + options)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.output == answer)
        let order = await runShop(["quote"] + words + options + ["hive", "order"])
        #expect(order.output.hasPrefix("1. CatalogModule\n2. CartModule\n3. TradeModule\n4. QuoteModule\nlongest"))
    }

    // C56: what others are configured with does not keep it from answering.
    @Test func whatIsLeftOutMayBeWrong() async throws {
        try await withTemporaryFolder { folder in
            try copyConfig(to: folder, replacing: "<key>percent</key>", with: "<key>precent</key>")
            let orders = ["--config", folder, "--orders", PackageFolder.orders]
            #expect(await runShop(orders).exitCode == 78)
            #expect(await runShop(["quote", "tea"] + orders).exitCode == 0)
        }
    }

    @Test(arguments: ["nothing", "\u{1B}[2J"])
    func quotesNothingThatIsNotSold(sku: String) async {
        let run = await runShop("quote", sku, "--config", PackageFolder.config)
        #expect(run.exitCode == 70)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("error: unknown product") && !run.errors.contains("\u{1B}"))
    }

    // MARK: Around a request

    @Test(arguments: [
        ["open"], ["call"], ["call", "Trade", "quote"], ["open", "a", "open", "b"],
        ["open", "a", "call", "b", "c", "d"], ["quote"], ["quote", "--config"], ["quote", "tea", "three"],
        ["quote", "tea", "open", "a"], ["open", "a", "hive"], ["open=a"], ["call=a", "b", "c"], ["open", "a", "b"],
    ])
    func needsOneWholeRequest(arguments: [String]) {
        #expect(throws: CommandLineOptions.Mistake.self) { try CommandLineOptions(arguments) }
    }

    @Test func takesAURLAsItIs() throws {
        let options = try CommandLineOptions(["--orders", "-", "open", "--help", "--config=Other"])
        #expect(options.request == .open(url: "--help"))
        #expect(options.config == "Other")
        #expect(!options.wantsHelp)
    }

    // M3: a closure goes from the trade to the catalogue and a product comes back as a protocol.
    @Test func saysWhatTheCatalogueToldTheTrade() async {
        let run = await call("Trade", "scarce", "{}")
        #expect(run.output == #"["Tea sampler: 9 left","Honey: 7 left"]"# + "\n")
        #expect(run.exitCode == 0)
    }

    @Test func answersNothingWhenTheOrdersCannotBeRead() async {
        let config = PackageFolder.config
        let run = await runShop("open", "shop://orders/1", "--config", config, "--orders", "/nowhere/orders.jsonl")
        #expect(run.exitCode == 66)
        #expect(run.output.isEmpty)
    }

    @Test func answersNothingWhenTheWorkFails() async {
        let trouble = "\(PackageFolder.config)/Trouble"
        let overlay = "\(trouble)/failing-work.plist"
        let options = ["--config", PackageFolder.config, "--overlay", overlay, "--orders", "\(trouble)/orders.jsonl"]
        let run = await runShop(["call", "Trade", "quote", #"{"sku":"tea","quantity":3}"#] + options)
        #expect(run.exitCode == 70)
        #expect(!run.output.contains("total"))
        #expect(run.errors.contains("the work of TroubleModule failed"))
    }
}
