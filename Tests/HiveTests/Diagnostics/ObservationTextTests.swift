// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

/// What observers log, whatever a module is called.
struct ObservationTextTests {
    private struct Untidy: Error, CustomStringConvertible { let description: String }

    // A name that ends a line would forge the next one, and an escape would move the reader's cursor.
    @Test(arguments: [
        ("A\nhive: stopped", #"A\nhive: stopped"#), ("A\u{1B}[2J", #"A\u{1B}[2J"#),
        ("A\u{202E}B\u{9B}", #"A\u{202E}B\u{9B}"#),
        ("Ä\r\n", #"Ä\r\n"#), ("Kassen-Modul \u{1F41D}", "Kassen-Modul \u{1F41D}"),
    ])
    func namesStayOnTheirLine(_ name: String, _ shown: String) {
        let step = HiveObservation(.didRunHook, module: name, subject: .text(name), error: Untidy(description: name))
        #expect(step.module == shown)
        #expect(step.subject == .text(shown))
        #expect(step.description == "didRunHook \(shown) \(shown) error: \(shown)")
    }

    @Test(arguments: [("no room", "no room."), ("no room.", "no room.")])
    func anErrorEndsWithOneFullStop(_ cause: String, _ end: String) {
        let failures = [HiveError.Failure(module: "Store", step: "ready", error: Untidy(description: cause))]
        let error = HiveError(.startFailed, "The start failed.", failures: failures)
        #expect(error.description == "startFailed: The start failed. Cause: Store.ready: \(end)")
    }
}
