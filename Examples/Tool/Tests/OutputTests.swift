// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Foundation
import Testing

/// Where answers go: to streams that cannot be written, and to terminals, which obey what they are sent.
@Suite(.timeLimit(.minutes(1)))
struct OutputTests {
    private static func shop() async throws -> Shop {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug,8.50")
        try await shop.run("import", "products.csv")
        return shop
    }

    // 74, and the answer is not lost: an order that was noted has a number.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
        arguments: [
            (["check", "products.csv"], "1 products"), (["price", "mug"], "8.50"),
            (["order", "mug", "2"], "order 1: 2 × Mug, 17.00"), (["report"], "1 products, 0 orders, 0.00"),
        ]
    )
    func aFullDisk(_ arguments: [String], _ answer: String) async throws {
        let shop = try await Self.shop()
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let ending = try await ToolProcess(arguments, in: shop.folder, to: full).end()
        let error = "error: the answer cannot be written: No space left on device. It is: \(answer)"
        #expect(ending == .init(output: "", errors: [error], exitCode: 74))
        #expect(try await shop.run("report").output.contains(" \(arguments[0] == "order" ? 1 : 0) orders"))
    }

    // What commands say of the hive ends with the same code.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func aFullDiskForTheHive() async throws {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        #expect(try await Shop().run("hive", "list", to: full).exitCode == 74)
    }

    // The database does not get the number of the stream, into which the answer would then be written.
    @Test(arguments: [">&-", "<&- >&-"])
    func aStreamThatIsClosed(_ redirection: String) async throws {
        let shop = try await Self.shop()
        let path = try ToolProcess.url(of: "tea").path(percentEncoded: false)
        let ending = try await shop.run("-c", "exec '\(path)' price mug \(redirection)", program: "/bin/sh")
        let error = "error: the answer cannot be written: Bad file descriptor. It is: 8.50"
        #expect(ending == .init(output: "", errors: [error], exitCode: 74))
        #expect(try await shop.run("report").output == "1 products, 0 orders, 0.00\n")
    }

    @Test func nobodyHearsAComplaint() async throws {
        let shop = try await Self.shop()
        let path = try ToolProcess.url(of: "tea").path(percentEncoded: false)
        let ending = try await shop.run("-c", "exec '\(path)' price mug --verbose 2>&-", program: "/bin/sh")
        #expect(ending == .init(output: "8.50\n", errors: [], exitCode: 0))
    }

    // 141, as of a process that SIGPIPE has ended; but modules were taken down.
    @Test func nobodyReadsTheAnswer() async throws {
        let shop = try await Self.shop()
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let ending = try await shop.run("price", "mug", "--verbose", to: pipe.fileHandleForWriting)
        #expect(ending.exitCode == 141)
        #expect(ending.errors.last == "StorageModule.tearDown", "\(ending.errors)")
    }

    @Test(arguments: [
        ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{9B}31m", #"\u{009B}31m"#), ("\rfree", #"\rfree"#), ("\u{7}", #"\u{07}"#),
        ("\u{202E}50.8", #"\u{202E}50.8"#), ("\u{2028}", #"\u{2028}"#), ("", ""), ("茶 👩‍🌾 é", "茶 👩‍🌾 é"),
    ])
    func aNameIsShownAndNotObeyed(_ name: String, _ shown: String) async throws {
        let shop = try Shop()
        try shop.write("products.csv", "mug,Mug \(name)!,8.50")
        try await shop.run("import", "products.csv")
        #expect(try await shop.run("order", "mug").output == "order 1: 1 × Mug \(shown)!, 8.50\n")
    }

    @Test func anArgumentIsShownAndNotObeyed() async throws {
        let ending = try await Shop().run("price", "\u{1B}[31m")
        #expect(ending.errors == [#"error: there is no product "\u{1B}[31m""#])
    }
}
