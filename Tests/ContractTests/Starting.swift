// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// The contract's first chapter, C1 to C9; C5 and C6 are in `StartingTimeouts.swift`.
@Suite("Starting", .timeLimit(.minutes(5)))
struct Starting {
    @Suite("C1 Phases")
    struct C1 {
        @Test("A phase completes for every module before the next begins; tearDown is the reverse of setUp")
        func phases() async throws {
            let test = try TestHive(module(Cart.self), module(Catalog.self, level: 0))
            try await test.running { _ in }
            #expect(
                test.hooks == [
                    "Catalog.setUp", "Cart.setUp", "Catalog.initialize", "Cart.initialize", "Catalog.ready",
                    "Cart.ready", "Catalog.willStop", "Cart.willStop", "Cart.tearDown", "Catalog.tearDown",
                ]
            )
        }

        @Test("Creating a module is the first step of its setUp, within its timeout")
        func creation() async throws {
            let test = try TestHive(module(Cart.self), module(Catalog.self))
            let clock = test.clock
            let slow = Fault("takes 20 s") { _ in clock.advance(by: .seconds(20)) }
            test.faults.inject(slow, into: Scripted<Catalog>.self, at: .creation)
            test.faults.inject(slow, into: Scripted<Catalog>.self, at: .setUp)
            let error = try await hiveError { try await test.hive.start() }
            #expect(test.faults.modules(.creation, .began) == ["Cart", "Catalog"])
            #expect(error.start?.phase == .setUp)
            #expect(error.failures.map(\.module) == ["Catalog"])
        }

