// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Synchronization
import Testing

/// The contract's rows C41 and C54.
///
/// `run()`, of which a process has one at a time, is in the tests of whole programs.
@Suite("C54 Arguments that nothing reads", .timeLimit(.minutes(5)))
struct UnreadArguments {
    final class WebModule: WorkingModule {
        struct Options: ModuleOptions {
            var port = 8080
            var password = Secret("")
            var maximumLines = 5
        }
        static let manifest = ModuleManifest()
        init() {}
        func run(_ context: WorkContext) async throws { context.requestStop() }
    }

    private final class Counter: Sendable { let count = Mutex(0) }

    private func hive(
        _ arguments: [String],
        _ variables: [String: String] = [:],
        values: [String] = [],
        making made: Counter? = nil
    ) throws -> Hive {
        var context = HiveContext.process(
            name: "Links",
            prefix: "LINKS",
            values: values,
            arguments: arguments,
            variables: variables
        )
        context.values.append(["pool": ["maximumSize": 4]], origin: "code")
        let hive = Hive(HiveOptions(context: context, clock: ManualClock()))
        try hive.modules.register(WebModule.self) {
            made?.count.withLock { $0 += 1 }
            return WebModule()
        }
        return hive
    }

    @Test(
        "Each is an error of run and verify with 64 and the near name, before the first module is made",
        arguments: [
            (["banana"], "argument 1: error: Nothing reads this word."),
            (["--port=9090"], "--port: error: Nothing reads this argument. Did you mean --Web.port?"),
            (["--prot", "9090"], "--prot: error: Nothing reads this argument. Did you mean --Web.port?"),
            (["--Wbe.port=80"], "--Wbe.port: error: Nothing reads this argument. Did you mean --Web.port?"),
            (
                ["--Web.prot=80"],
                "--Web.prot: error: This argument fits no option of WebModule. Did you mean --Web.port?"
            ),
            (["-Web.maximumLines=8"], "-Web.maximumLines: error: Nothing reads this argument. Did you mean --Web.max"),
            (["Web.port=8"], "Web.port: error: Nothing reads this argument. Did you mean --Web.port?"),
            (
                ["--web-maximum-lines=8"],
                "--web-maximum-lines: error: Nothing reads this argument. Did you mean --Web.m"
            ),
            (["--WebModule.port=8"], "--WebModule.port: error: Nothing reads this argument. Did you mean --Web.port?"),
            (["--pool.maximumSize=8"], "--pool.maximumSize: error: Nothing reads this argument. Did you mean --pool-m"),
            (["--enviroment=test"], "--enviroment: error: Nothing reads this argument. Did you mean --environment?"),
            (["--Foo.bar=1"], "--Foo.bar: error: Nothing reads this argument. There are --Web.maximumLines, --Web.pas"),
            (["--", "--Web.port=1"], "--Web.port: error: Nothing reads this argument."), ([""], "argument 1: error: "),
            (["--help"], "--help: error: Nothing reads this argument."),
        ]
    )
    func each(_ arguments: [String], _ expected: String) async throws {
        let made = Counter()
        let hive = try hive(arguments, making: made)
        let problems = hive.verify()
        #expect(problems.first?.description.hasPrefix(expected) == true, "\(problems)")
        #expect(problems.allSatisfy { $0.code == .unknownArgument && $0.severity == .error })
        let error: HiveError? = HiveError(.invalidConfiguration, "wrong", problems: hive.verify())
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.problems == problems)
        #expect(error?.exitCode == 64)
        #expect(made.count.withLock { $0 } == 0)
    }

    @Test("What modules, property lists and the program read is accepted")
    func accepted() async throws {
        let hive = try hive(
            [
                "--Web.port=1", "--pool-maximum-size=3", "--environment=test", "--config=x", "--verbose",
                "--Late.size=2",
            ],
            values: ["config", "verbose", "--Late.size"]
        )
        #expect(hive.verify() == [])
        try await hive.start()
        try await hive.waitUntilStopped()
        let disabled = try self.hive(["--Web.port=1", "--Web.nothing=1"], ["HIVE_DISABLE": "WebModule"])
        #expect(disabled.verify() == [])
    }

    @Test("All are reported at once with what else is wrong, which decides the exit code")
    func together() async throws {
        let hive = try hive(["--prot=1", "apple", "--Web.port=many", "--wbe=1"])
        let error: HiveError? = HiveError(.invalidConfiguration, "wrong", problems: hive.verify())
        #expect(error?.problems.count == 4)
        #expect(error?.exitCode == 78)
    }

    @Test("A value is never shown, however it is written")
    func secrets() async throws {
        let secret = "hunter2"
        let lines = [
            ["--Web.password", secret], ["--Web.pasword=\(secret)"], ["--password=\(secret)"],
            ["Web.password=\(secret)"],
            ["--Web.password:\(secret)"], ["--Web.password \(secret)"], ["--Web.pasword/\(secret)"], ["-p\(secret)"],
            [secret], ["--", secret], ["--Web.pasword=\u{301}\(secret)"], ["--pasword=\u{200D}\(secret)"],
            ["--Web.pasword=\u{FE0F}\(secret)"], ["Web.password=\u{301}\(secret)"], ["--\u{301}Web.password=\(secret)"],
        ]
        for line in lines {
            let hive = try hive(line)
            let error: HiveError? = HiveError(.invalidConfiguration, "wrong", problems: hive.verify())
            #expect([64, 78].contains(error?.exitCode), "\(line)")
            var text = "\(hive.verify()) \(error.map { "\($0)" } ?? "") \(error?.report ?? "")"
            dump(hive, to: &text)
            #expect(!text.contains(secret), "\(line)")
        }
    }

    @Test("A value may begin with what combines", arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "\u{338}"])
    func combining(_ scalar: String) throws {
        let hive = try hive(["--Web.password=\(scalar)secret", "--config=\(scalar)x"], values: ["config"])
        #expect(hive.verify() == [])
        let options = try OptionsFromOutside.options(hive, "WebModule", as: WebModule.Options.self)
        #expect(options.password.value.unicodeScalars.elementsEqual("\(scalar)secret".unicodeScalars))
        #expect(try hive.context.values.value("config", as: String.self)?.unicodeScalars.count == 2)
    }

    @Test("start() asks for no arguments, and neither does a hive that was given none")
    func start() async throws {
        let hive = try hive(["--bundle-path", "x"])
        try await hive.start()
        try await hive.waitUntilStopped()
        let bare = Hive(HiveOptions(context: HiveContext(arguments: ["banana"]), clock: ManualClock()))
        #expect(bare.verify() == [])
    }

    @Test("A variable whose module is misspelt is a warning with the near name")
    func variable() throws {
        let hive = try hive([], ["LINKS_WBE_PORT": "80", "LINKS_WBE_SERVICE_HOST": "10.0.0.1"])
        #expect(
            hive.verify().map(\.description)
                == ["LINKS_WBE_PORT: warning: This environment variable fits no module. Did you mean LINKS_WEB_PORT?"]
        )
    }

    @Test("What verify warns of, observers are told by a start, however the hive is run")
    func doubts() async throws {
        func context(_ variables: [String: String]) -> HiveContext {
            .process(name: "Links", prefix: "LINKS", arguments: [], variables: variables)
        }
        let test = TestHive(HiveOptions(context: context(["LINKS_WBE_PORT": "80"])))
        try test.hive.modules.register(WebModule.self)
        try await test.hive.start()
        let told = test.recorder.observations(of: .configurationDoubtful).map { "\($0.error.map { "\($0)" } ?? "-")" }
        #expect(told.count == 1)
        let words = "This environment variable fits no module. Did you mean LINKS_WEB_PORT?"
        #expect(told.first?.contains(words) == true && told.first?.contains("LINKS_WBE_PORT") == true, "\(told)")
        try await test.hive.waitUntilStopped()
    }
}
