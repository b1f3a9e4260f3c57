// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveConfig
import HiveTestKit
import Testing

/// Command lines that fit nothing, hives that cannot be made, and modules that fail (C41).
@Suite(.timeLimit(.minutes(5)))
struct CommandLineFaultTests {
    private let commands = HiveCommandLine(program: "shop") { try Shop.hive() }

    @Test(arguments: [
        ([], "error: a command is missing. shop hive --help lists the commands.\n"),
        (
            ["verfy"],
            "error: there is no command \"verfy\"; did you mean verify? shop hive --help lists the commands.\n"
        ),
        (["x"], "error: there is no command \"x\". shop hive --help lists the commands.\n"),
        (
            ["verify", "list"],
            "error: verify takes no further word, and there is \"list\". shop hive --help lists the commands.\n"
        ),
        (
            ["graph", "--dott"],
            """
            error: there is no option of graph "--dott"; did you mean --dot? shop hive --help lists the commands.

            """
        ),
        (
            ["list", "--dot"],
            """
            error: there is no option of list "--dot". What the program itself reads is written --name=value. \
            shop hive --help lists the commands.

            """
        ),
        (
            ["config", "--environment", "production"],
            """
            error: there is no option of config "--environment". What the program itself reads is written --name=value. \
            shop hive --help lists the commands.

            """
        ),
        (
            ["config", "--environment=production"],
            """
            error: the program does not read "--environment": its hive has no such argument. \
            HiveContext.process(name:prefix:) reads those of the process. shop hive --help lists the commands.

            """
        ),
        (
            ["timeline", "--svg", "--trace"],
            "error: --svg and --trace exclude each other. shop hive --help lists the commands.\n"
        ),
        (
            ["graph", "--dot", "--json"],
            "error: --dot and --json exclude each other. shop hive --help lists the commands.\n"
        ),
    ])
    func wrongCommandLine(arguments: [String], text: String) async {
        let result = await commands.run(arguments)
        #expect(result.exitCode == 64)
        #expect(result.output == "")
        #expect(result.errors == text)
    }

    @Test(arguments: ["\u{1B}[2Jlist", "li\nst", "\u{202E}tsil", "--\u{7}", String(repeating: "a", count: 1_000_000)])
    func hostileWordsAreNeverShownRaw(word: String) async {
        for arguments in [[word], ["list", word], ["list", "-\(word)"]] {
            let result = await commands.run(arguments)
            #expect(result.exitCode == 64)
            #expect(result.errors.utf8.count < 500)
            let shown = result.errors.dropLast().unicodeScalars
            #expect(shown.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x202E }, "\(result.errors)")
        }
    }

    @Test func hiveThatCannotBeMadeIsWhatVerifyReports() async {
        let absent = HiveError(.fileNotReadable, "There is no file x.plist.", at: .propertyList("Config", nil))
        let commands = HiveCommandLine(program: "shop", hive: { throw absent })
        let result = await commands.run(["verify"])
        #expect(result.exitCode == 78)
        #expect(
            result.output == """
                Config: error: There is no file x.plist.
                1 error, 0 warnings, 0 modules.

                """
        )
        let list = await commands.run(["list"])
        #expect(list.exitCode == 78)
        #expect(list.output == "")
        #expect(list.errors == "error: There is no file x.plist. (Config)\n")
        let json = await commands.run(["list", "--json"])
        #expect(
            json.output == """
                {"error":{"causes":[],"code":"fileNotReadable","message":"There is no file x.plist.",\
                "problems":[]},"version":1}

                """
        )
        let other = await HiveCommandLine(program: "shop", hive: { throw Refusal() }).run(["verify"])
        #expect(other.exitCode == 70)
        #expect(other.output.contains("error: The hive cannot be made: no \\u{1B}[2J"))
    }

    @Test(arguments: ["list", "order", "graph"])
    func problemsOfModulesGoToStandardErrorBesideTheAnswer(command: String) async {
        let commands = HiveCommandLine(program: "shop") {
            let hive = try Shop.hive()
            try hive.modules.register(LostModule.self, fileID: "Shop/Main.swift", line: 3)
            return hive
        }
        let result = await commands.run([command])
        #expect(result.exitCode == 78)
        #expect(result.output.contains("LostModule"))
        #expect(
            result.errors == """
                Shop/LostModule.swift:5: error: LostModule depends on the unknown module "Nowhere". Correct the name, \
                list or register that module, link the target that contains it, or make the dependency optional.

                """
        )
        // What needs the hive to run does not get that far.
        let services = await commands.run(["services"])
        #expect(services.exitCode == 78)
        #expect(services.output == "")
        #expect(services.errors.contains("\"Nowhere\""))
    }

    // C57: what comes after `setUp` is not what these are about; those that run every hook say how far that went.
    @Test(arguments: [
        ("services", Int32(0)), ("actions", 0), ("routes", 0), ("blame", 70), ("timeline", 70), ("health", 70),
    ])
    func hooksThatAreNotAskedAboutCannotFail(command: String, code: Int32) async {
        let failing = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(FailingModule.self)
            return hive
        }
        let result = await failing.run([command])
        #expect(result.exitCode == code)
        #expect(result.output.contains("FailingModule.initialize") == ["blame", "timeline"].contains(command))
        #expect(result.errors.contains("module FailingModule failed in initialize") == (code != 0))
    }

    @Test(arguments: ["services", "actions", "routes", "blame", "timeline", "health"])
    func startThatFailsIsReported(command: String) async {
        let failing = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(BrokenModule.self)
            return hive
        }
        let result = await failing.run([command])
        #expect(result.exitCode == 70)
        #expect(result.output.contains("BrokenModule.setUp") == ["blame", "timeline"].contains(command))
        #expect(result.errors.contains("module BrokenModule failed in setUp"))
    }

    @Test func stopThatFailsLeavesTheAnswer() async {
        let stubborn = HiveCommandLine(program: "shop") {
            let hive = try Shop.hive()
            try hive.modules.register(StubbornModule.self)
            return hive
        }
        let result = await stubborn.run(["services"])
        #expect(result.exitCode == 71)
        #expect(result.output.contains("PriceService"))
        #expect(result.errors.contains("StubbornModule.tearDown"))
        let blame = await stubborn.run(["blame", "--json"])
        #expect(blame.exitCode == 71)
        #expect(blame.output.contains(#""module":"StubbornModule","nanoseconds""#))
        #expect(blame.output.contains(#""result":"failed""#))
        let health = await stubborn.run(["health"])
        #expect(health.exitCode == 71)
        #expect(health.output.hasSuffix("the whole: healthy, ready\n"))
    }

    // C5: a timeout that runs out has a code of its own.
    @Test func timeoutThatRunsOutIsReported() async {
        let hanging = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(timeouts: HiveTimeouts(start: .milliseconds(1), grace: .seconds(280))))
            try hive.modules.register(HangingModule.self)
            return hive
        }
        for command in ["services", "blame", "timeline"] {
            #expect(await hanging.run([command]).exitCode == 75, "\(command)")
        }
    }
}
