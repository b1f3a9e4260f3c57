// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveControl
import HivePlatform
import HiveRouting
import HiveTestKit
import Synchronization
import Testing

@testable import HiveCommands

/// What a hive that runs says of itself to another process (C65).
@Suite struct LiveCommandTests {
    /// Those whose answer does not depend on whether the hive runs.
    @Test(arguments: [
        "verify", "list", "order", "graph", "graph --dot", "config", "config --origin", "options", "why StockModule",
        "why StockModule.limit", "why Nowhere", "services", "actions", "routes", "health",
    ])
    func theSameAsOfAHiveThatWasMadeForIt(line: String) async throws {
        try await running { path, _ in
            for form in ["", " --json"] where form.isEmpty || line.last != "t" {
                let words = (line + form).split(separator: " ").map(String.init)
                let program = HiveCommandLine(program: "shop") { try stock(at: path) }
                let still = await program.run(words)
                let live = await program.run(words + ["--live", "--socket", path])
                #expect(live == still)
                #expect(live.exitCode == (line == "why Nowhere" ? 64 : 0) && live.output + live.errors != "")
            }
        }
    }

    @Test(arguments: [
        "blame", "blame --json", "timeline", "timeline --json", "timeline --trace", "timeline --svg",
    ])
    func whatIsKnownOfTheStart(line: String) async throws {
        try await running { path, hive in
            let words = line.split(separator: " ").map(String.init)
            let live = await commands.run(words + ["--live", "--socket", path])
            let request = try CommandRequest(words)
            let report = try await CommandAnswer(try #require(request.command), request, hive).report
            #expect(live == CommandResult(report, request))
            #expect(live.output.contains("StockModule"))
        }
    }

    @Test func page() async throws {
        try await running { path, _ in
            let page = await commands.run(["page", "--live", "--socket", path])
            #expect(page.exitCode == 0 && page.output.hasPrefix("<!DOCTYPE html>\n"))
            #expect(page.output.hasSuffix("</html>\n") && page.output.contains("running"))
        }
    }

    @Test func secretsStayHidden() async throws {
        try await running { path, _ in
            for line in ["config", "config --json", "why StockModule", "page", "list --json"] {
                let words = line.split(separator: " ").map(String.init)
                let live = await commands.run(words + ["--live", "--socket", path])
                #expect(!live.output.contains("hunter2") && live.exitCode == 0, "\(live)")
            }
            #expect(await commands.run(["config", "--live", "--socket", path]).output.contains("••••"))
        }
    }

    // MARK: Status

    @Test func status() async throws {
        try await running { path, hive in
            let ready = await commands.run(["status", "--socket", path])
            #expect(
                ready.output == """
                    Shop 1.2: running for 0 s, up 0 s, ready
                      events    0 wait, 0 under way, 0 delivered (0 failed calls), 0 refused, 0 handlers
                      services  1, 0 made

                    MODULE         FOR  STATE
                    ControlModule  0 s  up
                    StockModule    0 s  up

                    """
            )
            #expect(ready.exitCode == 0 && ready.errors == "")
            let module = try #require(hive.modules.module(StockModule.self))
            module.context.withLock { $0 }?.withholdReadiness(because: "the store is \u{1B}[2J empty")
            let withheld = await commands.run(["status", "--socket", path])
            #expect(withheld.exitCode == 1)
            #expect(
                withheld.output.hasPrefix(
                    "Shop 1.2: running for 0 s, up 0 s, not ready\n  withheld by  StockModule: the store is \\u{1B}[2J empty\n"
                )
            )
            let json = await commands.run(["status", "--json", "--socket", path])
            let events = #"{"delivered":0,"failed":0,"handlers":0,"refused":0,"underWay":0,"waiting":0}"#
            let beginning =
                #"{"hive":{"age":0,"events":\#(events),"hooks":[],"name":"Shop","ready":false,"services":{"made":0,"registered":1},"#
            #expect(json.exitCode == 1 && json.output.hasPrefix(beginning), "\(json.output)")
            let line = #"{"age":0,"module":"StockModule","restarts":0,"state":"up"}"#
            #expect(json.output.hasSuffix(line + #"],"version":1}"# + "\n"))
        }
    }

    @Test func statusFitsATerminal() throws {
        let long = String(repeating: "word ", count: 30)
        let status = try LiveStatus([
            [
                "hive": [
                    "ready": false, "name": .string(long), "state": "running", "hooks": [.string(long)],
                    "withheld": [.string(long + String(repeating: "x", count: 200))],
                ]
            ],
            ["module": .string(String(repeating: "M", count: 90)), "state": .string("left out: " + long)],
            ["module": "Cart", "state": "up", "age": 93_784, "restarts": 12, "work": "runs"],
            ["module": "Tax", "state": .string("waiting for " + long), "age": 3_599.9],
        ])
        let text = status.report(on: Display(width: 80)).text
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
        for (word, count) in [("word", 150), ("M", 91), ("x", 200)] {
            #expect(text.split(separator: word, omittingEmptySubsequences: false).count > count, "\(text)")
        }
        #expect(text.contains("Cart                      1 d 2 h      12        runs  up\n"), "\(text)")
        #expect(text.contains("59 min 59 s"), "\(text)")
        let colours = status.report(on: Display(width: 80, hasColour: true)).text
        #expect(colours.contains("\u{1B}[31mnot ready\u{1B}[0m") && colours.contains("\u{1B}[32mup\u{1B}[0m"))
        #expect(colours.contains("\u{1B}[31mleft out:") && colours.contains("\u{1B}[33mwaiting for word"))
        #expect(!status.report(on: Display()).text.contains("\u{1B}"))
    }

    @Test func statusSaysWhatWorkDoesAndHowOftenItCameUpAgain() async throws {
        let scratch = try Scratch()
        let test = TestHive()
        try test.hive.modules.register(ControlModule.self, options: ["socket": .string(scratch.socket)])
        try test.hive.modules.register(ConsumerModule.self)
        try await test.hive.start()
        for _ in 0..<2 { try await test.hive.restart(ConsumerModule.self) }
        test.clock.advance(by: .seconds(75))
        let status = await commands.run(["status", "--socket", scratch.socket])
        #expect(
            status.output.hasSuffix(
                """
                MODULE          FOR         RESTARTS  WORK  STATE
                ControlModule   1 min 15 s                  up
                ConsumerModule  1 min 15 s  2         runs  up

                """
            ),
            "\(status.output)"
        )
        try await test.hive.stop()
    }

    @Test func statusSaysWhatIsUnderWayAndMade() async throws {
        try await running { path, hive in
            let (inHandler, mayGoOn) = (Latch(), Latch())
            let subscription = hive.events.subscribe(SystemEvent.self) { _, _ in
                inHandler.open()
                try await mayGoOn.wait()
            }
            _ = try hive.services.service((any Stock).self)
            try hive.events.post(SystemEvent.memoryPressure)
            try await inHandler.wait()
            let status = await commands.run(["status", "--socket", path])
            #expect(status.output.contains("0 wait, 1 under way, "), "\(status.output)")
            #expect(status.output.contains("  services  1, 1 made\n"), "\(status.output)")
            mayGoOn.open()
            subscription.cancel()
        }
    }

    @Test func whyItStopsIsSaid() async throws {
        let scratch = try Scratch()
        let hive = try stock(at: scratch.socket)
        let (inHook, mayGoOn) = (Latch(), Latch())
        try hive.modules.register(SlowModule.self) { SlowModule(inHook, mayGoOn) }
        try await hive.start()
        hive.requestStop(StopReason("the shop closes"))
        try await inHook.wait()
        let status = await commands.run(["status", "--socket", scratch.socket])
        #expect(status.output.contains("  stops     the shop closes\n"), "\(status.output)")
        mayGoOn.open()
        try await hive.stop()
    }

    @Test func watch() async throws {
        let scratch = try Scratch()
        let hive = try stock(at: scratch.socket)
        try await hive.start()
        let (client, texts) = LiveClient.telling(at: scratch.socket)
        var told = texts.makeAsyncIterator()
        async let result = client.result(.status, CommandRequest(["status", "--watch"]), on: Display())
        #expect(await told.next()?.hasPrefix("Shop 1.2: running for 0 s, up 0 s, ready\n  events") == true)
        try #require(hive.modules.module(StockModule.self)).context.withLock { $0 }?
            .withholdReadiness(because: "the store is empty")
        try await told.wait(for: "  Shop 1.2: running, not ready, StockModule: the store is empty\n")
        try await hive.restart(StockModule.self)
        try await told.wait(for: "  StockModule: up, after 1 restart\n")
        try await hive.stop()
        let end = try await result
        #expect(end.exitCode == 0 && end.output.hasSuffix("no more is told, because ControlModule is torn down\n"))
    }

    @Test func whoeverCannotBeToldAnyMoreWatchesNoLonger() async throws {
        try await running { path, _ in
            var client = LiveClient(program: "shop", places: [path])
            client.tell = { _ in 74 }
            let result = await client.result(.status, try CommandRequest(["status", "--watch"]), on: Display())
            #expect(result == CommandResult(output: "", errors: "", exitCode: 74))
        }
    }

    @Test func changesForAPerson() throws {
        var changes = StatusChanges(Display(width: 80), isJSON: false)
        let hive: [String: ConfigurationValue] = [
            "hive": ["ready": true, "name": "Shop", "state": "running", "reload": ["number": 1]]
        ]
        #expect(try changes.text([hive]).hasPrefix("Shop: running, ready\n"))
        let reason = String(repeating: "word ", count: 30) + "\u{1B}"
        let text = try changes.text([
            ["module": "Cart", "state": .string("left out: \(reason)"), "restarts": 3, "work": "ended"],
            ["hive": ["ready": true, "name": "Shop", "state": "running", "reload": ["outcome": "none", "number": 2]]],
            [
                "hive": [
                    "ready": false, "name": "Shop", "state": "stopping", "stopReason": "SIGTERM",
                    "reload": ["outcome": "none", "number": 2],
                ]
            ],
            ["later": "version"],
        ])
        #expect(text.contains("  Shop: running, ready, reload: none\n"), "\(text)")
        #expect(
            text.split(separator: "\n").allSatisfy { $0.count <= 80 && $0.unicodeScalars.allSatisfy(\.isPrintable) }
        )
        #expect(text.contains("  Cart: left out: word") && text.contains(", its work ended, after 3 restarts\n"))
        #expect(text.hasSuffix("  Shop: stopping: SIGTERM, not ready\n"), "\(text)")
    }

    @Test func changesForAProgram() throws {
        var changes = StatusChanges(Display(), isJSON: true)
        let module: [String: ConfigurationValue] = ["module": "Cart", "state": "up\u{1B}"]
        #expect(try changes.text([["hive": ["ready": true]], module]).hasPrefix(#"{"hive":{"ready":true}}"# + "\n"))
        #expect(try changes.text([module]) == #"{"module":"Cart","state":"up\u001b"}"# + "\n")
        #expect(try changes.text([]) == "")
        #expect(changes.result(behind: "x").exitCode == 68)
        _ = try changes.text([["hive": ["ready": false, "state": "stopping"]]])
        #expect(changes.result(behind: "x") == CommandResult(output: "x", errors: "", exitCode: 0))
    }

    /// Else a script would take it for the end of the hive.
    @Test func aWatchThatHasNoPlaceIsRefused() async throws {
        try await running { path, _ in
            let line = #"{"version": 1, "command": "status", "arguments": ["--watch"]}"#
            let others = try (0..<4).map { _ in
                let client = try Client(path)
                client.write(Array("\(line)\n".utf8))
                #expect(client.line().hasPrefix(#"{"hive":"#))
                return client
            }
            for words in [["status", "--watch"], ["status", "--watch", "--json"]] {
                let refused = await commands.run(words + ["--socket", path])
                #expect(refused.exitCode == 68 && refused.errors.contains("Too many others"), "\(refused)")
            }
            withExtendedLifetime(others) {}
        }
    }

    @Test func theEndOfAWatchOfAHiveThatRunsIsAnError() async throws {
        try await running { path, hive in
            let (client, texts) = LiveClient.telling(at: path)
            var told = texts.makeAsyncIterator()
            async let result = client.result(.status, CommandRequest(["status", "--watch"]), on: Display())
            _ = await told.next()
            try await hive.remove(ControlModule.self)
            let end = try await result
            let text =
                "error: no more is told, because ControlModule is torn down while the hive is running; ask again\n"
            #expect(end == CommandResult(output: "", errors: text, exitCode: 68))
        }
    }

    /// All but what asks the modules, while there is no thread to run a task on.
    @Test func answersWhileEveryThreadOfThePoolIsBlocked() async throws {
        let scratch = try Scratch()
        let hive = try stock(at: scratch.socket)
        let client = LiveClient(program: "shop", places: [scratch.socket])
        let found = Mutex<[String: CommandResult]>([:])
        let lines = ["status", "order", "why StockModule", "list", "graph", "config", "services", "timeline", "verify"]
        let meeting = Meeting {
            for line in lines {
                let result = try? client.answer(line)
                found.withLock { $0[line] = result }
            }
        }
        try hive.modules.register(CrowdModule.self) { CrowdModule(meeting) }
        try await hive.start()
        let answers = found.withLock { $0 }
        #expect(answers["status"]?.output.contains("CrowdModule.initialize for ") == true, "\(answers)")
        for line in lines { #expect(answers[line]?.exitCode == (line == "status" ? 1 : 0), "\(line)") }
        try await hive.stop()
    }

    @Test func answersWhileItStartsAndStops() async throws {
        let scratch = try Scratch()
        let hive = try stock(at: scratch.socket)
        let (inHook, mayGoOn) = (Latch(), Latch())
        try hive.modules.register(PatientModule.self) { PatientModule(inHook, mayGoOn) }
        async let start: Void = hive.start()
        try await inHook.wait()
        let health = await commands.run(["health", "--live", "--socket", scratch.socket])
        #expect(health.exitCode == 70 && health.errors.contains("error:"), "\(health)")
        #expect(await commands.run(["status", "--socket", scratch.socket]).exitCode == 1)
        mayGoOn.open()
        try await start
        #expect(await commands.run(["status", "--socket", scratch.socket]).exitCode == 0)
        try await hive.stop()
        #expect(await commands.run(["status", "--socket", scratch.socket]).exitCode == 68)
    }

    // MARK: Helpers

    private let commands = HiveCommandLine(program: "shop") { throw CancellationError() }

    private func running(_ body: (String, Hive) async throws -> Void) async throws {
        let scratch = try Scratch()
        let hive = try stock(at: scratch.socket)
        try await hive.start()
        do { try await body(scratch.socket, hive) } catch { Issue.record(error) }
        try await hive.stop()
    }
}

