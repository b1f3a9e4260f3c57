// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// How commands end that do not end well: what they say on standard error, and their exit codes.
@Suite(.timeLimit(.minutes(1)))
struct FailureTests {
    // 130: what was said to be in is in, what was read is written, and importing again goes on.
    @Test func anInterruptedImportLosesNothing() async throws {
        let shop = try Shop()
        let rows = (1...300).map { "sku-\($0),Product \($0),6.90" }
        let tool = try shop.begin("import", "-")
        try tool.write(Array(rows[..<250]))
        // It has read 250, of which 50 wait for the hundred to be full.
        try await tool.wait(for: "200 products are in")
        tool.send(SIGINT)
        let ending = await tool.end()
        #expect(ending.exitCode == 130)
        #expect(ending.output.isEmpty)
        let last = try #require(ending.errors.last)
        let count = try #require(last.split(separator: " ").compactMap { Int($0) }.first)
        #expect(last == "error: interrupted: \(count) products are in")
        #expect(count >= 200 && count <= 250)
        #expect(try await shop.run("report").output == "\(count) products, 0 orders, 0.00\n")
        try shop.write("products.csv", rows.joined(separator: "\n"))
        #expect(try await shop.run("import", "products.csv").exitCode == 0)
        #expect(try await shop.run("report").output == "300 products, 0 orders, 0.00\n")
    }

    // Any other command just ends, and takes its modules down.
    @Test func aCommandThatWaitsIsInterrupted() async throws {
        let tool = try Shop().begin("check", "-", "--verbose")
        try await tool.wait(for: "Check.run")
        tool.send(SIGINT)
        let ending = await tool.end()
        #expect(ending.exitCode == 130)
        #expect(ending.errors.suffix(2) == ["RulesModule.tearDown", "error: interrupted"])
        #expect(ending.output.isEmpty)
    }

    // Before the command has begun: a module waits for its turn at the database, which would take seconds.
    @Test func aStartIsInterrupted() async throws {
        let shop = try Shop()
        try await shop.run("report")
        let lock = try DatabaseLock(shop.folder.appending(path: "tea.sqlite"))
        let tool = try shop.begin("report", "--verbose")
        try await tool.wait(for: "another command is writing into tea.sqlite: waiting for it")
        tool.send(SIGINT)
        let ending = await tool.end()
        #expect(ending.exitCode == 130)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.last == "error: interrupted")
        #expect(!ending.errors.contains("Report.run"), "\(ending.errors)")
        lock.release()
        #expect(try await shop.run("report").exitCode == 0)
    }

    // It has its turn when the other is done.
    @Test func aCommandWaitsForAnother() async throws {
        let shop = try Shop()
        try await shop.run("report")
        let lock = try DatabaseLock(shop.folder.appending(path: "tea.sqlite"))
        let tool = try shop.begin("report")
        try await tool.wait(for: "another command is writing into tea.sqlite: waiting for it")
        lock.release()
        let ending = await tool.end()
        #expect(ending.output == "0 products, 0 orders, 0.00\n")
        #expect(ending.exitCode == 0)
    }

    // A pipe without a writer cannot be opened, and a command that waits for that is interrupted all the same.
    @Test func aCommandThatOpensAPipeIsInterrupted() async throws {
        let shop = try Shop()
        #expect(mkfifo(shop.folder.appending(path: "products.pipe").path(percentEncoded: false), 0o600) == 0)
        let tool = try shop.begin("import", "products.pipe", "--verbose")
        try await tool.wait(for: "Import.run")
        tool.send(SIGINT)
        let ending = await tool.end()
        #expect(ending.exitCode == 130)
        #expect(ending.errors.last == "error: interrupted: 0 products are in")
    }

    // 64
    @Test(arguments: [
        ["imprt"], ["import"], ["price", "tea", "--quick"], ["order", "tea", "0"], ["hive", "list", "x"],
    ])
    func aCommandLineThatFitsNothing(_ arguments: [String]) async throws {
        let shop = try Shop()
        let tool = try ToolProcess(arguments, in: shop.folder)
        let ending = await tool.end()
        #expect(ending.exitCode == 64)
        #expect(ending.output.isEmpty)
        #expect(ending.errors.first?.hasPrefix("Error: ") == true)
        #expect(try shop.files.isEmpty)
    }

