// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventTriggerTests {
    /// A script that subscribes to questions, synchronously and asynchronously, and answers with its name.
    private static func answering(_ name: String) -> EventScript {
        EventScript(setUp: { context in
            try context.events.subscribe(Question.self) { _, _ in "\(name) 1" }
            try context.events.subscribe(Question.self) { _, _ in
                await Task.yield()
                return "\(name) 2"
            }
            try context.events.subscribe(Question.self) { _, _ in "\(name) 3" }
        })
    }

    // C29
    @Test(arguments: [false, true])
    func deliveryStopsAtTheFirstFailureWhereThatIsAskedFor(isAsynchronous: Bool) async throws {
        let failing = EventScript(setUp: { context in
            try context.events.subscribe(Question.self) { _, _ in "before" }
            if isAsynchronous {
                try context.events.subscribe(Question.self) { _, _ in
                    await Task.yield()
                    throw Mishap()
                }
            } else {
                try context.events.subscribe(Question.self) { _, _ in throw Mishap() }
            }
            try context.events.subscribe(Question.self) { _, _ in "after" }
        })
        try await withHive(first: failing, second: Self.answering("b")) { hive in
            let outcome = try await hive.events.trigger(Question(), stopAtFirstFailure: true)
            #expect(outcome.replies == ["before"])
            #expect(outcome.failures.count == 1)
            #expect(outcome.handlerCount == 2)
        }
    }

    // C29
    @Test func deliveryIsInModuleOrderThenSubscriptionOrderAndTheHiveIsLast() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(
            first: Self.answering("a"),
            second: Self.answering("b"),
            third: Self.answering("c")
        )
        // Subscribed before every module, and called after them.
        _ = hive.events.subscribe(Question.self) { _, context in context.module ?? "hive 1" }
        _ = hive.events.subscribe(Question.self) { _, _ in
            await Task.yield()
            return "hive 2"
        }
        try await hive.start()
        let outcome = try await hive.events.trigger(Question())
        let modules = ["a", "b", "c"].flatMap { name in [1, 2, 3].map { "\(name) \($0)" } }
        #expect(outcome.replies == modules + ["hive 1", "hive 2"])
        let names: [String?] = ["FirstModule", "SecondModule", "ThirdModule"].flatMap { [$0, $0, $0] }
        #expect(outcome.answers.map(\.module) == names + [nil, nil])
        try await hive.stop()
    }

    // C29: one block of synchronous handlers holds 64.
    @Test(arguments: [0, 1, 63, 64, 65, 200])
    func everySubscriberIsCalledOnceHoweverManyThereAre(count: Int) async throws {
        try await withHive { hive in
            for index in 0..<count {
                _ = hive.events.subscribe(Question.self) { _, _ in "\(index)" }
            }
            let outcome = try await hive.events.trigger(Question())
            #expect(outcome.replies == (0..<count).map { "\($0)" })
        }
    }

    // C35
    @Test func eventsOfDifferentTypesNeverMix() async throws {
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { _, _ in Issue.record("A ping is no pong.") }
            #expect(await hive.handlerCount(of: Pong()) == 0)
            #expect(await hive.handlerCount(of: Box<Int>(value: 1)) == 0)
            _ = hive.events.subscribe(Box<String>.self) { _, _ in Issue.record("A text is no number.") }
            #expect(await hive.handlerCount(of: Box<Int>(value: 1)) == 0)
        }
    }

    private struct Box<Value: Sendable>: HiveEvent { let value: Value }

    // C29, B12
    @Test func aModuleThatWantsEveryEventIsToldBeforeItsOwnSubscriptions() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Listener.self) { Listener(journal) }
        let asking = EventScript(setUp: { context in
            try context.events.subscribe(Question.self) { _, _ in "" }
            try context.events.subscribe(Ping.self) { _, _ in journal.write("first") }
        })
        try hive.register(first: asking)
        try await hive.start()
        let ping = try await hive.events.trigger(Ping())
        #expect(journal.entries == ["first", "every Ping in Listener", "own"])
        #expect(ping.handlerCount == 3)
        let question = try await hive.events.trigger(Question())
        #expect(question.handlerCount == 2)
        #expect(question.replies == [""])
        try await hive.stop()
    }

    // C48
    @Test func observersSeeABroadcastAndEachFailure() async throws {
        let watcher = Watcher([.willTrigger, .didTrigger, .handlerFailed])
        let failing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in throw Mishap(name: "x") }
        })
        try await withHive(first: failing, observers: [watcher.observe]) { hive in
            _ = try await hive.events.trigger(Ping())
        }
        let kinds = watcher.journal.entries.map { $0.prefix { $0 != " " } }
        #expect(kinds == ["willTrigger", "handlerFailed", "didTrigger"])
        let second = watcher.journal.entries.dropFirst().first
        #expect(second == "handlerFailed FirstModule Ping error: Mishap(name: \"x\")")
    }
}
