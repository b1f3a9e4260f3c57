// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

/// What carries an event from handler to handler.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
    private final class Handled: Sendable {}

    private struct Parcel: HiveEvent {
        typealias Reply = [String]
        let names: [String]
        let content: Handled
    }

    // C29: an event and answers that are no plain numbers come through every kind of handler, and are let go of.
    @Test func eventsAndAnswersComeThroughEveryKindOfHandler() async throws {
        weak var content: Handled?
        let seen = Journal()
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Parcel.self) { event, _ in event.names + ["synchronous"] }
            try context.events.subscribe(Parcel.self) { event, _ in
                await Task.yield()
                return event.names + ["asynchronous"]
            }
            try context.events.subscribe(Parcel.self, timeout: .seconds(1)) { event, _ in
                await Task.yield()
                return event.names + ["timed"]
            }
            try context.events.subscribe(Parcel.self) { _, _ in throw Mishap(name: "late") }
            try context.events.subscribeToEvery { event, _ in
                seen.write((event as? Parcel)?.names.joined() ?? "no parcel")
            }
        })
        try await withHive(second: subscribing) { hive in
            _ = hive.events.subscribe(Parcel.self) { event, context in event.names + [context.module ?? "hive"] }
            let outcome: EventOutcome<[String]>
            do {
                let handled = Handled()
                content = handled
                outcome = try await hive.events.trigger(Parcel(names: ["a", "b"], content: handled))
            }
            #expect(outcome.answers.map { $0.module } == ["SecondModule", "SecondModule", "SecondModule", nil])
            let last = ["synchronous", "asynchronous", "timed", "hive"]
            #expect(outcome.replies == last.map { ["a", "b", $0] })
            #expect(outcome.failures.map { "\($0.error)" } == ["\(Mishap(name: "late"))"])
            #expect(outcome.handlerCount == 6)
            #expect(seen.entries == ["ab"])
            #expect(content == nil)
        }
    }

    /// Triggers in code that does not know the type, which gets no code of its own.
    @inline(never)
    private static func trigger<Event: HiveEvent>(
        _ event: Event,
        _ hive: Hive
    ) async throws -> EventOutcome<Event.Reply> {
        try await hive.events.trigger(event)
    }

    // C29
    @Test func genericCodeTriggersAsAnyOther() async throws {
        try await withHive { hive in
            _ = hive.events.subscribe(Question.self) { event, _ in event.text + "?" }
            _ = hive.events.subscribe(Question.self) { event, _ in
                await Task.yield()
                return event.text + "!"
            }
            let replies = try await Self.trigger(Question(text: "why"), hive).replies
            #expect(replies == ["why?", "why!"])
            #expect(try await Self.trigger(Ping(), hive).handlerCount == 0)
        }
    }

    // C31: a task that a handler leaves behind keeps no handler, and so nothing that handlers refer to.
    @Test func whatABroadcastLeavesBehindKeepsNoHandlers() async throws {
        let mayEnd = Gate()
        let left = Locked<Task<Void, Never>?>(nil)
        weak var referred: Handled?
        try await withHive { hive in
            let tokens: [RegistrationToken]
            do {
                let handled = Handled()
                referred = handled
                tokens = [
                    hive.events.subscribe(Ping.self) { _, _ in withExtendedLifetime(handled) {} },
                    hive.events.subscribe(Ping.self) { _, _ in
                        left.with { $0 = Task { await mayEnd.wait() } }
                    },
                ]
            }
            _ = try await hive.events.trigger(Ping())
            for token in tokens { token.cancel() }
            #expect(referred == nil)
            mayEnd.open()
            await left.current?.value
        }
    }

    // C18: a task that a synchronous handler starts belongs to the broadcast for as long as that runs.
    @Test func aTaskOfASynchronousHandlerBelongsToTheBroadcastUntilItEnds() async throws {
        let inside = Locked<[Bool]>([])
        let isOver = Gate()
        let hasLooked = Gate()
        let task = Locked<Task<Void, Never>?>(nil)
        try await withHive { hive in
            let identity = hive.engine.identity
            _ = hive.events.subscribe(Ping.self) { _, _ in
                inside.with { $0.append(ActivityScope.isInside(identity)) }
                task.with {
                    $0 = Task {
                        inside.with { $0.append(ActivityScope.isInside(identity)) }
                        hasLooked.open()
                        await isOver.wait()
                        inside.with { $0.append(ActivityScope.isInside(identity)) }
                    }
                }
            }
            _ = hive.events.subscribe(Ping.self) { _, _ in await hasLooked.wait() }
            #expect(await hive.handlerCount(of: Ping()) == 2)
            isOver.open()
            await task.current?.value
            #expect(!ActivityScope.isInside(identity))
        }
        #expect(inside.current == [true, true, false])
    }
}
