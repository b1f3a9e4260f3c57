// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveConfig
import HiveControl
import HivePlatform
import HiveTestKit
import HiveTestSupport
import Synchronization
import Testing

@testable import Hive
@testable import HiveCommands

/// What a hive that runs does because another process asks for it (C65).
@Suite struct LiveOperationTests {
    private let commands = HiveCommandLine(program: "shop") { throw CancellationError() }

    @Test(arguments: ["reload", "restart LogModule", "stop"])
    func isRefusedUnlessTheProgramAllowsIt(line: String) async throws {
        let scratch = try Scratch()
        let words = line.split(separator: " ").map(String.init)
        let others = ["reload", "restart", "stop"].filter { $0 != words[0] }
        let hive = try made(at: scratch.socket, allowing: others)
        try await hive.start()
        let result = await commands.run(words + ["--socket", scratch.socket])
        let text = "error: the program does not allow \(words[0]): the options of its ControlModule have to state"
        #expect(result.exitCode == 64 && result.errors.hasPrefix("\(text) allows: [\"\(words[0])\"]."), "\(result)")
        #expect(hive.state == .running)
        try await hive.stop()
    }

    @Test func aWordThatIsNoOperationIsAnError() throws {
        let scratch = try Scratch()
        let problems = try made(at: scratch.socket, allowing: ["reboot"]).verify()
        #expect(problems.contains { $0.severity == .error && "\($0)".contains("allows") }, "\(problems)")
    }

    @Test func whatIsAllowedMayComeFromOutside() throws {
        let arguments = ["--Control.allows=reload,stop"]
        let context = HiveContext.process(name: "Shop", prefix: "SHOP", arguments: arguments, variables: [:])
        let hive = TestHive(HiveOptions(context: context)).hive
        try hive.modules.register(ControlModule.self)
        #expect(hive.verify().isEmpty, "\(hive.verify())")
    }

    // MARK: Restart

    @Test func restart() async throws {
        let (scratch, log) = (try Scratch(), Log())
        let hive = try made(at: scratch.socket, allowing: ["restart"], log)
        try await hive.start()
        let unknown = await commands.run(["restart", "Logg", "--socket", scratch.socket])
        #expect(unknown.exitCode == 64 && unknown.errors.contains("there is no module \"Logg\"; did you mean Log?"))
        let result = await commands.run(["restart", "Log", "--socket", scratch.socket])
        #expect(result == success("LogModule is up.\n"))
        #expect(log.hooks == ["initialize", "tearDown", "initialize"])
        let json = await commands.run(["restart", "LogModule", "--json", "--socket", scratch.socket])
        #expect(json == success(#"{"module":"LogModule","state":"up","version":1}"# + "\n"))
        try await hive.stop()
    }

