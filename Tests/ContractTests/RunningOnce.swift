// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Stopping.C40 {
    /// What a hive is run for, once; `RunTests` has the exit codes.
    @Suite("C40 A hive that is run for one thing")
    struct Once {
        /// Waits until it is cancelled.
        private static func waitForCancellation() async throws { try await Latch().wait() }

        @Test("It begins when the hive runs, and its result comes when everything is down")
        func result() async throws {
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        setUp: { try $0.services.register(Int.self, instance: 41) },
                        ready: { _ in log.note("ready") },
                        tearDown: { log.note("tearDown, \($0.reason)") }
                    )
                )
            )
            let answer = try await test.hive.run { context in
                log.note("\(context.state), \(context.readiness.isReady), \(context.module ?? "no module")")
                return try context.service(Int.self) + 1
            }
            #expect(answer == 42)
            #expect(
                log.entries == ["ready", "running, true, no module", "tearDown, what the hive was run for is done"]
            )
            #expect(test.hive.state == .stopped)
        }

        // C49
        @Test("A context that is kept says afterwards that nothing goes on") func kept() async throws {
            let test = try TestHive(module(Cart.self, Script()))
            let context = try await test.hive.run { $0 }
            #expect(await context.announceReady() == false)
            #expect(await context.sleep(for: .zero) == false)
        }

        @Test(
            "What it throws is thrown when everything is down; observers are told what the stop has thrown",
            arguments: [false, true]
        )
        func failure(stopFails: Bool) async throws {
            let log = Log()
            let script = Script(tearDown: { _ in
                log.note("tearDown")
                if stopFails { throw Broken(number: 2) }
            })
            let test = try TestHive(module(Cart.self, script))
            await #expect(throws: Broken(number: 1)) {
                try await test.hive.run { _ in throw Broken(number: 1) }
            }
            #expect(log.entries == ["tearDown"])
            let end = try await test.recorder.wait(for: .state(.stopped))
            #expect((end.error as? HiveError)?.code == (stopFails ? .stopFailed : nil))
        }

        @Test("Where it has returned, what the stop throws is thrown")
        func stopThatFails() async throws {
            let test = try TestHive(module(Cart.self, Script(tearDown: { _ in throw Broken() })))
            let error = try await hiveError { try await test.hive.run { _ in 1 } }
            #expect(error.code == .stopFailed)
        }

        @Test("A signal cancels it while all modules are up, and then stops the hive", arguments: [SIGINT, SIGTERM])
        func signal(number: Int32) async throws {
            Stopping.C40.hearsAll
            let log = Log()
            let test = try TestHive(module(Cart.self, Script(willStop: { _ in log.note("willStop") })))
            let error = try await hiveError {
                try await test.hive.run { _ in
                    defer { log.note("ended") }
                    kill(getpid(), number)
                    try await Self.waitForCancellation()
                }
            }
            #expect(error.code == .cancelled)
            #expect(error.exitCode == 0)
            #expect(error.message.contains("received SIG"))
            #expect(log.entries == ["ended", "willStop"])
        }

        @Test("One that only looks whether it drains, and is cut off, is named")
        func cutOff() async throws {
            let hasLooked = Latch()
            let test = try TestHive(module(Cart.self))
            let run = Task {
                try await test.hive.run { context in
                    #expect(!context.isDraining)
                    hasLooked.open()
                    try await Self.waitForCancellation()
                }
            }
            try await hasLooked.wait()
            test.hive.requestStop()
            _ = await run.result
            let named = test.recorder.observations(of: .workCancelled)
            #expect(named.map(\.module) == [nil])
            let error = named.first?.error as? HiveError
            #expect(error?.message.contains("What the hive was run for was cancelled, perhaps in the middle") == true)
        }

        enum Ending: CaseIterable { case cancellation, stop, request }

        @Test("So do the cancellation of the caller, and a stop that somebody asks for", arguments: Ending.allCases)
        func ending(_ ending: Ending) async throws {
            let begun = Latch()
            let test = try TestHive(module(Cart.self))
            let run = Task {
                try await test.hive.run { context in
                    if ending == .request { context.requestStop() }
                    if ending == .stop { try await test.hive.stop() }  // Only asks, from within (C18).
                    begun.open()
                    try await Self.waitForCancellation()
                }
            }
            try await begun.wait()
            if ending == .cancellation { run.cancel() }
            #expect(try await hiveError { try await run.value }.code == .cancelled)
            #expect(test.hive.state == .stopped)
        }

        @Test(
            "Work that fails meanwhile is what is thrown, unless it has thrown something itself",
            arguments: [false, true]
        )
        func work(throwsItself: Bool) async throws {
            let begun = Latch()
            let script = Script(run: { _ in
                try await begun.wait()
                throw Broken(number: 1)
            })
            let test = try TestHive(module(Cart.self, script))
            let run = Task {
                try await test.hive.run { _ in
                    begun.open()
                    do { try await Self.waitForCancellation() } catch {
                        if throwsItself { throw Broken(number: 2) }
                        throw error
                    }
                }
            }
            if throwsItself {
                await #expect(throws: Broken(number: 2)) { try await run.value }
            } else {
                #expect(try await hiveError { try await run.value }.code == .workFailed)
            }
            let end = try await test.recorder.wait(for: .state(.stopped))
            #expect((end.error as? HiveError)?.code == .workFailed)
        }

        @Test("One that drains is asked, and its result counts")  // C51
        func drain() async throws {
            let log = Log()
            let test = try TestHive(
                module(
                    Cart.self,
                    Script(
                        run: { context in
                            await context.waitForDrain()
                            log.note("work")
                        }
                    )
                )
            )
            let asked = Latch()
            let answer = try await test.hive.run { context in
                await withDrainHandler {
                    context.requestStop()
                    await asked.waitIgnoringCancellation()
                } onDrain: {
                    asked.open()
                }
                log.note("ended, \(context.isDraining), \(Task.isCancelled)")
                return 7
            }
            #expect(answer == 7)
            #expect(log.entries == ["ended, true, false", "work"])
        }

        @Test("One that does not return in its time is cancelled, then abandoned; the rest comes down")  // C5, C41
        func hangs() async throws {
            let released = Latch()
            let test = try TestHive(module(Cart.self))
            let run = Task {
                try await test.hive.run { context in
                    context.requestStop()
                    await released.waitIgnoringCancellation()
                }
            }
            try await test.advance(until: .state(.stopped))
            let error = try await hiveError { try await run.value }
            #expect(error.code == .stopFailed)
            #expect(error.exitCode == 75)
            #expect(error.report.contains("the drain of its work"), "\(error.report)")
            #expect(test.hooks.last == "Cart.tearDown")
            released.open()
        }

        @Test("It does not begin when the start fails, or is told to end")
        func startThatFails() async throws {
            let log = Log()
            let broken = try TestHive(module(Cart.self, Script(initialize: { _ in throw Broken() })))
            let stopped = try TestHive(module(Cart.self, Script(initialize: { $0.requestStop() })))
            for (test, code) in [(broken, HiveErrorCode.startFailed), (stopped, .cancelled)] {
                let error = try await hiveError { try await test.hive.run { _ in log.note("begun") } }
                #expect(error.code == code, "\(error)")
                #expect(test.hooks.last == "Cart.tearDown")
            }
            #expect(log.entries.isEmpty)
        }

        @Test("A hive that was started before goes on, and it does not begin")  // C7
        func startedBefore() async throws {
            let log = Log()
            let test = try TestHive(module(Cart.self))
            try await test.hive.start()
            #expect(try await hiveError { try await test.hive.run { _ in log.note("begun") } }.code == .invalidState)
            #expect(test.hive.state == .running)
            try await test.hive.stop()
            #expect(try await hiveError { try await test.hive.run { _ in log.note("begun") } }.code == .invalidState)
            #expect(log.entries.isEmpty)
        }

        private final class Witness: Sendable {}

        @Test("Nothing of it is kept, although the hive is")  // C50
        func lifetime() async throws {
            let test = try TestHive(module(Cart.self))
            weak var kept: Witness?
            do {
                let witness = Witness()
                kept = witness
                try await test.hive.run { _ in withExtendedLifetime(witness) {} }
            }
            #expect(kept == nil)
        }
    }
}
