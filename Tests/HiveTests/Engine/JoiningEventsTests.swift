// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// A module that joins gets no event before its `ready` has returned (C58).
@Suite(.timeLimit(.minutes(5)))
struct JoiningEventsTests {
    private struct Ping: HiveEvent {}
    private struct Pong: HiveEvent, Decodable {}

    /// Hears in every way there is, and asks for all of it in each of its hooks.
    private final class Listener: FactoryModule {
        static let manifest = ModuleManifest()
        let journal: Journal
        let hooks: TestMutex<[Int]> = TestMutex([])
        let fails: Bool

        init(_ journal: Journal, fails: Bool = false) {
            self.journal = journal
            self.fails = fails
        }

        func setUp(_ context: SetupContext) async throws {
            try context.events.subscribeToEvery { [journal] _, _ in journal.write("every") }
            try context.events.subscribe(Ping.self) { [journal] _, _ in journal.write("synchronous") }
            try context.events.subscribe(Ping.self) { [journal] _, _ async in journal.write("asynchronous") }
            try context.events.subscribe(Ping.self, timeout: .seconds(1)) { [journal] _, _ async in
                journal.write("timeouted")
            }
            try context.events.bind("pong", to: Pong.self)
            try context.events.bind("call") { [journal] _, _ in journal.write("bound") }
            try await ring(context.scope.hive) { try context.post(Ping()) }
        }
        func initialize(_ context: ModuleContext) async throws { try await ring(context) }
        func ready(_ context: ModuleContext) async throws {
            try await ring(context)
            if fails { throw Failure("ready") }
        }

        private func ring(_ context: ModuleContext) async throws {
            try await ring(context.scope.hive) { try context.post(Ping()) }
        }

        private func ring(_ hive: Engine, post: () throws -> Void) async throws {
            let outcome = try await hive.events.trigger(Ping())
            hooks.withLock { $0.append(outcome.handlerCount) }
            try post()
            await #expect(throws: HiveError.self) { try await hive.events.trigger(NamedEvent("call")) }
        }
    }

    // C58
    @Test func moduleThatIsAddedHearsNothingBeforeItIsReady() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try await hive.start()
        _ = hive.events.subscribe(Ping.self) { _, _ in }
        try await hive.add(Listener.self) { Listener(journal) }
        let listener = try #require(hive.modules.module(Listener.self))
        #expect(listener.hooks.withLock { $0 } == [1, 1, 1])
        let before = journal.entries
        // What it posted itself may have been delivered since, as one of the events that come after its `ready`.
        #expect(Set(before).isSubset(of: ["synchronous", "asynchronous", "timeouted", "every"]))
        #expect(try await hive.events.trigger(Ping()).handlerCount == 5)
        #expect(try await hive.events.trigger(NamedEvent("call")).handlerCount == 2)
        try await hive.stop()
    }

    // C58, C32: neither does it hear a broadcast that is under way when it becomes ready.
    @Test func broadcastThatIsUnderWayDoesNotReachIt() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try await hive.start()
        let (began, release) = (Latch(), Latch())
        let token = hive.events.subscribe(Ping.self) { _, _ async throws in
            if began.isOpen { return }
            began.open()
            try await release.wait()
        }
        let trigger = Task { try await hive.events.trigger(Ping()) }
        try await began.wait()
        try await hive.add(Probe<A>.self) {
            Probe<A>(Script { try $0.events.subscribe(Ping.self) { _, _ in journal.write("heard") } })
        }
        release.open()
        #expect(try await trigger.value.handlerCount == 1)
        #expect(journal.entries == [])
        token.cancel()
        _ = try await hive.events.trigger(Ping())
        #expect(journal.entries == ["heard"])
        try await hive.stop()
    }

    // C58, C3: one that fails has heard nothing, and never will.
    @Test func moduleThatFailsHearsNothing() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let journal = Journal()
        try await hive.start()
        await #expect(throws: HiveError.self) {
            try await hive.add(Listener.self) { Listener(journal, fails: true) }
        }
        #expect(try await hive.events.trigger(Ping()).handlerCount == 0)
        await #expect(throws: HiveError.self) { try await hive.events.trigger(NamedEvent("call")) }
        #expect(journal.entries == [])
        #expect(hive.remains(of: "Listener").isEmpty)
        try await hive.stop()
    }

    // C58: modules that a reload adds hear from the moment on at which all of them are ready.
    @Test func modulesThatAReloadAddsHearNothingBeforeAllAreReady() async throws {
        let test = TestHive()
        let composition = ReloadWorld.composition()
        try test.hive.modules.register(composition.modules, services: composition.services)
        try await test.hive.start()
        let answers = TestMutex<[[String]]>([])
        let ask = Fault.reentering { hive in
            let replies = try await hive.events.trigger(ReloadWorld.Ping()).replies
            answers.withLock { $0.append(replies.filter { $0.hasPrefix("Comer") }) }
        }
        for point in [FaultPoint.setUp, .initialize, .ready] {
            test.faults.inject(ask, into: ReloadWorld.ComerUser.self, at: point)
        }
        try await test.hive.reload(ReloadWorld.composition([.addsModules]), reporting: [])
        #expect(answers.withLock { $0 } == [[], [], []])
        let replies = try await test.hive.events.trigger(ReloadWorld.Ping()).replies
        #expect(replies.filter { $0.hasPrefix("Comer") }.count == 2)
        try await test.hive.stop()
    }
}