private protocol Stock: Sendable {}
private struct Shelf: Stock {}

private final class StockModule: HiveModule {
    struct Options: ModuleOptions {
        var limit = 3
        var key = Secret("")
    }

    static let manifest = ModuleManifest(provides: [(any Stock).self], fileID: "Shop/StockModule.swift", line: 4)
    let context = Mutex<ModuleContext?>(nil)

    init() {}

    func setUp(_ context: SetupContext) throws {
        let file = "Shop/StockModule.swift"
        try context.services.register((any Stock).self, fileID: file, line: 5) { _ in Shelf() }
        try context.actions.target("Stock", fileID: file, line: 6) { target in
            target.action("count", "sku", fileID: file, line: 7) { (sku: String) in sku.count }
        }
        try context.routes.bind("shop://stock/:id", "id", fileID: file, line: 8) { (id: Int) in id }
    }

    func initialize(_ context: ModuleContext) { self.context.withLock { $0 = context } }
}

private final class PatientModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let (inHook, mayGoOn): (Latch, Latch)

    init(_ inHook: Latch, _ mayGoOn: Latch) { (self.inHook, self.mayGoOn) = (inHook, mayGoOn) }

    func initialize(_ context: ModuleContext) async throws {
        inHook.open()
        try await mayGoOn.wait()
    }
}

