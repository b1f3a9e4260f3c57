// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HivePropertyList
import Testing

@testable import HiveConfigGenerator

@Suite(.timeLimit(.minutes(5)))
struct GeneratorArgumentsTests {
    @Test(arguments: [
        ([], "--folder is missing"),
        (["--folder"], "--folder has no value"),
        (["--folder", "a", "--output", "b"], "--module is missing"),
        (["--folder", "a", "--module", "M", "--output", ""], "--output is missing"),
        (["--fodler", "a"], "the option --fodler is unknown"),
    ])
    func whatCannotBeUsedIsSaid(_ arguments: [String], _ fault: String) {
        let error = #expect(throws: GeneratorArguments.Invalid.self) { try GeneratorArguments(arguments) }
        #expect(error?.description == fault)
    }

    @Test func everythingIsRead() throws {
        let arguments = try GeneratorArguments([
            "--folder", "/p/Config", "--title", "Config", "--module", "App", "--output", "/o.swift",
            "--planned", "modules.plist", "--planned", "Hive.d/a.plist",
            "--dependency", "Shop", "--indirect-dependency", "Hive",
        ])
        #expect(arguments.folder == "/p/Config")
        #expect(arguments.title == "Config")
        #expect(arguments.output == "/o.swift")
        #expect(arguments.planned == [FileName("modules.plist"), FileName("Hive.d/a.plist")])
        #expect(arguments.visible.own == "App")
        #expect(arguments.visible.direct == ["Shop"])
        #expect(arguments.visible.all == ["Shop", "Hive"])
    }
}
