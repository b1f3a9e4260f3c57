// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Synchronization
import Testing

@testable import Hive

/// How often events were delivered: each is counted once, whoever delivers it, and whether anybody wants it or not.
@Suite(.timeLimit(.minutes(5)))
struct EventTallyTests {
    private static let tasks = 4
    private static let rounds = 200

    // C29, C30
    @Test func eventsAreCountedWhoeverDeliversThemAndHoweverTheyAreHandled() async throws {
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in }
            try context.events.subscribe(Ping.self) { _, _ in await Task.yield() }
            try context.events.subscribe(Question.self) { question, _ in question.text }
            try context.events.subscribeToEvery { _, _ in }
        })
        let hive = try await Hive.running(first: subscribing)
        for _ in 0..<3 { _ = try await hive.events.trigger(Ping()) }
        _ = try await hive.events.trigger(Question())
        try hive.events.post(Ping())
        try await hive.stop()
        #expect(hive.count(of: Ping.self) == .init(4))
        #expect(hive.count(of: Question.self) == .init(1))
        #expect(hive.count(of: Pong.self) == nil)
    }

    // C29
    @Test func countsStayWhenAllSubscribersHaveLeft() async throws {
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in throw Mishap() }
        })
        let hive = try await Hive.running(first: subscribing)
        let token = hive.events.subscribe(Ping.self) { _, _ in }
        #expect(hive.count(of: Ping.self) == .init(0))
        _ = try await hive.events.trigger(Ping())
        token.cancel()
        _ = try await hive.events.trigger(Ping())
        #expect(hive.count(of: Ping.self) == .init(2, failures: 2))
        try await hive.remove(FirstModule.self)
        #expect(hive.count(of: Ping.self) == .init(2, failures: 2))
        #expect(hive.description(of: Ping.self)?.subscribers.isEmpty == true)
        _ = hive.events.subscribe(Ping.self) { _, _ in }
        _ = try await hive.events.trigger(Ping())
        #expect(hive.count(of: Ping.self) == .init(3, failures: 2))
        try await hive.stop()
    }

    // C29, C30
    @Test func eventsThatNobodyWantsAreCounted() async throws {
        let hive = try await Hive.running()
        _ = try await hive.events.trigger(Ping())
        try hive.events.post(Ping())
        try hive.events.post(Pong())
        try await hive.stop()
        #expect(hive.count(of: Ping.self) == .init(2))
        #expect(hive.count(of: Pong.self) == .init(1))
    }

    // C29, C34
    @Test func everyCallThatFailsIsCounted() async throws {
        let clock = ManualClock()
        let hive = Hive(HiveOptions(clock: clock))
        _ = hive.events.subscribe(Ping.self) { _, _ in throw Mishap() }
        _ = hive.events.subscribe(Ping.self) { _, _ in
            await Task.yield()
            throw Mishap()
        }
        _ = try hive.events.subscribe(Ping.self, timeout: .seconds(1)) { _, _ in
            clock.advance(by: .seconds(1))
            try await Latch().wait()
        }
        _ = hive.events.subscribe(Ping.self) { _, _ in }
        try await hive.start()
        #expect(try await hive.events.trigger(Ping()).failures.count == 3)
        #expect(hive.count(of: Ping.self) == .init(1, failures: 3))
        _ = try await hive.events.trigger(Ping(), stopAtFirstFailure: true)
        #expect(hive.count(of: Ping.self) == .init(2, failures: 4))
        try await hive.stop()
    }

    // C35
    @Test func eventsByNameAreCountedWithTheNameOrTheType() async throws {
        let binding = EventScript(setUp: { context in
            try context.events.bind("handled") { _, _ in throw Mishap() }
            try context.events.bind("typed", to: Order.self)
            try context.events.subscribe(Order.self) { _, _ in }
        })
        let hive = try await Hive.running(first: binding)
        _ = try await hive.events.trigger(NamedEvent("handled"))
        try hive.events.post(NamedEvent("handled"))
        _ = try await hive.events.trigger(NamedEvent("typed", payload: ["number": 1]))
        while hive.count(of: "\"handled\"").deliveries != 2 { await Task.yield() }
        #expect(hive.count(of: Order.self) == .init(1))
        #expect(hive.count(of: "\"typed\"").deliveries == nil)
        try await hive.stop()
    }

    private struct Order: HiveEvent, Decodable { let number: Int }

    // C30, C33
    @Test func whatIsRefusedIsNotCountedAsDelivered() async throws {
        let hive = Hive(HiveOptions(eventQueueCapacity: 1, clock: ManualClock()))
        _ = hive.events.subscribe(Ping.self) { event, context in
            _ = try await context.trigger(Ping(id: event.id + 1))
        }
        try hive.events.post(Pong())
        for _ in 0..<3 { #expect(throws: HiveError.self) { try hive.events.post(Pong()) } }
        #expect(hive.events.refusedCount == 3)
        await #expect(throws: HiveError.self) { _ = try await hive.events.trigger(Pong()) }
        try await hive.start()
        _ = try await hive.events.trigger(Ping())
        try await hive.stop()
        #expect(hive.count(of: Pong.self) == .init(1))
        // The innermost one is too deep; only its own handler failed, whose outcome the others pass on.
        #expect(hive.count(of: Ping.self) == .init(EventCenter.maximumDepth, failures: 1))
    }

    // C31: what a stop goes on with was counted when it began.
    @Test func anEventThatAStopTakesOverIsCountedOnce() async throws {
        let isInside = Latch()
        let mayGoOn = Latch()
        let rest = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        _ = hive.events.subscribe(Ping.self) { _, _ in
            isInside.open()
            await mayGoOn.waitIgnoringCancellation()
            throw Mishap()
        }
        _ = hive.events.subscribe(Ping.self) { _, _ in
            rest.next()
            throw Mishap()
        }
        try await hive.start()
        try hive.events.post(Ping())
        try await isInside.wait()
        async let stop: Void = hive.stop()
        while hive.state != .stopping { await Task.yield() }
        mayGoOn.open()
        try await stop
        #expect(rest.current == 1)
        #expect(hive.count(of: Ping.self) == .init(1, failures: 2))
    }

    // C29, C47
    @Test func aStormIsCountedExactly() async throws {
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { event, _ in
                if event.id == 0 { throw Mishap() }
            }
            try context.events.subscribe(Ping.self) { _, _ in await Task.yield() }
        })
        let hive = try await Hive.running(first: subscribing, eventQueueCapacity: Self.tasks * Self.rounds * 2)
        try await withThrowingTaskGroup { group in
            for _ in 0..<Self.tasks {
                group.addTask {
                    for id in 0..<Self.rounds {
                        // The lists of both types change all the time, the second one between nobody and somebody.
                        let token = hive.events.subscribe(Ping.self) { _, _ in }
                        let other = hive.events.subscribe(Pong.self) { _, _ in }
                        _ = try await hive.events.trigger(Ping(id: id))
                        try hive.events.post(Ping(id: id + 1))
                        other.cancel()
                        _ = try await hive.events.trigger(Pong())
                        try hive.events.post(Pong())
                        token.cancel()
                    }
                }
            }
            group.addTask {
                var last = 0
                for _ in 0..<Self.rounds {
                    let count = hive.count(of: Ping.self)?.deliveries ?? 0
                    #expect(count >= last)
                    last = count
                    await Task.yield()
                }
            }
            try await group.waitForAll()
        }
        try await hive.stop()
        let events = Self.tasks * Self.rounds
        #expect(hive.count(of: Ping.self) == .init(2 * events, failures: Self.tasks))
        #expect(hive.count(of: Pong.self) == .init(2 * events))
    }

    // C29, C31: whoever delivers what was posted, the task of the queue or the stop that takes it over.
    @Test(arguments: [true, false])
    func whatIsPostedBeforeAStopIsCountedOnce(hasSubscribers: Bool) async throws {
        for posts in 0..<50 {
            let hive = try await Hive.running()
            if hasSubscribers { _ = hive.events.subscribe(Ping.self) { _, _ in await Task.yield() } }
            for _ in 0..<posts { try hive.events.post(Ping()) }
            try await hive.stop()
            #expect(hive.count(of: Ping.self)?.deliveries ?? 0 == posts)
        }
    }
}

/// What was counted.
private struct EventCount: Equatable {
    let deliveries: Int?
    let failures: Int

    init(_ deliveries: Int?, failures: Int = 0) {
        self.deliveries = deliveries
        self.failures = failures
    }
}

extension Hive {
    fileprivate func description<Event: HiveEvent>(of type: Event.Type) -> EventDescription? {
        events.descriptions.first { $0.name == _typeName(type) }
    }

    fileprivate func count<Event: HiveEvent>(of type: Event.Type) -> EventCount? {
        description(of: type).map { EventCount($0.deliveries, failures: $0.failures) }
    }

    fileprivate func count(of name: String) -> EventCount {
        let description = events.descriptions.first { $0.name == name }
        return EventCount(description?.deliveries, failures: description?.failures ?? 0)
    }
}
