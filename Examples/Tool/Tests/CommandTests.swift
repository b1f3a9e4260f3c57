// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// What the commands do, and which part of the tool they start.
@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    @Test func productsAreImportedAndSold() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "tea,Green tea,6.90", #"mug,"Mug, white ""M""",8.50"#, "", "pot,Pot,49")
        #expect(try await shop.run("import", "products.csv").errors == ["3 products are in"])
        #expect(try await shop.run("price", "pot").output == "49.00\n")
        #expect(try await shop.run("order", "mug", "2").output == "order 1: 2 × Mug, white \"M\", 17.00\n")
        #expect(try await shop.run("report").output == "3 products, 1 orders, 17.00\n")
        // Again, with another price.
        try shop.write("products.csv", "tea,Green tea,7.20")
        #expect(try await shop.run("import", "products.csv").exitCode == 0)
        #expect(try await shop.run("price", "tea").output == "7.20\n")
    }

    // No database is opened where only the rules are needed, and nothing that is wrong with its options counts.
    @Test func aModuleThatNobodyNeedsIsNeverMade() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "tea,Green tea,6.90")
        let ending = try await shop.run("check", "products.csv", "--verbose", "--Storage.path=/nowhere/tea.sqlite")
        #expect(ending.output == "1 products\n")
        #expect(ending.exitCode == 0)
        #expect(ending.errors.contains("RulesModule.setUp") && ending.errors.contains("Check.run"))
        #expect(!ending.errors.contains { $0.hasPrefix("StorageModule") }, "\(ending.errors)")
        #expect(try shop.files == ["products.csv"])
        let report = try await shop.run("report", "--verbose", "--Rules.maximumPrice=much")
        #expect(report.exitCode == 0)
        #expect(report.errors.contains("StorageModule.tearDown"))
        #expect(!report.errors.contains { $0.hasPrefix("RulesModule") }, "\(report.errors)")
        #expect(try shop.files == ["products.csv", "tea.sqlite"])
    }

    @Test func optionsOfModulesCount() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "pot,Pot,149.00")
        #expect(try await shop.run("check", "products.csv").exitCode == 65)
        #expect(try await shop.run("check", "products.csv", "--Rules.maximumPrice=20000").exitCode == 0)
        let ending = try await shop.run(
            "import",
            "products.csv",
            "--Rules.maximumPrice=20000",
            "--Storage.path=other.sqlite"
        )
        #expect(ending.exitCode == 0)
        #expect(try shop.files == ["other.sqlite", "products.csv"])
    }

    @Test func theSameWithoutHive() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "tea,Green tea,6.90")
        try await shop.run("import", "products.csv")
        #expect(try await shop.run("price", "tea", program: "PlainTool").output == "6.90\n")
    }

    // MARK: What the parser says

    @Test func helpSaysWhatACommandTakes() async throws {
        let shop = try Shop()
        let help = try await shop.run("--help")
        #expect(help.exitCode == 0)
        for command in ["check", "import", "price", "order", "report", "hive"] {
            #expect(help.output.contains("\n  \(command) "), "\(help.output)")
        }
        let own = try await shop.run("help", "import").output
        #expect(own.contains("USAGE: tea import <file> [--verbose] [<--Module.option=value> ...]"), "\(own)")
        #expect(try shop.files.isEmpty)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func shellsCompleteCommands(_ shell: String) async throws {
        let script = try await Shop().run("--generate-completion-script", shell).output
        for word in ["import", "report", "verify", "verbose"] { #expect(script.contains(word)) }
    }

    // The products come out of the database; where there is none, the shell has nothing to offer.
    @Test func shellsCompleteProducts() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "tea,Green tea,6.90", "mug,Mug,8.50")
        try await shop.run("import", "products.csv")
        let words = ["---completion", "price", "--", "positional@0", "2", "0", "tea", "price"]
        let tool = try ToolProcess(words, in: shop.folder)
        #expect(await tool.end().output == "mug\ntea\n")
    }

    @Test func theHiveIsAskedAboutItself() async throws {
        let shop = try Shop()
        let well = try await shop.run("hive", "verify")
        #expect(well.exitCode == 0)
        #expect(try await shop.run("hive", "verify", "--Rules.maximumPrice=much").exitCode == 78)
        let why = try await shop.run("hive", "why", "Storage.path", "--Storage.path=other.sqlite").output
        #expect(why.contains("other.sqlite") && why.contains("--Storage.path"), "\(why)")
        #expect(try shop.files.isEmpty)
    }
}
