// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveCommands
import HiveTestKit
import Synchronization
import Testing

/// A question begins no work, and ends as it ends, whatever the modules would have done (C57).
@Suite(.timeLimit(.minutes(5)))
struct NoWorkTests {
    private final class Log: Sendable {
        private let storage = Mutex<[String]>([])
        var hooks: [String] { storage.withLock { $0 } }
        func note(_ hook: String) { storage.withLock { $0.append(hook) } }
    }

    /// Writes down what a program's log would call an error.
    private struct ErrorLog: Sendable {
        let log: Log
        func observe(_ step: HiveObservation) {
            if let error = step.error { log.note("\(step.kind): \(error)") }
        }
    }

    /// A server whose port is taken, and which would stop the hive if it could.
    private final class BusyModule: FactoryModule, WorkingModule {
        static let manifest = ModuleManifest()
        private let log: Log
        private let stopsIn: String
        init(_ log: Log, stopsIn: String) {
            self.log = log
            self.stopsIn = stopsIn
        }

        private func note(_ hook: String, _ stop: () -> Void) {
            log.note(hook)
            if hook == stopsIn { stop() }
        }

        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any PriceService).self) { FlatPrices($0) }
            try context.events.subscribe(Opened.self) { [log] _, _ in log.note("event") }
            note("setUp") { context.requestStop() }
            try context.post(Opened())
        }
        func initialize(_ context: ModuleContext) async throws { note("initialize") { context.requestStop() } }
        func ready(_ context: ModuleContext) async throws { note("ready") { context.requestStop() } }
        func run(_ context: WorkContext) async throws {
            log.note("run")
            throw PortTaken()
        }
        func willStop(_ context: StopContext) async throws { note("willStop") { context.requestStop() } }
        func tearDown(_ context: StopContext) async throws { note("tearDown") { context.requestStop() } }
    }

    /// Comes after the one that asks for a stop.
    private final class LaterModule: HiveModule {
        static let manifest = ModuleManifest(level: 2)
        init() {}
        func setUp(_ context: SetupContext) async throws {
            try context.services.register((any PriceService).self, name: "later") { FlatPrices($0) }
        }
    }

    private struct Opened: HiveEvent {}
    private struct PortTaken: Error {}

    private func run(_ command: String, stopsIn: String = "") async throws -> (result: CommandResult, log: [String]) {
        let log = Log()
        let commands = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(observers: [ErrorLog(log: log).observe], clock: ManualClock()))
            try hive.modules.register(BusyModule.self) { BusyModule(log, stopsIn: stopsIn) }
            try hive.modules.register(LaterModule.self)
            return hive
        }
        let result = await commands.run([command])
        return (result, log.hooks)
    }

    @Test(arguments: ["verify", "list", "order", "graph", "config", "page"])
    func theseCreateNothing(command: String) async throws {
        let (result, log) = try await run(command)
        #expect(result.exitCode == 0)
        #expect(log.isEmpty)
    }

    @Test(arguments: ["services", "actions", "routes"], ["", "setUp", "tearDown"])
    func theseEndAfterSetUp(command: String, stop: String) async throws {
        // Whether work gets to run before a stop is a matter of luck, so more than once.
        for _ in 0..<20 {
            let (result, log) = try await run(command, stopsIn: stop)
            #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result)")
            #expect(log == ["setUp", "tearDown"])
            if command == "services" { #expect(result.output.contains("  later  ")) }
        }
    }

    @Test(arguments: ["blame", "timeline"], ["", "setUp", "initialize", "ready", "willStop", "tearDown"])
    func theseRunEveryHookAndNoWork(command: String, stop: String) async throws {
        for _ in 0..<20 {
            let (result, log) = try await run(command, stopsIn: stop)
            #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result)")
            // What a hook posts is delivered before the stop.
            #expect(log == ["setUp", "initialize", "ready", "event", "willStop", "tearDown"])
            #expect(result.output.contains("LaterModule.tearDown"))
        }
    }

    @Test(arguments: ["", "setUp", "ready"])
    func healthRunsEveryHookAndNoWork(stop: String) async throws {
        let (result, log) = try await run("health", stopsIn: stop)
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result)")
        #expect(log == ["setUp", "initialize", "ready", "event", "willStop", "tearDown"])
        #expect(result.output.contains("LaterModule  healthy"))
    }

    // The caller may still give up.
    @Test func cancellationEndsAQuestion() async throws {
        let began = Latch()
        let commands = HiveCommandLine(program: "shop") {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try hive.modules.register(WaitingModule.self) { WaitingModule(began) }
            return hive
        }
        let answer = Task { await commands.run(["services"]) }
        try await began.wait()
        answer.cancel()
        let result = await answer.value
        #expect(result.exitCode == 70)
        #expect(result.output.isEmpty)
    }

    private final class WaitingModule: FactoryModule {
        static let manifest = ModuleManifest()
        private let began: Latch
        init(_ began: Latch) { self.began = began }
        func setUp(_ context: SetupContext) async throws {
            began.open()
            try await Latch().wait()
        }
    }
}
