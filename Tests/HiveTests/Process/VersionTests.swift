// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// C41: what a program without a parser answers to `--version`.
@Suite(.timeLimit(.minutes(5)))
struct VersionTests {
    private func hive(version: String?) -> Hive {
        let values = ConfigurationValues(.arguments(["--version"]))
        var context = HiveContext(name: "Shop", values: values)
        context.version = version
        return Hive(HiveOptions(context: context, clock: ManualClock()))
    }

    @Test func aVersionThatNobodyStatedIsNotMadeUp() {
        #expect(hive(version: nil).standardAnswer == "Shop does not say which version it is.")
    }

    @Test func aVersionIsPrintedOnOneLine() {
        #expect(hive(version: "1.4\n\u{1B}[2J").standardAnswer == #"Shop 1.4\n\u{1B}[2J"#)
    }
}