    @Test func aRestartThatFailsSaysWhy() async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["restart"])
        let isBroken = Atomic(false)
        try hive.modules.register(FragileModule.self) { FragileModule(isBroken: isBroken.load(ordering: .relaxed)) }
        try await hive.start()
        isBroken.store(true, ordering: .relaxed)
        let result = await commands.run(["restart", "Fragile", "--socket", scratch.socket])
        #expect(result.exitCode == 70 && result.errors.contains("FragileModule did not come up"), "\(result)")
        #expect(await commands.run(["status", "--socket", scratch.socket]).output.contains("left out: "))
        try await hive.stop()
    }

    // MARK: Reload

    @Test func reload() async throws {
        let scratch = try Scratch()
        let files = Reloading()
        let hive = try made(at: scratch.socket, allowing: ["reload"])
        let told = Latch()
        let subscription = hive.events.subscribe(SystemEvent.self) { event, _ in
            if event == .configurationReload { told.open() }
        }
        try await hive.start()
        let without = await commands.run(["reload", "--socket", scratch.socket])
        #expect(without == success("The configuration came from no files; the modules are told to reload.\n"))
        try await told.wait()
        subscription.cancel()
        hive.remember(files)
        let changed = await commands.run(["reload", "--socket", scratch.socket])
        #expect(changed == success("nothing has changed\n"))
        let json = await commands.run(["reload", "--json", "--socket", scratch.socket])
        #expect(json == success(#"{"changes":[],"failures":[],"version":1,"warnings":[]}"# + "\n"))
        files.error.withLock { $0 = HiveError(.invalidConfiguration, "No, \u{1B}.") }
        let failed = await commands.run(["reload", "--socket", scratch.socket])
        #expect(failed.exitCode == 78 && failed.errors.contains("No, \\u{1B}."), "\(failed)")
        let status = await commands.run(["status", "--socket", scratch.socket])
        #expect(status.output.contains("  reload    0 s ago: refused: No, \\u{1B}.\n"), "\(status.output)")
        #expect(hive.state == .running)
        try await hive.stop()
    }

    /// What is wrong with the files is found before the engine has anything to do (C59).
    @Test func aSupervisorHearsOfAReloadAndThatItWasRefused() async throws {
        let (scratch, receiver, files) = (try Scratch(), try NotifyReceiver(NotifyReceiver.freePath()), Reloading())
        defer { unlink(receiver.name) }
        let hive = try made(at: scratch.socket, allowing: ["reload"])
        hive.remember(files)
        let environment = try #require(SupervisorEnvironment { $0 == "NOTIFY_SOCKET" ? receiver.name : nil })
        let reporter = try SupervisorReporter(
            environment,
            hasTimeLeft: { false },
            fail: { Issue.record("\($0)") }
        )
        hive.engine.observers.run.set(reporter)
        try await hive.start()
        _ = await receiver.message(with: "READY=1")
        files.error.withLock { $0 = HiveError(.invalidConfiguration, "No.") }
        #expect(await commands.run(["reload", "--socket", scratch.socket]).exitCode == 78)
        #expect(await receiver.message(with: "RELOADING=1").contains("\nMONOTONIC_USEC="))
        let refused = "READY=1\nSTATUS=running; the last reload was refused: No."
        #expect(await receiver.message(with: "READY=1") == refused)
        files.error.withLock { $0 = nil }
        #expect(await commands.run(["reload", "--socket", scratch.socket]).exitCode == 0)
        _ = await receiver.message(with: "RELOADING=1")
        #expect(await receiver.message(with: "READY=1") == "READY=1\nSTATUS=running")
        try await hive.stop()
        reporter.end()
    }

    @Test(arguments: ["Control", "ControlModule", "HiveControl.ControlModule"])
    func whoAnswersIsNotRestarted(name: String) async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["restart"])
        try await hive.start()
        let result = await commands.run(["restart", name, "--socket", scratch.socket])
        #expect(result.exitCode == 64 && result.errors.contains("ControlModule gives this answer"), "\(result)")
        try await hive.stop()
    }

    // MARK: Stop

    @Test func stop() async throws {
        let (scratch, log) = (try Scratch(), Log())
        let hive = try made(at: scratch.socket, allowing: ["stop"], log)
        try await hive.start()
        let result = await commands.run(["stop", "--socket", scratch.socket])
        #expect(result == success("The hive has stopped.\n"))
        try await hive.stop()
        #expect(hive.state == .stopped && log.hooks == ["initialize", "tearDown"])
        #expect(access(scratch.socket, F_OK) != 0)
    }

    @Test func aStopThatFailsSaysHow() async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["stop"])
        try hive.modules.register(FragileModule.self) { FragileModule(isBroken: false) }
        try await hive.start()
        let result = await commands.run(["stop", "--socket", scratch.socket])
        #expect(result.exitCode == 71 && result.output == "" && result.errors.contains("broken"), "\(result)")
        await #expect(throws: HiveError.self) { try await hive.stop() }
    }

    @Test func aStopEndsAStart() async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["stop"])
        let inHook = Latch()
        try hive.modules.register(EndlessModule.self) { EndlessModule(inHook) }
        let start = Task { try await hive.start() }
        try await inHook.wait()
        let result = await commands.run(["stop", "--socket", scratch.socket])
        #expect(result == success("The hive has stopped.\n"))
        await #expect(throws: HiveError.self) { try await start.value }
    }

    /// Whoever waits for the stop may end the process at once.
    @Test func theAnswerIsThereBeforeTheStopReturns() async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["stop"])
        try await hive.start()
        let client = try Client(scratch.socket)
        client.write(Array((#"{"version":1,"command":"stop"}"# + "\n").utf8))
        try await hive.waitUntilStopped()
        var state = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&state, 1, 0) == 1 && state.revents & Int16(POLLIN) != 0)
        #expect(await client.rest().contains(#""exitCode":0"#))
    }

    @Test func onlySoManyWaitForAStop() async throws {
        let scratch = try Scratch()
        let hive = try made(at: scratch.socket, allowing: ["stop"])
        let (inHook, mayGoOn) = (Latch(), Latch())
        try hive.modules.register(SlowModule.self) { SlowModule(inHook, mayGoOn) }
        try await hive.start()
        let line = #"{"version":1,"command":"stop"}"#
        let clients = try (0..<8).map { _ in
            let client = try Client(scratch.socket)
            client.write(Array("\(line)\n".utf8))
            return client
        }
        try await inHook.wait()
        #expect(try await Client.ask(scratch.socket, line).contains("Too many others wait"))
        #expect(await commands.run(["stop", "--socket", scratch.socket]).exitCode == 68)
        #expect(await commands.run(["status", "--socket", scratch.socket]).output.contains("stopping"))
        mayGoOn.open()
        for client in clients { #expect(await client.rest().contains("The hive has stopped.")) }
        try await hive.stop()
    }

    private func success(_ output: String) -> CommandResult { CommandResult(output: output, errors: "", exitCode: 0) }

    private func made(at path: String, allowing: [String], _ log: Log = Log()) throws -> Hive {
        let hive = TestHive().hive
        let options: ConfigurationValue = [
            "socket": .string(path), "allows": .array(allowing.map { .string($0) }),
        ]
        try hive.modules.register(ControlModule.self, options: options)
        try hive.modules.register(LogModule.self) { LogModule(log) }
        return hive
    }
}

