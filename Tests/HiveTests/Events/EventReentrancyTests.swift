// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventReentrancyTests {
    // C32
    @Test func aSubscriptionMadeDuringABroadcastDoesNotSeeThatEvent() async throws {
        let journal = EventJournal()
        try await withHive { hive in
            _ = hive.events.subscribe(Ping.self) { event, context in
                journal.note("old \(event.id)")
                guard event.id == 1 else { return }
                _ = hive.events.subscribe(Ping.self) { event, _ in journal.note("new \(event.id)") }
            }
            _ = try await hive.events.trigger(Ping(id: 1))
            _ = try await hive.events.trigger(Ping(id: 2))
        }
        #expect(journal.current == ["old 1", "old 2", "new 2"])
    }

    // C32
    @Test(arguments: [false, true])
    func aSubscriptionCancelledFromWithinTheBroadcastIsNotCalledAnyMore(isAsynchronous: Bool) async throws {
        let token = Shared<RegistrationToken?>(nil)
        try await withHive { hive in
            if isAsynchronous {
                _ = hive.events.subscribe(Ping.self) { _, _ in
                    await Task.yield()
                    token.current?.cancel()
                }
            } else {
                _ = hive.events.subscribe(Ping.self) { _, _ in token.current?.cancel() }
            }
            let cancelled = hive.events.subscribe(Ping.self) { _, _ in Issue.record("It was cancelled.") }
            token.update { $0 = cancelled }
            _ = hive.events.subscribe(Ping.self) { _, _ in }
            #expect(await hive.handlerCount(of: Ping()) == 2)
            #expect(await hive.handlerCount(of: Ping()) == 2)
        }
    }

    // C32
    @Test func aSubscriptionCancelledFromAnotherTaskIsCalledAtMostOnceMore() async throws {
        let isInHandler = Gate()
        let mayReturn = Gate()
        let count = Shared(0)
        try await withHive { hive in
            let token = hive.events.subscribe(Ping.self) { _, _ in
                count.increment()
                isInHandler.open()
                await mayReturn.wait()
            }
            async let outcome = hive.events.trigger(Ping())
            await isInHandler.wait()
            token.cancel()
            token.cancel()
            #expect(await hive.handlerCount(of: Ping()) == 0)
            mayReturn.open()
            let outcomeCount = try await outcome.handlerCount
            #expect(outcomeCount == 1)
        }
        #expect(count.current == 1)
    }

    // C18
    @Test func aHandlerMayPostSubscribeTriggerAndAskForAStop() async throws {
        let journal = EventJournal()
        let isDown = Gate()
        let hive = try await Hive.running(
            first: EventScript(setUp: { context in
                try context.events.subscribe(Ping.self) { _, context in
                    try context.post(Pong(id: 1))
                    _ = try await context.trigger(Pong(id: 2))
                    context.requestStop()
                    journal.note("asked")
                }
                try context.events.subscribe(Pong.self) { event, _ in journal.note("\(event.id)") }
            }),
            second: EventScript(tearDown: { _ in isDown.open() })
        )
        _ = try await hive.events.trigger(Ping())
        await isDown.wait()
        try await hive.stop()
        #expect(journal.current.sorted() == ["1", "2", "asked"])
    }

    // C18
    @Test(arguments: [false, true])
    func stopFromAHandlerOnlyAsks(isPosted: Bool) async throws {
        let journal = EventJournal()
        let hasAsked = Gate()
        let reference = Shared<Hive?>(nil)
        let hive = try await Hive.running(
            first: EventScript(
                setUp: { context in
                    try context.events.subscribe(Ping.self) { _, _ in
                        try await reference.current?.stop()
                        journal.note("asked")
                        hasAsked.open()
                    }
                },
                tearDown: { _ in journal.note("down") }
            )
        )
        reference.update { $0 = hive }
        if isPosted {
            try hive.events.post(Ping())
            await hasAsked.wait()
        } else {
            _ = try await hive.events.trigger(Ping())
        }
        try await hive.stop()
        #expect(journal.current == ["asked", "down"])
        reference.update { $0 = nil }
    }

    // C18
    @Test func stopFromATaskThatABroadcastLeftBehindWaits() async throws {
        let journal = EventJournal()
        let isOver = Gate()
        let hasStopped = Gate()
        let hive = try await Hive.running(first: EventScript(tearDown: { _ in journal.note("down") }))
        _ = hive.events.subscribe(Ping.self) { [weak hive] _, _ in
            Task {
                await isOver.wait()
                try await hive?.stop()
                journal.note("stopped")
                hasStopped.open()
            }
        }
        _ = try await hive.events.trigger(Ping())
        isOver.open()
        await hasStopped.wait()
        #expect(journal.current == ["down", "stopped"])
    }

    // C18: what a handler lets go of, or a subscription when it ends, may use the hive in its `deinit`.
    @Test(arguments: ["token", "module", "binding", "stop"])
    func whatASubscriptionHoldsIsLetGoOfWithNoLockHeld(way: String) async throws {
        let journal = EventJournal()
        let hive = Hive(HiveOptions(clock: ManualClock()))
        let reference = WeakReference(hive)
        try hive.register(
            first: EventScript(setUp: { context in
                switch way {
                case "module":
                    let probe = Probe(reference, journal)
                    try context.events.subscribe(Ping.self) { _, _ in probe.touch() }
                case "binding":
                    let probe = Probe(reference, journal)
                    try context.events.bind("b") { _, _ in
                        probe.touch()
                        return 0
                    }
                default: break
                }
            })
        )
        try await hive.start()
        if way == "token" || way == "stop" {
            let probe = Probe(reference, journal)
            let token = hive.events.subscribe(Ping.self) { _, _ in probe.touch() }
            #expect(await hive.handlerCount(of: Ping()) == 1)
            if way == "token" { token.cancel() }
        }
        try await hive.stop()
        #expect(journal.current.count == 1)
    }

    private final class WeakReference: Sendable {
        weak let hive: Hive?
        init(_ hive: Hive) { self.hive = hive }
    }

    private final class Probe: Sendable {
        private let reference: WeakReference
        private let journal: EventJournal

        init(_ reference: WeakReference, _ journal: EventJournal) {
            self.reference = reference
            self.journal = journal
        }

        func touch() {}

        deinit {
            // Any of these would wait forever for a lock that is held.
            if let hive = reference.hive {
                hive.events.subscribe(Pong.self) { _, _ in }.cancel()
                try? hive.events.post(Pong())
            }
            journal.note("gone")
        }
    }
}
