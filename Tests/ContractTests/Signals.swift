// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveConfig
import HiveTestKit
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Stopping {
    /// Signals have one receiver in a process, so these tests run one after the other; `RunTests` has those that end
    /// one.
    @Suite("C40 Signals", .serialized)
    struct C40 {
        private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]

        /// What the process does about signals.
        private static var handlers: [UInt] {
            signals.map { number in
                var action = sigaction()
                sigaction(number, nil, &action)
                #if canImport(Darwin)
                let handler = action.__sigaction_u.__sa_handler
                #else
                let handler = action.__sigaction_handler.sa_handler
                #endif
                // Sound: both are words; handlers cannot be compared in any other way.
                return unsafeBitCast(handler, to: UInt.self)
            }
        }

        /// Lets the process hear of every signal: the tests may have been started to ignore some, which stays so.
        static let hearsAll: Void = {
            for number in signals { resetSignal(number) }
        }()

        /// Runs a hive and does something when it runs.
        private static func run(
            _ test: TestHive,
            _ body: (TestHive, Task<Void, any Error>) async throws -> Void
        ) async throws {
            hearsAll
            let run = Task { try await test.hive.run() }
            try await test.recorder.wait(for: .state(.running))
            try await body(test, run)
            try await run.value
            #expect(test.hive.state == .stopped)
        }

        @Test("run() starts, waits for a signal, and stops", arguments: [SIGINT, SIGTERM, SIGHUP])
        func signal(number: Int32) async throws {
            let log = Log()
            let test = try TestHive(module(Cart.self, Script(willStop: { log.note("\($0.reason)") })))
            try await Self.run(test) { _, _ in kill(getpid(), number) }
            #expect(log.entries.first?.hasPrefix("received SIG") == true)
        }

        @Test("A stop request, or cancellation, ends it as well", arguments: [false, true])
        func otherwise(isCancelled: Bool) async throws {
            try await Self.run(TestHive(module(Cart.self))) { test, run in
                if isCancelled { run.cancel() } else { test.hive.requestStop() }
            }
        }

        @Test("SIGHUP reloads where that was asked for")
        func reload() async throws {
            let reloaded = Latch()
            let test = TestHive(HiveOptions(reloadsOnHangUp: true))
            _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
                if event == .configurationReload { reloaded.open() }
            }
            try await Self.run(test) { test, _ in
                kill(getpid(), SIGHUP)
                try await reloaded.wait()
                #expect(test.hive.state == .running)
                test.hive.requestStop()
            }
        }

        private final class First: HiveModule {
            static let manifest = ModuleManifest()
        }
        private final class Second: HiveModule {
            static let manifest = ModuleManifest()
        }

        @Test("SIGHUP reads property lists again, then tells the modules; what is wrong leaves the hive as it is")
        func reloadsFiles() async throws {
            func list(_ names: String...) -> [UInt8] {
                let entries = names.map { dictionary((key: "moduleClass", value: $0)) }
                return xml(dictionary((key: "moduleClasses", value: "<array>\(entries.joined())</array>")))
            }
            let recorder = HiveRecorder()
            let (log, told) = (Log(), [Latch(), Latch()])
            try await withFiles(["modules.plist": list("First"), "services.plist": xml("<array/>")]) { folder in
                func write(_ bytes: [UInt8]) throws {
                    try Data(bytes).write(to: URL(filePath: "\(folder)/modules.plist"))
                }
                let catalogue = HiveCatalogue(modules: [First.self, Second.self])
                let hive = try Hive(
                    contentsOf: folder,
                    catalogue: catalogue,
                    options: HiveOptions(observers: [recorder.observe], clock: ManualClock(), reloadsOnHangUp: true)
                )
                _ = hive.events.subscribe(SystemEvent.self) { [weak hive] event, _ in
                    guard event == .configurationReload else { return }
                    log.note("\(hive?.modules.running ?? [])")
                    told[log.entries.count - 1].open()
                }
                let run = Task { try await hive.run() }
                try await recorder.wait(for: .state(.running))
                try write(list("First", "Nobody"))
                kill(getpid(), SIGHUP)
                try await told[0].wait()
                let failures = recorder.observations(of: .operationFailed).map { ($0.error as? HiveError)?.code }
                #expect(failures == [.invalidConfiguration])
                try write(list("Second"))
                kill(getpid(), SIGHUP)
                try await told[1].wait()
                #expect(log.entries == ["[\"First\"]", "[\"Second\"]"])
                hive.requestStop()
                try await run.value
            }
        }

        @Test("SIGCONT becomes an event where that was asked for")
        func resume() async throws {
            let resumed = Latch()
            let test = TestHive(HiveOptions(tellsSuspension: true))
            _ = test.hive.events.subscribe(SystemEvent.self) { event, _ in
                if event == .resume { resumed.open() }
            }
            try await Self.run(test) { test, _ in
                kill(getpid(), SIGCONT)
                try await resumed.wait()
                test.hive.requestStop()
            }
        }

        @Test("Handlers are installed only by run(), and restored afterwards", arguments: [false, true])
        func restored(fails: Bool) async throws {
            let before = Self.handlers
            let test = TestHive(HiveOptions(tellsSuspension: true))
            try test.hive.modules.register([module(Cart.self)])
            if fails {
                test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .ready)
                _ = try await hiveError { try await test.hive.run() }
            } else {
                try await Self.run(test) { test, _ in
                    #expect(zip(Self.handlers, before).allSatisfy { $0 != $1 })
                    test.hive.requestStop()
                }
            }
            #expect(Self.handlers == before)
            try await TestHive(module(Cart.self)).running { _ in #expect(Self.handlers == before) }
        }

        @Test("No fault leaves a signal handler behind")
        func sweep() async throws {
            let before = Self.handlers
            let graph = try #require(Graph.all.last)
            let kinds: Set<FaultKind> = [.throwsBefore, .hangs, .ignoresCancellation, .stops]
            for var sweep in SweepCase.all(of: graph) where !sweep.rollsBack && kinds.contains(sweep.kind) {
                sweep.runs = true
                let scene = Scene()
                let result = try await sweep.play(scene)
                let problems = await sweep.problems(result, scene)
                #expect(problems.isEmpty, "\(sweep): \(problems.joined(separator: "; "))")
                #expect(Self.handlers == before, "\(sweep)")
            }
        }

        @Test("A second run() in the process at the same time is an error")
        func second() async throws {
            try await Self.run(TestHive()) { test, _ in
                let other = Hive(HiveOptions(clock: ManualClock()))
                let error = try await hiveError { try await other.run() }
                #expect(error.code == .invalidState)
                #expect(other.state == .created)
                test.hive.requestStop()
            }
        }

        @Test("A second signal ends the process at once with 128 + n")
        func secondSignal() async throws {
            await #expect(processExitsWith: .exitCode(128 + SIGINT)) {
                let test = try TestHive(module(Cart.self, Script(willStop: { _ in kill(getpid(), SIGINT) })))
                test.faults.inject(.ignoringCancellation(until: Latch()), into: Scripted<Cart>.self, at: .tearDown)
                let run = Task { try await test.hive.run() }
                try await test.recorder.wait(for: .state(.running))
                kill(getpid(), SIGTERM)
                try await run.value
            }
        }
    }

    @Suite("C41 Exit codes")
    struct C41 {
        private static func hive(_ point: FaultPoint?, _ error: any Error = Broken()) throws -> Hive {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            let faults = FaultInjector()
            faults.install(in: hive)
            try hive.modules.register([module(Cart.self)])
            if let point { faults.inject(.throwing(error), into: Scripted<Cart>.self, at: point) }
            if point != .work { hive.requestStop() }
            return hive
        }

        @Test("Hive.main ends the process: 0 well, also when the start was ended by a request")
        func well() async {
            await #expect(processExitsWith: .exitCode(0)) { await Hive.main { try Self.hive(nil) } }
        }

        @Test("78 for a configuration that cannot work")
        func configuration() async {
            await #expect(processExitsWith: .exitCode(78)) {
                await Hive.main {
                    let hive = Hive(HiveOptions(clock: ManualClock()))
                    try hive.modules.register([module(Cart.self, needs: [.named("Home")])])
                    return hive
                }
            }
        }

        @Test("70 for a start failure")
        func start() async {
            await #expect(processExitsWith: .exitCode(70)) { await Hive.main { throw Broken() } }
        }

        @Test("70 when a module's work failed")
        func work() async {
            await #expect(processExitsWith: .exitCode(70)) { await Hive.main { try Self.hive(.work) } }
        }

        @Test(
            "Each kind of failure has its code, and run() only throws",
            arguments: [
                (FaultPoint.setUp, Int32(70)), (.tearDown, 71),
            ]
        )
        func codes(point: FaultPoint, code: Int32) async throws {
            let test = try TestHive(module(Cart.self))
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: point)
            let error = try await hiveError { try await test.running { _ in } }
            #expect(error.exitCode == code)
        }

        @Test(
            "78 when a hook of the start finds the configuration wrong, before 75 and 70",
            arguments: [FaultPoint.setUp, .initialize, .ready]
        )
        func refusal(point: FaultPoint) async throws {
            let refusal = HiveError(.invalidValue, "Option port of Cart cannot be used: nobody listens on port 0.")
            let around = HiveError(.startFailed, "", failures: [.init(module: "Cart", step: "add", error: refusal)])
            for error in [refusal, around] {
                let test = try TestHive(module(Cart.self))
                test.faults.inject(.throwing(error), into: Scripted<Cart>.self, at: point)
                let thrown = try await hiveError { try await test.running { _ in } }
                #expect(thrown.code == .startFailed)
                #expect(thrown.exitCode == 78)
            }
            let failures = [HiveError(.timedOut, ""), refusal].map {
                HiveError.Failure(module: nil, step: "", error: $0)
            }
            #expect(HiveError(.startFailed, "", failures: failures).exitCode == 78)
            #expect(HiveError(.workFailed, "", failures: failures).exitCode == 70)
        }

        @Test("75 when a timeout passed", arguments: [FaultPoint.initialize, .tearDown])
        func timeout(point: FaultPoint) async throws {
            let test = try TestHive(module(Cart.self))
            let clock = test.clock
            let slow = Fault("is slow") { _ in clock.advance(by: .seconds(30)) }
            test.faults.inject(slow, into: Scripted<Cart>.self, at: point)
            let error = try await hiveError { try await test.running { _ in } }
            #expect(error.exitCode == 75)
        }
    }
}

/// Gives a signal its default action; outside the suites, where `signal` is a test.
private func resetSignal(_ number: Int32) { signal(number, SIG_DFL) }