    // 65: what is wrong is said with its place; what was in before stays in.
    @Test(arguments: [
        ("tea", "has 1 fields instead of sku,name,price"),
        ("Tea,Green tea,6.90", "the sku \"Tea\" is to have letters from a to z, digits and hyphens only"),
        ("x²½,Green tea,6.90", "the sku \"x²½\" is to have letters from a to z, digits and hyphens only"),
        ("thé,Green tea,6.90", "the sku \"thé\" is to have letters from a to z, digits and hyphens only"),
        ("t\u{7F},Green tea,6.90", #"the sku "t\u{7F}" is to have letters from a to z, digits and hyphens only"#),
        ("tea,Green tea,6.9", "the price \"6.9\" is not like 6.90"),
        ("tea,Green tea,106.90", "the price 106.90 is above 100.00; --Rules.maximumPrice allows more"),
        ("tea,\"Green tea,6.90", "a quote is not closed"),
    ])
    func wrongLines(_ line: String, _ complaint: String) async throws {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug,8.50", line)
        let ending = try await shop.run("import", "products.csv")
        #expect(ending == .init(output: "", errors: ["error: products.csv:2: \(complaint)"], exitCode: 65))
        let check = try await shop.run("check", "products.csv")
        #expect(check.errors == ["error: products.csv:2: \(complaint)", "error: 1 of 2 lines are wrong"])
        #expect(check.exitCode == 65)
        #expect(try await shop.run("report").output == "0 products, 0 orders, 0.00\n")
        #expect(try await shop.run("price", "tea").exitCode == 65)
    }

    // A quote and a comma count as such whatever mark is behind them.
    @Test func fieldsWithCombiningMarks() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "tea,\"\u{301}Green, tea\",6.90", "mug,\u{301}Mug,8.50")
        let ending = try await shop.run("import", "products.csv")
        #expect(ending.exitCode == 0, "\(ending.errors)")
        #expect(try await shop.run("price", "mug").output == "8.50\n")
    }

    // More than are read before they are taken.
    @Test func moreLinesThanAreReadAhead() async throws {
        let shop = try Shop()
        let rows = (1...5000).map { "sku-\($0),Product \($0),6.90" }
        try shop.write("products.csv", rows.joined(separator: "\n"))
        #expect(try await shop.run("check", "products.csv").output == "5000 products\n")
        // The first one ends the import, while others wait to be read.
        try shop.write("products.csv", (["wrong"] + rows).joined(separator: "\n"))
        #expect(try await shop.run("import", "products.csv").exitCode == 65)
    }

    @Test func aLineWithoutEnd() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug,8.50", String(repeating: "x", count: 1_000_000))
        let ending = try await shop.run("import", "products.csv")
        #expect(ending == .init(output: "", errors: ["error: products.csv:2: the line is too long"], exitCode: 65))
    }

    @Test func linesOfAnotherSystem() async throws {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug,8.50\r", "tea,Tea,6.90\r")
        #expect(try await shop.run("check", "products.csv").output == "2 products\n")
    }

    // 66
    @Test(arguments: ["import", "check"], [("products.csv", "No such file or directory"), (".", "Is a directory")])
    func aFileThatCannotBeRead(_ command: String, _ file: (path: String, complaint: String)) async throws {
        let ending = try await Shop().run(command, file.path)
        #expect(ending.errors == ["error: \(file.path) cannot be read: \(file.complaint)"])
        #expect(ending.exitCode == 66)
    }

    // 70: a module that cannot start; the command never runs.
    @Test func aDatabaseWithoutAPath() async throws {
        let ending = try await Shop().run("price", "tea", "--Storage.path=")
        #expect(ending.exitCode == 70)
        #expect(ending.errors.joined().contains("the database \"\" cannot be used: the path is empty"))
    }

    @Test func aDatabaseThatCannotBeOpened() async throws {
        let ending = try await Shop().run("price", "tea", "--Storage.path=/nowhere/tea.sqlite")
        #expect(ending.exitCode == 70)
        let report = ending.errors.joined(separator: "\n")
        #expect(report.hasPrefix("error: The hive did not start: module StorageModule failed in setUp."), "\(report)")
        #expect(report.contains("the database /nowhere/tea.sqlite cannot be used"), "\(report)")
    }

    // 64 and 78: options of modules, before anything is started.
    @Test(arguments: ["--Storage.pth=tea.sqlite", "--Rules.maximumPrice=much"])
    func wrongOptions(_ option: String) async throws {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug,8.50")
        let ending = try await shop.run("import", "products.csv", option)
        #expect(ending.exitCode == (option.hasSuffix("much") ? 78 : 64))
        #expect(ending.errors.contains { $0.contains(option.prefix { $0 != "=" }) }, "\(ending.errors)")
        #expect(try shop.files == ["products.csv"])
    }
}