        @Test("The order of tearDown is that in which modules were actually set up")
        func actualOrder() async throws {
            let test = try TestHive(module(Cart.self), module(Home.self))
            try await test.hive.start()
            try await test.hive.add(module(Catalog.self, level: 0))
            try await test.hive.stop()
            #expect(test.hooks.suffix(3) == ["Catalog.tearDown", "Home.tearDown", "Cart.tearDown"])
        }
    }

    @Suite("C2 Once")
    struct C2 {
        @Test("One instance per module type, whatever mix of sources and late addition names it")
        func once() async throws {
            let test = try TestHive(
                module(Cart.self, from: .record("Shop.Cart")),
                module(Cart.self, from: .propertyList("modules.plist", nil)),
                module(Cart.self, from: .propertyList("more.plist", nil)),
                module(Cart.self)
            )
            try await test.hive.start()
            let error = try await hiveError { try await test.hive.add(module(Cart.self)) }
            #expect(error.code == .duplicateModule)
            try await test.hive.stop()
            #expect(test.faults.modules(.creation, .began) == ["Cart"])
            #expect(Set(test.hooks).count == test.hooks.count)
            #expect(test.hooks.count == 5)
        }
    }

    @Suite("C3 Rollback")
    struct C3 {
        private static func hive(failingIn point: FaultPoint) throws -> TestHive {
            let test = try TestHive(
                module(Catalog.self),
                module(Cart.self, Script(setUp: { try $0.services.register(Int.self, instance: 1) })),
                module(Home.self)
            )
            test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: point, .after)
            return test
        }

        @Test("A module whose creation or setUp threw gets no tearDown; those before it get one, in reverse")
        func setUp() async throws {
            let test = try Self.hive(failingIn: .setUp)
            test.faults.inject(.throwing(Broken(number: 2)), into: Scripted<Catalog>.self, at: .tearDown)
            let error = try await hiveError { try await test.hive.start() }
            #expect(test.hooks == ["Catalog.setUp", "Cart.setUp", "Catalog.tearDown"])
            #expect(error.code == .startFailed)
            #expect(error.start?.phase == .setUp)
            #expect(error.start?.module == "Cart")
            #expect(error.failures.map { $0.error as? Broken } == [Broken()])
            #expect(error.start?.started == ["Catalog"])
            #expect(error.start?.notStarted == ["Cart", "Home"])
            #expect(error.start?.rollbackFailures.map { $0.error as? Broken } == [Broken(number: 2)])
        }

        @Test("What a module that failed had registered is withdrawn", arguments: [FaultPoint.setUp, .ready])
        func withdrawn(point: FaultPoint) async throws {
            let test = try Self.hive(failingIn: point)
            _ = try await hiveError { try await test.hive.start() }
            #expect(test.hive.unserved(Int.self) == ["Int"])
        }

        @Test("A module that failed in a later phase is torn down too, once; a rollback runs no willStop")
        func laterPhase() async throws {
            let test = try Self.hive(failingIn: .initialize)
            _ = try await hiveError { try await test.hive.start() }
            #expect(test.hooks.suffix(3) == ["Home.tearDown", "Cart.tearDown", "Catalog.tearDown"])
            #expect(!test.hooks.contains { $0.hasSuffix("willStop") })
            #expect(test.hive.state == .failed)
        }

        @Test("Where modules run side by side, every failure is in the error, and the cause comes first")
        func everyFailure() async throws {
            let test = try TestHive(
                module(Catalog.self, initializesConcurrently: true),
                module(Cart.self, initializesConcurrently: true)
            )
            let faults = test.faults
            faults.inject(.hanging, into: Scripted<Catalog>.self, at: .initialize)
            let cause = Fault("fails beside the other") { _ in
                try await faults.wait(for: .init("Catalog", .initialize, .began))
                throw Broken()
            }
            faults.inject(cause, into: Scripted<Cart>.self, at: .initialize)
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.start?.module == "Cart")
            #expect(error.failures.map(\.module) == ["Cart", "Catalog"])
        }
    }

    @Suite("C4 The rollback's own time")
    struct C4 {
        @Test("The rollback does not have the timeout that has just run out")
        func ownTimeout() async throws {
            let test = try TestHive(
                module(Catalog.self),
                module(Cart.self),
                timeouts: HiveTimeouts(wholeStart: .seconds(5), wholeStop: .seconds(5))
            )
            let clock = test.clock
            let slow = Fault("takes 5 s") { _ in clock.advance(by: .seconds(5)) }
            let lessSlow = Fault("takes 4 s") { _ in clock.advance(by: .seconds(4)) }
            test.faults.inject(slow, into: Scripted<Cart>.self, at: .initialize)
            test.faults.inject(lessSlow, into: Scripted<Cart>.self, at: .tearDown)
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.exitCode == 75)
            #expect(error.start?.rollbackFailures.isEmpty == true)
        }

        @Test("tearDown never starts in a cancelled task; cancelling the caller does not shorten it")
        func cancelledCaller() async throws {
            let log = Log()
            let test = try TestHive(
                module(Catalog.self, Script(tearDown: { _ in log.note("cancelled: \(Task.isCancelled)") }))
            )
            test.faults.inject(.hanging, into: Scripted<Catalog>.self, at: .initialize)
            let start = Task { try await test.hive.start() }
            try await test.faults.wait(for: .init("Catalog", .initialize, .began))
            start.cancel()
            _ = await start.result
            #expect(log.entries == ["cancelled: false"])
        }
    }

    @Suite("C7 Twice")
    struct C7 {
        @Test("start() while starting, running or stopping throws, says the state, and leaves the hive untouched")
        func underWay() async throws {
            let messages = Log()
            let again: @Sendable (Hive) async throws -> Void = { hive in
                let error = try await hiveError { try await hive.start() }
                #expect(error.code == .invalidState)
                messages.note(error.message)
            }
            let test = try TestHive(module(Cart.self))
            for point in [FaultPoint.ready, .willStop] {
                test.faults.inject(.reentering("starts again", again), into: Scripted<Cart>.self, at: point)
            }
            try await test.running { hive async throws in
                try await again(hive)
                #expect(hive.state == .running)
            }
            for (message, state) in zip(messages.entries, ["starting", "running", "stopping"]) {
                #expect(message.contains(state))
            }
            #expect(messages.entries.count == 3)
        }

        @Test("A hive that has stopped or failed is finished, and start() says so", arguments: [false, true])
        func finished(fails: Bool) async throws {
            let test = try TestHive(module(Cart.self))
            if fails {
                test.faults.inject(.throwing(Broken()), into: Scripted<Cart>.self, at: .setUp)
                _ = try await hiveError { try await test.hive.start() }
            } else {
                try await test.running { _ in }
            }
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.code == .invalidState)
            #expect(error.message.contains(fails ? "has failed" : "has stopped"))
        }
    }

    @Suite("C8 stop() during start()")
    struct C8 {
        @Test(
            "The running hook is cancelled, no further module starts, what started is rolled back",
            arguments: [
                "stop", "cancel",
            ]
        )
        func during(how: String) async throws {
            let test = try TestHive(module(Catalog.self), module(Cart.self), module(Home.self))
            test.faults.inject(.hanging, into: Scripted<Cart>.self, at: .setUp)
            let start = Task { try await test.hive.start() }
            try await test.faults.wait(for: .init("Cart", .setUp, .began))
            if how == "stop" { try await test.hive.stop() } else { start.cancel() }
            let error = try await hiveError { try await start.value }
            #expect(error.code == .cancelled)
            #expect(test.hooks == ["Catalog.setUp", "Cart.setUp", "Catalog.tearDown"])
            #expect(test.hive.state == .stopped)
        }

        @Test("stop() before start() is remembered")
        func before() async throws {
            let test = try TestHive(module(Cart.self))
            try await test.hive.stop()
            let error = try await hiveError { try await test.hive.start() }
            #expect(error.code == .cancelled)
            #expect(test.faults.calls.isEmpty)
        }
    }

    @Suite("C9 Empty")
    struct C9 {
        @Test("Zero modules start and stop well")
        func empty() async throws {
            let hive = Hive(HiveOptions(clock: ManualClock()))
            try await hive.start()
            #expect(hive.state == .running)
            try await hive.stop()
            #expect(hive.state == .stopped)
        }
    }
}
