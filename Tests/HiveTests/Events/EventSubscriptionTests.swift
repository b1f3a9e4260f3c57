// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import HiveTestKit
import Testing

@testable import Hive

@Suite(.timeLimit(.minutes(5)))
struct EventSubscriptionTests {
    private final class Probe: Sendable {
        func touch() {}
    }

    // C36: what another token has ended, or the stop, is not ended again; nor is what came in its place.
    @Test func aTokenEndsNoSubscriptionButItsOwn() async throws {
        try await withHive { hive in
            let first = hive.events.subscribe(Ping.self) { _, _ in }
            let ofAnotherType = hive.events.subscribe(Pong.self) { _, _ in }
            first.cancel()
            _ = hive.events.subscribe(Ping.self) { _, _ in }
            _ = hive.events.subscribe(Pong.self) { _, _ in }
            first.cancel()
            #expect(await hive.handlerCount(of: Ping()) == 1)
            #expect(await hive.handlerCount(of: Pong()) == 2)
            ofAnotherType.cancel()
            #expect(await hive.handlerCount(of: Ping()) == 1)
            #expect(await hive.handlerCount(of: Pong()) == 1)
        }
    }

    // C36, C50
    @Test func aTokenKeepsNeitherTheHandlerNorTheHive() async throws {
        weak var probe: Probe?
        weak var hive: Hive?
        let tokens: [RegistrationToken]
        do {
            let kept = Probe()
            let made = try await Hive.running()
            (probe, hive) = (kept, made)
            let cancelled = made.events.subscribe(Ping.self) { _, _ in kept.touch() }
            let forgotten = made.events.subscribe(Ping.self) { _, _ in
                await Task.yield()
                kept.touch()
            }
            tokens = [cancelled, forgotten]
            #expect(await made.handlerCount(of: Ping()) == 2)
            cancelled.cancel()
            try await made.stop()
        }
        #expect(await becomesTrue { probe == nil })
        #expect(await becomesTrue { hive == nil })
        for token in tokens { token.cancel() }
    }

    // C50
    @Test func eventsThatSomebodyKeepsKeepNothingElseOfAHiveThatHasStopped() async throws {
        weak var engine: Engine?
        let events: EventCenter
        do {
            let hive = try await Hive.running()
            (engine, events) = (hive.engine, hive.events)
            let token = hive.events.subscribe(Ping.self) { _, _ in }
            #expect(await hive.handlerCount(of: Ping()) == 1)
            token.cancel()
            try await hive.stop()
        }
        #expect(await becomesTrue { engine == nil })
        let error = await #expect(throws: HiveError.self) { try await events.trigger(Ping()) }
        #expect(error?.code == .stopped)
    }

    // C36
    @Test func subscriptionsOfAModuleEndWithItAndLetGoOfWhatTheyHold() async throws {
        let probes = Locked<WeakProbe?>(nil)
        let hive = try await Hive.running(
            first: EventScript(setUp: { context in
                let owned = Probe()
                probes.with { $0 = WeakProbe(owned) }
                try context.events.subscribe(Ping.self) { _, _ in owned.touch() }
                try context.events.subscribe(Pong.self) { _, _ in
                    await Task.yield()
                    owned.touch()
                }
                try context.events.bind("probe") { _, _ in owned.touch() }
            })
        )
        #expect(await hive.handlerCount(of: Ping()) == 1)
        #expect(await hive.handlerCount(of: Pong()) == 1)
        #expect(probes.current?.probe != nil)
        try await hive.stop()
        #expect(await becomesTrue { probes.current?.probe == nil })
    }

    private final class WeakProbe: Sendable {
        weak let probe: Probe?
        init(_ probe: Probe) { self.probe = probe }
    }

    // C36
    @Test func aSubscriptionOnAStoppedHiveHasEndedAlready() async throws {
        let hive = try await Hive.running()
        try await hive.stop()
        weak var probe: Probe?
        do {
            let kept = Probe()
            probe = kept
            let token = hive.events.subscribe(Ping.self) { _, _ in kept.touch() }
            token.cancel()
            _ = hive.events.subscribe(Ping.self) { _, _ in kept.touch() }
        }
        #expect(await becomesTrue { probe == nil })
        var events = 0
        for await _ in hive.events.stream(of: Ping.self) { events += 1 }
        #expect(events == 0)
    }
}
