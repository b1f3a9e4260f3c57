// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventSubscriptionTests {
    private final class Probe: Sendable {
        func touch() {}
    }

    // C36
    @Test func aTokenEndsItsSubscriptionOnceAndLettingGoOfItDoesNot() async throws {
        try await withHive { hive in
            let token = hive.events.subscribe(Ping.self) { _, _ in }
            _ = hive.events.subscribe(Ping.self) { _, _ in await Task.yield() }
            #expect(await hive.handlerCount(of: Ping()) == 2)
            token.cancel()
            token.cancel()
            #expect(await hive.handlerCount(of: Ping()) == 1)
        }
    }

    // C36, C50
    @Test func aTokenKeepsNeitherTheHandlerNorTheHive() async throws {
        weak var probe: Probe?
        weak var hive: Hive?
        let tokens: [EventSubscription]
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
        #expect(await comesTrue { probe == nil })
        #expect(await comesTrue { hive == nil })
        for token in tokens { token.cancel() }
    }

    // C36
    @Test func subscriptionsOfAModuleEndWithItAndLetGoOfWhatTheyHold() async throws {
        let probes = Shared<WeakProbe?>(nil)
        let hive = try await Hive.running(
            first: EventScript(setUp: { context in
                let owned = Probe()
                probes.update { $0 = WeakProbe(owned) }
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
        #expect(await comesTrue { probes.current?.probe == nil })
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
        #expect(await comesTrue { probe == nil })
        var events = 0
        for await _ in hive.events.stream(of: Ping.self) { events += 1 }
        #expect(events == 0)
    }

    // MARK: Sequences

    // C36
    @Test func aSequenceKeepsAsManyAsItsLimitAndSaysHowManyItMissed() async throws {
        var seen: [[Int]] = []
        let hive = try await Hive.running()
        let stream = hive.events.stream(of: Ping.self, limit: 3)
        for id in 0..<8 { _ = try await hive.events.trigger(Ping(id: id)) }
        var iterator = stream.makeAsyncIterator()
        if let first = await iterator.next() { seen.append([first.event.id, first.missed]) }
        _ = try await hive.events.trigger(Ping(id: 8))
        _ = try await hive.events.trigger(Ping(id: 9))
        try await hive.stop()
        while let next = await iterator.next() { seen.append([next.event.id, next.missed]) }
        #expect(seen == [[5, 5], [7, 1], [8, 0], [9, 0]])
    }

    // C36
    @Test(arguments: [0, -3])
    func aLimitBelowOneCountsAsOne(limit: Int) async throws {
        let hive = try await Hive.running()
        let stream = hive.events.stream(of: Ping.self, limit: limit)
        for id in 0..<3 { _ = try await hive.events.trigger(Ping(id: id)) }
        try await hive.stop()
        var seen: [[Int]] = []
        for await next in stream { seen.append([next.event.id, next.missed]) }
        #expect(seen == [[2, 2]])
    }

    // C36
    @Test func aLoopEndsWhenTheHiveStops() async throws {
        let hive = try await Hive.running()
        let isWaiting = Gate()
        let stream = hive.events.stream(of: Ping.self)
        async let sum = {
            var sum = 0
            for await next in stream {
                sum += next.event.id
                isWaiting.open()
            }
            return sum
        }()
        _ = try await hive.events.trigger(Ping(id: 5))
        await isWaiting.wait()
        try await hive.stop()
        #expect(await sum == 5)
    }

    // C36
    @Test func theSubscriptionEndsWithTheLastLoop() async throws {
        try await withHive { hive in
            let stream = hive.events.stream(of: Ping.self)
            var one: EventStream<Ping>.Iterator? = stream.makeAsyncIterator()
            var other: EventStream<Ping>.Iterator? = stream.makeAsyncIterator()
            #expect(await hive.handlerCount(of: Ping(id: 1)) == 1)
            #expect(await one?.next()?.event.id == 1)
            one = nil
            #expect(await hive.handlerCount(of: Ping(id: 2)) == 1)
            #expect(await other?.next()?.event.id == 2)
            other = nil
            #expect(await hive.handlerCount(of: Ping(id: 3)) == 0)
            withExtendedLifetime(stream) {}
        }
    }

    // C36
    @Test func theSubscriptionEndsWithAStreamThatNobodyLoopsOver() async throws {
        try await withHive { hive in
            var stream: EventStream<Ping>? = hive.events.stream(of: Ping.self)
            #expect(await hive.handlerCount(of: Ping()) == 1)
            withExtendedLifetime(stream) {}
            stream = nil
            #expect(await hive.handlerCount(of: Ping()) == 0)
        }
    }

    // C36
    @Test func aLoopThatIsLeftEndsTheSubscription() async throws {
        try await withHive { hive in
            let isListening = Gate()
            async let first: Int? = {
                let stream = hive.events.stream(of: Ping.self)
                isListening.open()
                for await next in stream { return next.event.id }
                return nil
            }()
            await isListening.wait()
            _ = try await hive.events.trigger(Ping(id: 4))
            #expect(await first == 4)
            #expect(await hive.handlerCount(of: Ping()) == 0)
        }
    }

    // C36
    @Test func aCancelledTaskLeavesItsLoop() async throws {
        try await withHive { hive in
            let stream = hive.events.stream(of: Ping.self)
            let loop = Task {
                var count = 0
                for await _ in stream { count += 1 }
                return count
            }
            loop.cancel()
            #expect(await loop.value == 0)
        }
    }
}