private final class Log: Sendable {
    private let storage = Mutex<[String]>([])
    var hooks: [String] { storage.withLock { $0 } }
    func note(_ hook: String) { storage.withLock { $0.append(hook) } }
}

private final class LogModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let log: Log

    init(_ log: Log) { self.log = log }

    func initialize(_ context: ModuleContext) { log.note("initialize") }
    func tearDown(_ context: StopContext) { log.note("tearDown") }
}

private struct Broken: Error, CustomStringConvertible { let description = "broken" }

private final class FragileModule: FactoryModule {
    static let manifest = ModuleManifest(onFailure: .leaveOut)
    private let isBroken: Bool

    init(isBroken: Bool) { self.isBroken = isBroken }

    func initialize(_ context: ModuleContext) throws { if isBroken { throw Broken() } }
    func tearDown(_ context: StopContext) throws { throw Broken() }
}

private final class EndlessModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let inHook: Latch

    init(_ inHook: Latch) { self.inHook = inHook }

    func initialize(_ context: ModuleContext) async throws {
        inHook.open()
        try await Latch().wait()
    }
}

private final class SlowModule: FactoryModule {
    static let manifest = ModuleManifest()
    private let (inHook, mayGoOn): (Latch, Latch)

    init(_ inHook: Latch, _ mayGoOn: Latch) { (self.inHook, self.mayGoOn) = (inHook, mayGoOn) }

    func willStop(_ context: StopContext) async throws {
        inHook.open()
        try await mayGoOn.wait()
    }
}

/// What the hive's configuration is read again from.
private final class Reloading: ReloadSource {
    let error = Mutex<HiveError?>(nil)

    func hasChanged() -> Bool? { false }

    func reload(_ hive: Hive) async throws -> ReloadReport? {
        if let error = error.withLock({ $0 }) { throw error }
        return try await hive.reload(Composition(modules: [], services: [], problems: []), reporting: [])
    }
}
