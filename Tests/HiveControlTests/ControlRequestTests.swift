// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveCommands
import Testing

@testable import HiveControl

// C65
@Suite struct ControlRequestTests {
    @Test(arguments: [
        ("", "no JSON"), ("{", "no JSON"), ("{}\0", "no JSON"), ("\u{FFFD}", "no JSON"),
        ("[]", "is no object"), ("{}", "speaks version 1"), (#"{"version": 2}"#, "speaks version 1"),
        (#"{"version": "1"}"#, "speaks version 1"), (#"{"version": 1}"#, #"no "command""#),
        (#"{"version": 1, "command": 3}"#, #"no "command""#),
        (#"{"version": 1, "command": "why", "arguments": "Cart"}"#, "no array of texts"),
        (#"{"version": 1, "command": "why", "arguments": [3]}"#, "no array of texts"),
        (#"{"version": 1, "command": "status", "a\u001b": 1}"#, #"reads the key "a\u{1B}""#),
    ])
    func refuses(line: String, text: String) throws {
        let refusal = #expect(throws: ControlFault.self) { try ControlRequest(line: Array(line.utf8)) }
        let said = try #require(refusal).description
        #expect(said.contains(text) && !said.unicodeScalars.contains { $0.value < 32 }, "\(said)")
    }

    @Test func refusesWhatIsNestedDeeply() {
        let line = [UInt8](repeating: UInt8(ascii: "["), count: 10_000)
        #expect(throws: ControlFault.self) { try ControlRequest(line: line) }
    }

    @Test func reads() throws {
        #expect(try ControlRequest(line: Array(statusLine.utf8)).command == "status")
        let line = #"{"version": 1, "command": "why", "arguments": ["Cart", "--json"]}"#
        #expect(try ControlRequest(line: Array(line.utf8)).arguments == ["Cart", "--json"])
    }
}
