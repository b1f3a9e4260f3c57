// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@testable import HivePropertyList

@Suite(.timeLimit(.minutes(5)))
struct ConfigurationFilesTests {
    private func files(
        _ environment: HiveEnvironment?,
        _ names: [String],
        _ dropIns: [String] = [],
        in folder: String = "C"
    ) -> ConfigurationFiles {
        ConfigurationFiles(in: folder, environment: environment, names: names, dropIns: dropIns)
    }

    @Test(
        arguments: [
            ("modules.prodution.plist", true), ("modules.prod.plist", true), ("module.production.plist", false),
            ("modules.Production.plist", true), ("modules.productions.plist", true),
            ("modules.staging.plist", false), ("services.prodution.plist", false), (".modules.prodution.plist", false),
            ("modules.plist", false), ("modules.prodution.plist~", false), ("modules.plist.production", false),
        ]
    )
    func nearMissOfAnOverlayIsDoubtful(name: String, isNear: Bool) throws {
        let files = files("production", [name, "services.production.plist"])
        #expect(files.modules == ["C/modules.plist"])
        #expect(files.problems.count == (isNear ? 1 : 0))
        guard let problem = files.problems.first else { return }
        #expect(problem.severity == .warning)
        #expect(problem.origin?.file == "C/\(name)")
        #expect(problem.message == "The environment is production, and there is no modules.production.plist.")
        #expect(problem.remedy?.contains(name) == true)
    }

    // C43
    @Test(
        arguments: [
            ("module.production.plist", "modules.production.plist"), ("modules-test.plist", "modules.test.plist"),
            ("Services_x.plist", "services.x.plist"), ("service.plist", "services.plist"),
            ("modules.x.plist", nil), ("services.plist", nil), ("modules copy.plist", nil), ("models.plist", nil),
            ("other.plist", nil), (".modules-x.plist", nil), ("modules-x.plist~", nil),
        ] as [(String, String?)]
    )
    func fileThatNoEnvironmentReadsIsDoubtful(name: String, meant: String?) {
        let problems = ConfigurationFiles.misnamed([name], in: "C")
        #expect(problems.map(\.severity) == (meant == nil ? [] : [.warning]))
        guard let meant, let problem = problems.first else { return }
        #expect(
            problem.description == """
                C/\(name): warning: The file is not read. Rename it to \(meant), or keep it elsewhere.
                """
        )
    }

    @Test func nearMissDoesNotMatterWhereTheOverlayIs() {
        let files = files("production", ["modules.production.plist", "modules.prodution.plist"])
        #expect(files.modules == ["C/modules.plist", "C/modules.production.plist"])
        #expect(files.problems == [])
    }

    @Test func baseFilesComeFirstThenOverlaysThenDropIns() {
        let names = ["services.staging.plist", "modules.staging.plist", "modules.test.plist", "other.plist"]
        let files = files("staging", names, ["b.plist", "a.plist"])
        #expect(files.modules == ["C/modules.plist", "C/modules.staging.plist"])
        #expect(files.services == ["C/services.plist", "C/services.staging.plist"])
        #expect(files.dropIns == ["C/Hive.d/a.plist", "C/Hive.d/b.plist"])
        let others = self.files(nil, names)
        #expect((others.modules, others.services) == (["C/modules.plist"], ["C/services.plist"]))
        #expect(others.dropIns == [])
        #expect(self.files(nil, [], in: "C/").modules == ["C/modules.plist"])
        #expect(self.files(nil, [], in: "").modules == ["modules.plist"])
    }

    @Test func dropInsAreInTheOrderOfTheirBytes() {
        let names = ["z.plist", "10.plist", "9.plist", "é.plist", "B.plist", "a.plist", "e\u{301}.plist"]
        let sorted = ["10.plist", "9.plist", "B.plist", "a.plist", "e\u{301}.plist", "z.plist", "é.plist"]
        #expect(files(nil, [], names).dropIns == sorted.map { "C/Hive.d/\($0)" })
        #expect(files(nil, [], names.reversed()).dropIns == sorted.map { "C/Hive.d/\($0)" })
    }

    @Test(arguments: [".a.plist", "a.plist~", "#a.plist#", "a.plist.bak", "a.PLIST", "plist", ".plist", "a"])
    func whatIsNoPropertyListByItsNameDoesNotCount(name: String) {
        #expect(files(nil, [], [name]).dropIns == [])
    }

    @Test(
        arguments: [
            ("", "is empty"), ("../x", "holds something else"), ("a/b", "holds something else"),
            ("..", "begins with a dot"), (".hidden", "begins with a dot"), ("a\u{0}b", "holds something else"),
            ("ä", "holds something else"),
            (String(repeating: "a", count: 65), "is longer than 64 bytes"), (String(repeating: "a", count: 64), nil),
            ("eu-west_1", nil), ("eu.west", nil), ("K", nil), ("\u{212A}", "holds something else"),
        ] as [(String, String?)]
    )
    func environmentThatCannotBeInAFileNameIsSaid(name: String, fault: String?) {
        let problem = HiveEnvironment(name).fault
        #expect(fault.map { problem?.hasPrefix($0) == true } ?? (problem == nil))
    }
}
