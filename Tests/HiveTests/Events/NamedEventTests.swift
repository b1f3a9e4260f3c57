// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct NamedEventTests {
    private struct Resize: HiveEvent, Decodable {
        typealias Reply = Int
        let width: Int
        var height: Int?
    }

    private static let resizing = EventScript(setUp: { context in
        try context.events.bind("resize", to: Resize.self)
        try context.events.subscribe(Resize.self) { event, _ in event.width }
    })

    // C35
    @Test func aNameBoundTwiceIsAnErrorThatNamesBothPlaces() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(
            first: Self.resizing,
            second: EventScript(setUp: { context in try context.events.bind("resize") { _, _ in 1 } })
        )
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        let cause = try #require(error?.failures.first?.error as? HiveError)
        #expect(cause.code == .duplicateEventName)
        #expect(cause.message.contains("Resize at HiveTests/NamedEventTests.swift"))
        #expect(cause.message.contains("by FirstModule"))
        #expect(cause.message.contains("a handler"))
        #expect("\(try #require(cause.origin))".contains("NamedEventTests.swift"))
    }

    // C35
    @Test(
        arguments: [
            (["width": "wide"], "width: expected an integer"), (["width": 1, "heigth": 2], "unknown key"),
            ([:], "width"),
        ] as [(ConfigurationValue, String)]
    )
    func aPayloadThatDoesNotFitIsAnErrorThatSaysWhere(payload: ConfigurationValue, problem: String) async throws {
        try await withHive(first: Self.resizing) { hive in
            let error = await #expect(throws: HiveError.self) {
                _ = try await hive.events.trigger(NamedEvent("resize", payload: payload))
            }
            #expect(error?.code == .invalidValue)
            #expect(error?.message.contains(#""resize" is no Resize"#) == true)
            #expect(error?.problems.contains { "\($0)".contains(problem) } == true)
            #expect(error?.problems.contains { $0.message.hasSuffix(".") } == true)
        }
    }

    // C35
    @Test func aNameBoundToATypeTriggersThatType() async throws {
        try await withHive(first: Self.resizing) { hive in
            let outcome = try await hive.events.trigger(NamedEvent("resize", payload: ["width": 3]))
            #expect(outcome.replies.map { $0 as? Int } == [3])
            #expect(outcome.answers.map(\.module) == ["FirstModule"])
        }
    }

    // C35, B12
    @Test func aNameBoundToAHandlerCallsItAndWhoeverWantsEveryEvent() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.modules.register(Listener.self) { Listener(journal) }
        let greeting = EventScript(setUp: { context in
            try context.events.bind("greet") { event, context in
                journal.write("\(event.name) \(event.payload) in \(context.module ?? "nil")")
                return "hello"
            }
        })
        try hive.register(third: greeting)
        try await hive.start()
        let outcome = try await hive.events.trigger(NamedEvent("greet", payload: ["who": "you"]))
        #expect(outcome.replies.map { $0 as? String } == ["hello"])
        #expect(journal.entries == ["every NamedEvent in Listener", #"greet ["who": "you"] in ThirdModule"#])
        try await hive.stop()
    }

    // C35
    @Test func aFailureOfABoundHandlerComesBackWithItsModule() async throws {
        let failing = EventScript(setUp: { context in try context.events.bind("fail") { _, _ in throw Mishap() } })
        try await withHive(second: failing) { hive async throws in
            let outcome = try await hive.events.trigger(NamedEvent("fail"))
            #expect(outcome.failures.map(\.module) == ["SecondModule"])
        }
    }

    // C29, C31
    @Test func namedEventsKeepTheRulesOfTheHivesLife() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(first: Self.resizing)
        let event = NamedEvent("resize", payload: ["width": 3])
        #expect(await codeThrown { _ = try await hive.events.trigger(event) } == .invalidState)
        try await hive.start()
        try await hive.stop()
        #expect(await codeThrown { _ = try await hive.events.trigger(event) } == .stopped)
    }

    // C30, C35
    @Test func aPostedPayloadThatDoesNotFitIsToldToObservers() async throws {
        let watcher = Watcher([.handlerFailed])
        try await withHive(first: Self.resizing, observers: [watcher.observe]) { hive in
            try hive.events.post(NamedEvent("resize"))
        }
        #expect(watcher.journal.entries.count == 1)
        #expect(watcher.journal.entries.first?.hasPrefix(#"handlerFailed "resize""#) == true)
    }

    // C36, C35
    @Test func aBindingIsWithdrawnWithItsModule() async throws {
        let code = Locked<HiveErrorCode?>(nil)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let asking = EventScript(tearDown: { _ in
            let thrown = await codeThrown { _ = try await hive.events.trigger(NamedEvent("resize")) }
            code.with { $0 = thrown }
        })
        // The first module goes last.
        try hive.register(first: asking, second: Self.resizing)
        try await hive.start()
        try await hive.stop()
        #expect(code.current == .unknownEventName)
    }

    // MARK: However it is triggered

    /// The ways to trigger an event, as a user would write them.
    private static let ways: [String: @Sendable (Hive, ModuleContext, NamedEvent) async throws -> Int] = [
        "hive.events.trigger": { hive, _, event in try await hive.events.trigger(event).handlerCount },
        "context.trigger": { _, context, event in try await context.trigger(event).handlerCount },
        "any event": { hive, _, event in
            let event: any HiveEvent = event
            return try await handlerCount(hive.events, event)
        },
    ]

    private static func handlerCount(_ events: EventCenter, _ event: some HiveEvent) async throws -> Int {
        try await events.trigger(event).handlerCount
    }

    private static func withContext(_ body: (Hive, ModuleContext) async throws -> Void) async throws {
        let kept = Locked<ModuleContext?>(nil)
        let asking = EventScript(setUp: { context in
            try context.events.bind("ask") { event, _ in event.name }
            try context.events.bind("resize", to: Resize.self)
            try context.events.subscribe(Resize.self) { event, _ in event.width }
            try context.events.subscribe(Ping.self) { _, context in kept.with { $0 = context } }
        })
        try await withHive(first: asking) { hive in
            _ = try await hive.events.trigger(Ping())
            try await body(hive, try #require(kept.current))
        }
        kept.with { $0 = nil }
    }

    // C35, B12
    @Test(arguments: ["hive.events.trigger", "context.trigger", "any event"])
    func aNamedEventIsDeliveredByItsName(way: String) async throws {
        let trigger = try #require(Self.ways[way])
        try await Self.withContext { hive, context async throws in
            #expect(try await trigger(hive, context, NamedEvent("ask")) == 1)
            #expect(try await trigger(hive, context, NamedEvent("resize", payload: ["width": 3])) == 1)
            let error = await #expect(throws: HiveError.self) {
                _ = try await trigger(hive, context, NamedEvent("resiez"))
            }
            #expect(error?.code == .unknownEventName)
            #expect(error?.message.contains(#"Did you mean "resize"?"#) == true)
        }
    }

    // C30, C35, B12
    @Test(arguments: ["hive.events.post", "context.post"])
    func aNamedEventIsPostedByItsName(way: String) async throws {
        try await Self.withContext { hive, context async throws in
            let called = Gate()
            let token = hive.events.subscribe(Resize.self) { event, _ in
                called.open()
                return event.width
            }
            func post(_ event: NamedEvent) throws {
                if way == "context.post" { try context.post(event) } else { try hive.events.post(event) }
            }
            try post(NamedEvent("resize", payload: ["width": 3]))
            await called.wait()
            token.cancel()
            let error = #expect(throws: HiveError.self) { try post(NamedEvent("resiez")) }
            #expect(error?.code == .unknownEventName)
            #expect(error?.message.contains(#"Did you mean "resize"?"#) == true)
        }
    }

    // C29, C35
    @Test func aNamedEventStopsAtTheFirstFailureWhereThatIsAsked() async throws {
        let failing = EventScript(setUp: { context in
            try context.events.bind("resize", to: Resize.self)
            try context.events.subscribe(Resize.self) { _, _ in throw Mishap() }
            try context.events.subscribe(Resize.self) { event, _ in event.width }
        })
        try await withHive(second: failing) { hive async throws in
            let event = NamedEvent("resize", payload: ["width": 3])
            #expect(try await hive.events.trigger(event).handlerCount == 2)
            #expect(try await hive.events.trigger(event, stopAtFirstFailure: true).handlerCount == 1)
        }
    }

    // C35
    @Test func whoeverSubscribesToNamedEventsIsToldThoseThatLeadToAHandler() async throws {
        try await Self.withContext { hive, _ async throws in
            let names = Journal()
            let token = hive.events.subscribe(NamedEvent.self) { event, _ in
                names.write(event.name)
                return "heard"
            }
            let outcome = try await hive.events.trigger(NamedEvent("ask"))
            #expect(outcome.replies.map { $0 as? String } == ["ask", "heard"])
            // This one is an event of a type of its own, by another name.
            _ = try await hive.events.trigger(NamedEvent("resize", payload: ["width": 3]))
            #expect(names.entries == ["ask"])
            token.cancel()
            #expect(try await hive.events.trigger(NamedEvent("ask")).handlerCount == 1)
        }
    }

    // C31, C35
    @Test func whatRefusesANamedEventCallsItByItsName() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let error = await #expect(throws: HiveError.self) { _ = try await hive.events.trigger(NamedEvent("ask")) }
        #expect(error?.code == .invalidState)
        #expect(error?.message.hasPrefix(#""ask" cannot be triggered"#) == true)
        try await hive.start()
        try await hive.stop()
    }
}
