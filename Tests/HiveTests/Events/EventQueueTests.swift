// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct EventQueueTests {
    // C30, C55: a queue without room is a mistake that is told before the start.
    @Test(arguments: [0, -1, Int.min])
    func queueWithoutRoomIsRefused(_ capacity: Int) async throws {
        let hive = Hive(HiveOptions(eventQueueCapacity: capacity, clock: ManualClock()))
        let text =
            "error: The hive's eventQueueCapacity is \(capacity), so that no event could be posted. Give it at least 1."
        #expect(hive.verify().map(\.description) == [text])
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.code == .invalidConfiguration)
    }

    // C30
    @Test func postThrowsWhenTheQueueIsFullAndNothingIsLost() async throws {
        let journal = Journal()
        let hive = Hive(HiveOptions(eventQueueCapacity: 2, clock: ManualClock()))
        _ = hive.events.subscribe(Ping.self) { event, _ in journal.write("\(event.id)") }
        try hive.events.post(Ping(id: 1))
        try hive.events.post(Ping(id: 2))
        let error = #expect(throws: HiveError.self) { try hive.events.post(Ping(id: 3)) }
        #expect(error?.code == .queueFull)
        #expect(error?.message.contains("2 events wait") == true)
        try await hive.start()
        try await hive.stop()
        #expect(journal.entries == ["1", "2"])
    }

    // C30, C53: the hive's own events are told one by one, and leave the application its room.
    @Test func changesOfReadinessFillNoQueue() async throws {
        let (journal, context) = (Journal(), Locked<ModuleContext?>(nil))
        let release = Gate()
        let hive = Hive(HiveOptions(eventQueueCapacity: 1, clock: ManualClock()))
        _ = hive.events.subscribe(HiveReadiness.self) { readiness, _ in
            await release.wait()
            journal.write(readiness.isReady ? "ready" : "not ready")
        }
        _ = hive.events.subscribe(Ping.self) { _, _ in journal.write("ping") }
        try hive.register(first: EventScript(ready: { module in context.with { $0 = module } }))
        try await hive.start()
        let module = try #require(context.current)
        context.with { $0 = nil }  // It refers to the hive, which has the module that refers to it.
        for _ in 0..<3 {
            module.withholdReadiness(because: "no connection")
            module.restoreReadiness()
        }
        try hive.events.post(Ping())
        #expect(await codeThrown { try hive.events.post(Ping()) } == .queueFull)
        release.open()
        try await hive.stop()
        let turns = Array(repeating: ["not ready", "ready"], count: 3).joined()
        #expect(journal.entries == ["ready"] + turns + ["ping", "not ready"])
    }

    // C30, C48: whoever posts is thrown why, and observers count how often.
    @Test func observersAreToldWhatIsRefused() async throws {
        let watcher = Watcher([.eventPosted, .eventRefused])
        let context = Locked<ModuleContext?>(nil)
        let options = HiveOptions(observers: [watcher.observe], eventQueueCapacity: 1, clock: ManualClock())
        let hive = Hive(options)
        try hive.register(first: EventScript(ready: { module in context.with { $0 = module } }))
        try hive.events.post(Ping(id: 1))
        #expect(await codeThrown { try hive.events.post(Ping(id: 2)) } == .queueFull)
        #expect(await codeThrown { try hive.events.post(NamedEvent("nobody")) } == .unknownEventName)
        try await hive.start()
        try await hive.stop()
        #expect(await codeThrown { try hive.events.post(Ping(id: 3)) } == .stopped)
        let ended = try #require(context.current)
        context.with { $0 = nil }  // It refers to the hive, which has the module that refers to it.
        #expect(await codeThrown { try ended.post(Ping(id: 4)) } == .stopped)
        let steps = watcher.journal.entries.map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        #expect(
            steps == [
                "eventPosted Ping", "eventRefused Ping error:", "eventRefused \"nobody\" error:",
                "eventRefused Ping error:", "eventRefused FirstModule Ping",
            ]
        )
    }

    // C30: what a handler does to the task that it runs in is no business of the next event's handlers.
    @Test func aHandlerThatCancelsItsOwnTaskCancelsNoOther() async throws {
        let journal = Journal()
        let isOver = Gate()
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { event, _ async in
                journal.write("\(event.id) \(Task.isCancelled)")
                withUnsafeCurrentTask { $0?.cancel() }
                if event.id == 3 { isOver.open() }
            }
            for id in 1...3 { try hive.events.post(Ping(id: id)) }
            await isOver.wait()
        }
        #expect(journal.entries == ["1 false", "2 false", "3 false"])
    }

    // C30
    @Test func anEventThatIsBeingDeliveredLeavesItsPlaceToOneOther() async throws {
        let isInHandler = Gate()
        let mayReturn = Gate()
        let journal = Journal()
        try await withHive(eventQueueCapacity: 2) { hive in
            _ = hive.events.subscribe(Ping.self) { event, _ in
                if event.id == 1 {
                    isInHandler.open()
                    await mayReturn.wait()
                }
                journal.write("\(event.id)")
            }
            try hive.events.post(Ping(id: 1))
            await isInHandler.wait()
            try hive.events.post(Ping(id: 2))
            try hive.events.post(Ping(id: 3))
            #expect(await codeThrown { try hive.events.post(Ping(id: 4)) } == .queueFull)
            mayReturn.open()
        }
        #expect(journal.entries == ["1", "2", "3"])
    }

    // C30
    @Test func handlersOfPostedEventsSeeNoTaskLocalValuesOfThePoster() async throws {
        let seen = Locked<[Int]>([])
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { _, _ in seen.with { $0.append(Tracing.id) } }
            try Tracing.$id.withValue(7) { try hive.events.post(Ping()) }
        }
        #expect(seen.current == [0])
    }

    private enum Tracing { @TaskLocal static var id = 0 }

    // C31
    @Test func theQueueIsDeliveredBeforeWillStopAndOnceMoreBeforeTearDown() async throws {
        let journal = Journal()
        let recorder = HiveRecorder()
        let isInHandler = Gate()
        let mayReturn = Gate()
        let hive = try await Hive.running(
            first: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { event, context in
                        if event.id == 1 {
                            isInHandler.open()
                            await mayReturn.wait()
                        }
                        journal.write("\(event.id)")
                        if event.id == 3 {
                            let code = await codeThrown { try context.post(Ping(id: 5)) }
                            journal.write("\(code?.description ?? "none")")
                        }
                    }
                },
                willStop: { context in
                    journal.write("willStop")
                    try context.post(Ping(id: 3))
                    try context.post(Ping(id: 4))
                },
                tearDown: { context in
                    journal.write("tearDown")
                    #expect(await codeThrown { try context.post(Ping(id: 6)) } == .stopping)
                }
            ),
            observers: [recorder.observe]
        )
        try hive.events.post(Ping(id: 1))
        try hive.events.post(Ping(id: 2))
        await isInHandler.wait()
        async let stop: Void = hive.stop()
        try await recorder.wait(for: .state(.stopping))
        mayReturn.open()
        try await stop
        #expect(journal.entries == ["1", "2", "willStop", "3", "stopping", "4", "tearDown"])
        #expect(await codeThrown { try hive.events.post(Ping()) } == .stopped)
    }

    // C31: what a handler posts in the first delivery has its turn in the second one, in which nothing more can be
    // posted.
    @Test func aHandlerThatPostsAtEachEventDoesNotHoldUpTheStop() async throws {
        let journal = Journal()
        let hive = try await Hive.running(
            first: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { event, context in
                        try context.post(Ping(id: event.id + 1))
                    }
                },
                willStop: { _ in journal.write("willStop") },
                tearDown: { _ in journal.write("tearDown") }
            )
        )
        try hive.events.post(Ping(id: 1))
        try await hive.stop()
        #expect(journal.entries == ["willStop", "tearDown"])
    }

    // C31
    @Test func aStartThatFailsListsTheEventsThatItCouldNotDeliver() async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(
            first: EventScript(setUp: { try $0.post(Pong()) }),
            second: EventScript(ready: { _ in throw Mishap() })
        )
        _ = hive.events.subscribe(Ping.self) { _, _ in Issue.record("The hive never ran.") }
        try hive.events.post(Ping())
        let error = await #expect(throws: HiveError.self) { try await hive.start() }
        #expect(error?.start?.undeliveredEvents == ["Ping", "Pong"])
        #expect(await codeThrown { try hive.events.post(Ping()) } == .stopped)
        #expect(await codeThrown { _ = try await hive.events.trigger(Ping()) } == .stopped)
    }

    // C8, C31
    @Test(arguments: 0..<50)
    func aStopThatMeetsTheEndOfTheStartLeavesNothingOpen(round: Int) async throws {
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let stopping = Gate()
        try hive.register(first: EventScript(ready: { _ in stopping.open() }))
        async let start: Void = hive.start()
        await stopping.wait()
        try await hive.stop()
        try? await start
        #expect(await codeThrown { try hive.events.post(Ping()) } == .stopped)
        #expect(await codeThrown { _ = try await hive.events.trigger(Ping()) } == .stopped)
    }

    // C30
    @Test func postsFromManyTasksAreDeliveredOnceEach() async throws {
        let count = Locked(0)
        let sum = Locked(0)
        try await withHive(eventQueueCapacity: 2000) { hive in
            _ = hive.events.subscribe(Ping.self) { event, _ in
                count.next()
                sum.with { $0 += event.id }
            }
            try await withThrowingTaskGroup { group in
                for task in 0..<8 {
                    group.addTask {
                        for index in 0..<200 { try hive.events.post(Ping(id: task * 200 + index)) }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(count.current == 1600)
        #expect(sum.current == 1600 * 1599 / 2)
    }
}
