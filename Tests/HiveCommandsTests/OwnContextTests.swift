// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

@testable import HiveCommands

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Questions are asked with the program's own context and environment (C57).
@Suite(.timeLimit(.minutes(5)))
struct OwnContextTests {
    /// Asks a program whose `main` is spelled as the documentation says.
    private func ask(
        _ question: String...,
        arguments: [String] = [],
        variables: [String: String] = [:]
    ) async throws -> CommandResult {
        let folder = FileManager.default.temporaryDirectory.path + "/hive-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func entry(_ port: Int) -> String {
            "<dict><key>moduleClass</key><string>PortModule</string><key>options</key><dict><key>port</key>"
                + "<integer>\(port)</integer></dict></dict>"
        }
        let files = [
            "modules.plist": "<dict><key>moduleClasses</key><array>\(entry(8080))</array></dict>",
            "modules.production.plist": "<dict><key>moduleClasses</key><array>\(entry(80))</array></dict>",
            "services.plist": "<array/>",
        ]
        for (name, text) in files {
            try Data("<plist version=\"1.0\">\(text)</plist>".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        let commands = HiveCommandLine(program: "server") {
            let context = HiveContext.process(
                name: "Server",
                prefix: "SERVER",
                arguments: arguments + ["hive"] + question,
                variables: variables
            )
            return try Hive(
                contentsOf: folder,
                catalogue: HiveCatalogue(modules: [PortModule.self]),
                options: HiveOptions(context: context, clock: ManualClock())
            )
        }
        return await commands.run(question)
    }

    private final class PortModule: HiveModule {
        struct Options: ModuleOptions { var port = 8080 }
        static let manifest = ModuleManifest()
        init() {}
    }

    private let development = "module PortModule: options.port = 8080\n"
    private let production = "module PortModule: options.port = 80\n"

    @Test func theEnvironmentIsTheProgramsOwn() async throws {
        #expect(try await ask("config").output.hasSuffix(development))
        #expect(try await ask("config", variables: ["SERVER_ENVIRONMENT": "production"]).output.hasSuffix(production))
    }

    // C41, C54: an argument that nothing reads is an error, before the word and behind it, for every command.
    @Test func anArgumentThatNothingReadsIsAnError() async throws {
        let told = try await ask("verify", "--Price.x=1", "--Price.x=2", "--Price")
        #expect(told.exitCode == 64)  // `--Price` has not the form of such an argument.
        let result = try await ask("verify", "--Price.x=hunter2", "--Price.x=hunter2", "--port=hunter2")
        #expect(
            result.output.hasPrefix(
                """
                --Price.x: error: Nothing reads this argument. There are --Port.port, --application-key, --environment.
                --port: error: Nothing reads this argument. Did you mean --Port.port?

                """
            )
        )
        #expect(result.output.hasSuffix("2 errors, 0 warnings, 1 module.\n"))
        #expect(result.exitCode == 64)
        #expect(!result.output.contains("hunter2"))
        #expect(try await ask("verify", "--Port.port=1").output.hasSuffix("0 errors, 0 warnings, 1 module.\n"))
        let before = try await ask("verify", "--json", arguments: ["--Price.x=1"])
        #expect(before.output.contains(#""errors":1,"#))
        #expect(before.exitCode == 64)
        for command in ["list", "config", "services", "blame", "health"] {
            let answer = try await ask(command, arguments: ["--prot=1", "banana"])
            #expect(answer.exitCode == 64, "\(command)")
            #expect(answer.errors.contains("--prot: error: Nothing reads this argument. Did you mean --Port.port?"))
            #expect(answer.errors.contains("argument 2: error: Nothing reads this word."))
            #expect(!answer.errors.contains("argument 3"))
        }
        // C54: a mark that combines with the character before it hides nothing of where the value begins.
        let all = ["verify", "list", "order", "graph", "config", "services", "blame", "timeline", "health", "page"]
        for command in all {
            for form in [[], ["--json"]] {
                let hidden = ["--Price.x=\u{301}hunter2", "--port=\u{FE0F}hunter2"]
                let answer = try await ask(command, arguments: hidden + form)
                #expect(!"\(answer.output)\(answer.errors)".contains("hunter2"), "\(command) \(form)")
            }
        }
        // C41: what is wrong with the configuration is worse.
        #expect(try await ask("verify", "--port=1", "--Port.port=many").exitCode == 78)
    }

    // Each is looked up once: comparing each with all others would take hours.
    @Test func aHundredThousandArgumentsAreRead() async {
        let question = ["verify"] + (0..<100_000).map { "--Price.x\($0)=1" }
        let commands = HiveCommandLine(program: "server") {
            Hive(HiveOptions(context: .process(name: "S", prefix: "S", arguments: question, variables: [:])))
        }
        let result = await commands.run(question)
        #expect(result.output.contains("error: Nothing reads 99900 further arguments either."))
        #expect(result.output.hasSuffix("101 errors, 0 warnings, 0 modules.\n"))
    }

    @Test func argumentsMayStandBeforeTheWordAndBehindIt() async throws {
        let before = try await ask("config", arguments: ["--environment=production"])
        #expect(before.exitCode == 0)
        #expect(before.output.hasSuffix(production))
        let behind = try await ask("config", "--environment=production")
        #expect(behind.exitCode == 0)
        #expect(behind.output.hasSuffix(production))
        let both = try await ask("config", "--environment=production", arguments: ["--environment=development"])
        #expect(both.output.hasSuffix(production))
    }

    @Test(
        arguments: [
            (["hive", "list"], ["list"]), (["--environment=production", "hive", "list"], ["list"]), (["hive"], []),
            (["-v", "hive", "--help"], ["--help"]), ([], nil), (["serve"], nil), (["serve", "hive"], nil),
            (["--", "hive", "list"], nil), (["--hive"], nil), (["-"], nil),
        ] as [([String], [String]?)]
    )
    func theWordComesFirstOrBehindOptions(arguments: [String], question: [String]?) {
        #expect(HiveCommandLine.question(in: arguments) == question)
        #expect(HiveCommandLine.mistake(in: arguments) == nil)
    }

    @Test(
        arguments: [
            (["hvie", "verify"], "there is no \"hvie\"; did you mean hive?"),
            (["-v", "Hive", "list", "--json"], "there is no \"Hive\"; did you mean hive?"),
            (["hives", "why", "WebModule"], "there is no \"hives\"; did you mean hive?"),
            (["--environment", "production", "hive", "verify"], "\"production\" comes before the word hive"),
            (["serve", "now", "hive", "list"], "\"serve\" comes before the word hive, which has to be the first one."),
        ]
    )
    func aCommandLineThatNearlyFitsIsRefused(arguments: [String], message: String) {
        #expect(HiveCommandLine.question(in: arguments) == nil)
        #expect(HiveCommandLine.mistake(in: arguments)?.description.hasPrefix(message) == true)
    }

    @Test(
        arguments: [
            // Another word, or another word behind it.
            ["live"], ["hvie"], ["hvie", "serve"], ["thrive", "list"], ["archive", "list"], ["list", "verify"],
            ["serve", "hive"], ["serve", "hive", "port"], ["serve", "hvie", "verify"],
            // What stands behind the mark is data.
            ["--", "hvie", "verify"], ["serve", "--", "hive", "verify"], ["serve", "hive", "--", "verify"],
            ["", "verify"], ["-", "list"],
        ]
    )
    func otherCommandLinesAreTheProgramsOwn(arguments: [String]) {
        #expect(HiveCommandLine.question(in: arguments) == nil)
        #expect(HiveCommandLine.mistake(in: arguments) == nil)
    }
}
