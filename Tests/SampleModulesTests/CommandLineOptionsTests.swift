// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveSampleApp
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CommandLineOptionsTests {
    @Test(arguments: [
        ["--ordres", "x"], ["extra"], ["--orders"], ["--orders="], ["--orders", "--config"], ["--config"],
        ["--help=yes"], ["-x"], [""], ["--overlay"], ["--reload=yes"],
        ["--Server.port"], ["serve", "open", "shop://today"], ["open", "shop://today", "serve"],
    ])
    func refusesWhatItDoesNotKnow(arguments: [String]) {
        let mistake = #expect(throws: CommandLineOptions.Mistake.self) { try CommandLineOptions(arguments) }
        #expect(mistake?.description.contains("--help") == true)
    }

    @Test func readsOptionsInBothForms() throws {
        let options = try CommandLineOptions(["--orders=-", "--config", "Other"])
        #expect(options.orders == "-")
        #expect(options.config == "Other")
        #expect(try CommandLineOptions(["--overlay=a", "--overlay", "b"]).overlays == ["a", "b"])
        #expect(try CommandLineOptions(["--reload"]).reloads)
        #expect(try CommandLineOptions(["--help"]).wantsHelp)
        #expect(try CommandLineOptions([]).config == "Config")
        #expect(try CommandLineOptions(["serve", "--Server.port=0"]).serves)
        let arguments = ["--Server.port=0", "--A.b=c=d"]
        #expect(try CommandLineOptions(arguments).moduleOptions == arguments)
        #expect(try CommandLineOptions(["serve", "hive", "list"]).hiveCommand == ["list"])
    }

    @Test func showsNothingThatUpsetsATerminal() {
        let mistake = #expect(throws: CommandLineOptions.Mistake.self) {
            try CommandLineOptions(["--\u{1B}[2J\u{202E}"])
        }
        #expect(mistake?.description == #"unknown option "--\u{1B}[2J\u{202E}"; --help lists the options"#)
    }
}
