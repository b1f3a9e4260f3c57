// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Synchronization
import Testing

/// Many tasks at once; what is asserted is exact, what the sanitizers see is the rest.
@Suite(.timeLimit(.minutes(5)))
struct EventStormTests {
    private static let triggers = 200
    private static let tasks = 4

    private final class Counts: Sendable {
        let permanent = Atomic(0)
        let late = Atomic(0)
        let isDown = Atomic(false)

        func notePermanent() { permanent.add(1, ordering: .relaxed) }

        func noteTearDown() { isDown.store(true, ordering: .sequentiallyConsistent) }

        func noteCall() {
            if isDown.load(ordering: .sequentiallyConsistent) { late.add(1, ordering: .relaxed) }
        }
    }

    // C32, C47
    @Test func whoIsSubscribedAllTheTimeSeesEveryEventOfAStorm() async throws {
        let counts = Counts()
        let subscribing = EventScript(setUp: { context in
            try context.events.subscribe(Ping.self) { _, _ in counts.notePermanent() }
            try context.events.subscribe(Ping.self) { _, _ in
                await Task.yield()
                counts.notePermanent()
            }
        })
        try await withHive(second: subscribing) { hive in
            _ = hive.events.subscribe(Ping.self) { _, _ in counts.notePermanent() }
            try await withThrowingTaskGroup { group in
                for task in 0..<Self.tasks {
                    group.addTask {
                        for id in 0..<Self.triggers {
                            _ = try await hive.events.trigger(Ping(id: id))
                            await Task.yield()
                        }
                    }
                    group.addTask {
                        for id in 0..<Self.triggers {
                            // Its own events cannot be missed, whatever else is being subscribed and cancelled.
                            let own = Counts()
                            let token = hive.events.subscribe(Ping.self) { _, _ in }
                            let other = hive.events.subscribe(Pong.self) { pong, _ in
                                if pong.id == task * Self.triggers + id { own.notePermanent() }
                            }
                            _ = try await hive.events.trigger(Pong(id: task * Self.triggers + id))
                            token.cancel()
                            other.cancel()
                            #expect(own.permanent.load(ordering: .relaxed) == 1)
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(await hive.handlerCount(of: Ping()) == 3)
            #expect(await hive.handlerCount(of: Pong()) == 0)
        }
        #expect(counts.permanent.load(ordering: .relaxed) == 3 * (Self.tasks * Self.triggers + 1))
    }

    // C32, C36: a token that several tasks cancel during deliveries ends its own subscription, and no other.
    @Test func aTokenThatManyTasksCancelEndsOneSubscription() async throws {
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { _, _ in }
            for _ in 0..<Self.triggers {
                let counts = Counts()
                let token = hive.events.subscribe(Ping.self) { _, _ in counts.noteCall() }
                try await withThrowingTaskGroup { group in
                    for _ in 0..<Self.tasks {
                        group.addTask { token.cancel() }
                        group.addTask { _ = try await hive.events.trigger(Ping()) }
                    }
                    try await group.waitForAll()
                }
                counts.noteTearDown()
                #expect(await hive.handlerCount(of: Ping()) == 1)
                #expect(counts.late.load(ordering: .relaxed) == 0)
            }
        }
    }

    // C36: tokens are cancelled while their hive goes, and keep nothing of it.
    @Test(arguments: 0..<20)
    func tokensAreCancelledWhileTheirHiveGoes(round: Int) async {
        weak var counts: Counts?
        let tokens: [RegistrationToken]
        let hive: Locked<Hive?>
        do {
            let kept = Counts()
            counts = kept
            // Not started: a hive that runs keeps itself.
            let made = Hive(HiveOptions(clock: ManualClock()))
            tokens = (0..<Self.tasks).map { _ in made.events.subscribe(Ping.self) { _, _ in kept.notePermanent() } }
            hive = Locked(made)
        }
        await withTaskGroup { group in
            for token in tokens { group.addTask { token.cancel() } }
            group.addTask { hive.with { $0 = nil } }
        }
        #expect(await becomesTrue { counts == nil })
        for token in tokens { token.cancel() }
    }

    // C31: whatever the moment of the stop, no handler begins after its module's `tearDown`.
    @Test(arguments: 0..<20)
    func noHandlerRunsOnceItsModuleIsTornDown(round: Int) async throws {
        let counts = Counts()
        let hive = try await Hive.running(
            second: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { _, _ in counts.noteCall() }
                    try context.events.subscribe(Ping.self) { _, _ in
                        await Task.yield()
                        counts.noteCall()
                    }
                    try context.events.bind("check") { _, _ in counts.noteCall() }
                },
                tearDown: { _ in counts.noteTearDown() }
            )
        )
        let hasBegun = Gate()
        await withTaskGroup { group in
            for _ in 0..<Self.tasks {
                // Deliveries that never suspend would keep the threads for themselves: hence the yields.
                group.addTask {
                    while await hive.handlerCount(of: Ping()) != nil {
                        hasBegun.open()
                        await Task.yield()
                    }
                }
                group.addTask {
                    while (try? await hive.events.trigger(NamedEvent("check"))) != nil { await Task.yield() }
                }
            }
            await hasBegun.wait()
            try? await hive.stop()
        }
        #expect(counts.late.load(ordering: .relaxed) == 0)
    }
}
