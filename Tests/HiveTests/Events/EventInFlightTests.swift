// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Dispatch
import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventInFlightTests {
    // C31
    @Test func aSynchronousHandlerOnAnotherThreadEndsBeforeItsModuleIsTornDown() async throws {
        let journal = Journal()
        let isInHandler = Gate()
        let mayReturn = ThreadGate()
        let laterIsDown = Gate()
        let hive = try await Hive.running(
            second: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { _, _ in
                        isInHandler.open()
                        mayReturn.wait()
                        journal.write("handled")
                    }
                },
                tearDown: { _ in journal.write("second is down") }
            ),
            third: EventScript(tearDown: { _ in laterIsDown.open() })
        )
        // On a thread of its own, so that the stop has the others whatever their number.
        let executor = ThreadExecutor()
        let delivery = Task(executorPreference: executor) { try await hive.events.trigger(Ping()) }
        await isInHandler.wait()
        async let stop: Void = hive.stop()
        await laterIsDown.wait()
        mayReturn.open()
        try await stop
        #expect(try await delivery.value.handlerCount == 1)
        #expect(journal.entries == ["handled", "second is down"])
    }

    // C16, C31: handlers that follow each other are called in one go, and each is known by its module all the same.
    @Test(arguments: [true, false])
    func aRemovalDoesNotWaitForSynchronousHandlersOfOtherModules(isBefore: Bool) async throws {
        let isInHandler = Gate()
        let mayReturn = ThreadGate()
        let journal = Journal()
        let stays = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in
                isInHandler.open()
                mayReturn.wait()
            }
        })
        let goes = EventScript(
            setUp: { context in
                try context.events.subscribe(Ping.self) { _, _ in journal.write("called") }
                try context.events.subscribe(Ping.self) { _, _ in journal.write("called") }
            },
            tearDown: { _ in journal.write("down") }
        )
        let hive = try await Hive.running(second: isBefore ? goes : stays, third: isBefore ? stays : goes)
        let executor = ThreadExecutor()
        let delivery = Task(executorPreference: executor) { try await hive.events.trigger(Ping()) }
        await isInHandler.wait()
        if isBefore { try await hive.remove(SecondModule.self) } else { try await hive.remove(ThirdModule.self) }
        #expect(journal.entries == (isBefore ? ["called", "called", "down"] : ["down"]))
        mayReturn.open()
        #expect(try await delivery.value.handlerCount == (isBefore ? 3 : 1))
        try await hive.stop()
    }

    /// Runs tasks on a thread that is not the cooperative pool's.
    private final class ThreadExecutor: TaskExecutor {
        private let queue = DispatchQueue(label: "handlers")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    // C31
    @Test func aStopDoesNotWaitForHandlersOfOtherModules() async throws {
        let isInHandler = Gate()
        let mayReturn = Gate()
        let isDown = Gate()
        let hive = try await Hive.running(
            first: EventScript(setUp: { context in
                try context.events.subscribe(Ping.self) { _, _ in
                    isInHandler.open()
                    await mayReturn.wait()
                }
            }),
            second: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { _, _ in Issue.record("Its module is down.") }
                },
                tearDown: { _ in isDown.open() }
            )
        )
        async let outcome = hive.events.trigger(Ping())
        await isInHandler.wait()
        async let stop: Void = hive.stop()
        await isDown.wait()
        mayReturn.open()
        #expect(try await outcome.handlerCount == 1)
        try await stop
    }

    // C31
    @Test func aTriggerDuringTheStopReachesOnlyModulesThatAreNotTornDown() async throws {
        let answers = Locked<[String: [String]]>([:])
        let ask: @Sendable (String) -> @Sendable (StopContext) async throws -> Void = { moment in
            { context in
                let replies = try await context.trigger(Question()).replies
                answers.with { $0[moment] = replies }
            }
        }
        let answering: @Sendable (String) -> @Sendable (SetupContext) async throws -> Void = { name in
            { try $0.events.subscribe(Question.self) { _, _ in name } }
        }
        let hive = try await Hive.running(
            first: EventScript(setUp: answering("first"), tearDown: ask("first")),
            second: EventScript(setUp: answering("second"), willStop: ask("willStop"), tearDown: ask("second")),
            third: EventScript(setUp: answering("third"), tearDown: ask("third"))
        )
        _ = hive.events.subscribe(Question.self) { _, _ in "hive" }
        try await hive.stop()
        // A module that is being torn down is told nothing any more.
        let expected = [
            "willStop": ["first", "second", "third", "hive"],
            "third": ["first", "second", "hive"],
            "second": ["first", "hive"],
            "first": ["hive"],
        ]
        #expect(answers.current == expected)
    }

    // C31, C35
    @Test func aBoundHandlerInFlightEndsBeforeItsModuleIsTornDown() async throws {
        let journal = Journal()
        let isInHandler = Gate()
        let mayReturn = Gate()
        let laterIsDown = Gate()
        let hive = try await Hive.running(
            first: EventScript(
                setUp: { context in
                    try context.events.bind("slow") { _, _ in
                        isInHandler.open()
                        await mayReturn.wait()
                        journal.write("handled")
                        return 1
                    }
                },
                tearDown: { _ in journal.write("down") }
            ),
            second: EventScript(tearDown: { _ in laterIsDown.open() })
        )
        async let outcome = hive.events.trigger(NamedEvent("slow"))
        await isInHandler.wait()
        async let stop: Void = hive.stop()
        await laterIsDown.wait()
        mayReturn.open()
        _ = try await (stop, outcome)
        #expect(journal.entries == ["handled", "down"])
    }

    // C50, C52: a handler on the hive ends before the services of the hive go, and before the stop returns.
    @Test(arguments: [true, false])
    func aHandlerOnTheHiveEndsBeforeTheHiveDoes(hasShutdown: Bool) async throws {
        let journal = Journal()
        let isInHandler = Gate()
        let mayReturn = Gate()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        if hasShutdown {
            let note: @Sendable (String) async -> Void = { _ in journal.write("shut down") }
            try hive.services.register(String.self, shutdown: note, instance: "there")
        } else {
            try hive.services.register(String.self, instance: "there")
        }
        _ = hive.events.subscribe(Ping.self) { _, context in
            isInHandler.open()
            await mayReturn.wait()
            journal.write(try context.service(String.self))
        }
        try await hive.start()
        async let outcome = hive.events.trigger(Ping())
        await isInHandler.wait()
        let stop = Task {
            try await hive.stop()
            journal.write("stopped")
        }
        // When nothing can be triggered any more, only what belongs to the hive itself is left.
        while (try? await hive.events.trigger(Pong())) != nil { await Task.yield() }
        mayReturn.open()
        try await stop.value
        #expect(try await outcome.failures.isEmpty)
        #expect(journal.entries == ["there"] + (hasShutdown ? ["shut down"] : []) + ["stopped"])
    }

    // C3, C31
    @Test func aModuleWhoseSetUpFailsIsToldNothingAfterwards() async throws {
        let left = Locked<SetupContext?>(nil)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.register(
            first: EventScript(setUp: { context in
                try context.events.subscribe(Ping.self) { _, _ in Issue.record("The module never came up.") }
                try context.events.bind("late", to: Payload.self)
                left.with { $0 = context }
                throw Mishap()
            })
        )
        #expect(await codeThrown { try await hive.start() } == .startFailed)
        let context = try #require(left.current)
        #expect(throws: HiveError.self) { try context.events.subscribe(Ping.self) { _, _ in } }
        // The script, which the context leads to, refers to the context.
        left.with { $0 = nil }
    }

    private struct Payload: HiveEvent, Decodable {}
}