private func stock(at path: String) throws -> Hive {
    var context = HiveContext(name: "Shop")
    context.version = "1.2"
    let hive = TestHive(HiveOptions(context: context)).hive
    let options: ConfigurationValue = ["socket": .string(path)]
    try hive.modules.register(ControlModule.self, options: options, fileID: "Shop/Main.swift", line: 1)
    let stated: ConfigurationValue = ["limit": 7, "key": "hunter2"]
    try hive.modules.register(StockModule.self, options: stated, fileID: "Shop/Main.swift", line: 2)
    return hive
}

private final class ConsumerModule: WorkingModule {
    static let manifest = ModuleManifest()
    init() {}
    func run(_ context: WorkContext) async throws { await context.waitForDrain() }
}

/// Is taken down when it may be.
private final class SlowModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let inHook: Latch
    private let mayGoOn: Latch

    init(_ inHook: Latch, _ mayGoOn: Latch) { (self.inHook, self.mayGoOn) = (inHook, mayGoOn) }

    func tearDown(_ context: StopContext) async {
        inHook.open()
        try? await mayGoOn.wait()
    }
}

extension LiveClient {
    /// A client, and what it is told as it comes.
    fileprivate static func telling(at path: String) -> (client: LiveClient, texts: AsyncStream<String>) {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        var client = LiveClient(program: "shop", places: [path])
        client.tell = { text in
            continuation.yield(text)
            return nil
        }
        return (client, texts)
    }
}

extension AsyncStream<String>.Iterator {
    /// Returns when a text with these words has come.
    fileprivate mutating func wait(for words: String, isolation: isolated (any Actor)? = #isolation) async throws {
        while let text = await next(isolation: isolation) {
            if text.contains(words) { return }
        }
        throw HiveError(.invalidState, "'\(words)' has not come.")
    }
}
