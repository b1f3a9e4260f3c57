// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// How the work of modules ends.
@Suite("Draining", .timeLimit(.minutes(5)))
struct Draining {
    @Suite("C51 Draining")
    struct C51 {
        @Test("Work that drains is asked after willStop, answers what it has accepted, and ends before tearDown")
        func asked() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(
                        run: listener.run,
                        willStop: { _ in log.note("willStop") },
                        tearDown: { _ in log.note("tearDown \(Task.isCancelled)") }
                    )
                )
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.recorder.wait(for: .hookBegan(.drain, of: "Cart"))
            listener.answered.open()
            try await stop.value
            #expect(
                log.entries == [
                    "Cart listens", "Cart accepts", "willStop", "Cart drains", "Cart has answered", "tearDown false",
                ]
            )
            #expect(test.recorder.hooks.suffix(3) == ["Cart.willStop", "Cart.drain", "Cart.tearDown"])
        }

        @Test("What outlives its timeout is cancelled, and named as cut short; the exit code is 75")
        func cutShort() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            let test = try TestHive(server(Cart.self, Script(run: listener.run)))
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await listener.shutdown.wait()
            test.clock.advance(by: .seconds(20))
            let error = try await hiveError { try await stop.value }
            #expect(error.code == .stopFailed)
            #expect(error.exitCode == 75)
            let failure = try #require(error.failures.first)
            #expect(error.failures.count == 1)
            #expect(failure.module == "Cart")
            #expect(failure.step == "drain")
            let message = try #require(failure.error as? HiveError).message
            #expect(message.hasPrefix("Cart took longer for the drain of its work than the hive's timeout allows: 20"))
            #expect(message.hasSuffix("of 20.0 seconds. Its work was cut short."))
            #expect(test.faults.modules(.tearDown, .returned) == ["Cart"])
        }

        @Test("What does not return after that is abandoned, named, and torn down all the same")
        func abandoned() async throws {
            let release = Latch()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(run: { context in
                        await context.announceReady()
                        await context.waitForDrain()
                        await release.waitIgnoringCancellation()
                    })
                )
            )
            try await test.hive.start()
            let stop = Task { try await test.hive.stop() }
            try await test.advance(until: .hookEnded(.tearDown, of: "Cart"))
            let error = try await hiveError { try await stop.value }
            #expect(error.failures.map(\.step) == ["drain"])
            #expect(error.report.contains("Its work was cut short. It did not return within 1.0 seconds after that"))
            release.open()
            try await test.recorder.wait(for: .hookReturnedLate(.drain, of: "Cart"))
        }
    }

    @Suite("C49 Work that announces itself")
    struct C49 {
        @Test("It begins within its own ready, and accepts nothing before the hive runs")
        func announced() async throws {
            let log = Log()
            let (cart, home) = (Listener("Cart", log), Listener("Home", log))
            let test = try TestHive(
                server(Cart.self, Script(ready: { _ in log.note("Cart.ready") }, run: cart.run)),
                server(Home.self, Script(ready: { _ in log.note("Home.ready") }, run: home.run))
            )
            for listener in [cart, home] { listener.answered.open() }
            try await test.hive.start()
            try await test.hive.stop()
            #expect(log.entries.prefix(4) == ["Cart.ready", "Cart listens", "Home.ready", "Home listens"])
            #expect(Set(log.entries[4..<6]) == ["Cart accepts", "Home accepts"])
        }

        @Test("A port in use is a failed start, which is rolled back; the state never was running")
        func portInUse() async throws {
            let log = Log()
            let listener = Listener("Cart", log)
            listener.answered.open()
            let test = try TestHive(
                server(
                    Cart.self,
                    Script(
                        run: listener.run,
                        willStop: { _ in log.note("willStop") },
                        tearDown: { _ in log.note("tearDown") }
                    )
                ),
                server(Home.self, Script(run: { _ in throw Broken() })),
                module(Trade.self, Script(ready: { _ in log.note("Trade.ready") }))
            )
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.code == .startFailed)
            #expect(error.exitCode == 70)
            #expect(error.start?.module == "Home")
            #expect(error.start?.phase == .ready)
            #expect(error.failures.count == 1)
            #expect(error.failures.first?.error as? Broken == Broken())
            #expect(error.start?.rollbackFailures.count == 0)
            #expect(test.hive.state == .failed)
            #expect(test.recorder.count(of: .state(.running)) == 0)
            // What had announced itself is drained, without willStop, and then torn down (C51).
            #expect(log.entries.first == "Cart listens")
            #expect(log.entries.suffix(3) == ["Cart drains", "Cart has answered", "tearDown"])
            #expect(!log.entries.contains("willStop") && !log.entries.contains("Trade.ready"))
        }
    }
}
