// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EventStreamTests {
    // C36
    @Test func aSequenceKeepsAsManyAsItsLimitAndSaysHowManyItMissed() async throws {
        var seen: [[Int]] = []
        let hive = try await Hive.running()
        let stream = hive.events.stream(of: Ping.self, limit: 3)
        for id in 0..<8 { _ = try await hive.events.trigger(Ping(id: id)) }
        var iterator = stream.makeAsyncIterator()
        if let first = await iterator.next(isolation: #isolation) { seen.append([first.event.id, first.missed]) }
        _ = try await hive.events.trigger(Ping(id: 8))
        _ = try await hive.events.trigger(Ping(id: 9))
        try await hive.stop()
        while let next = await iterator.next(isolation: #isolation) { seen.append([next.event.id, next.missed]) }
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
            var one = Optional(stream.makeAsyncIterator())
            var other = Optional(stream.makeAsyncIterator())
            #expect(await hive.handlerCount(of: Ping(id: 1)) == 1)
            #expect(await one?.next(isolation: #isolation)?.event.id == 1)
            one = nil
            #expect(await hive.handlerCount(of: Ping(id: 2)) == 1)
            #expect(await other?.next(isolation: #isolation)?.event.id == 2)
            other = nil
            #expect(await hive.handlerCount(of: Ping(id: 3)) == 0)
            withExtendedLifetime(stream) {}
        }
    }

    // C36
    @Test func theSubscriptionEndsWithAStreamThatNobodyLoopsOver() async throws {
        try await withHive { hive in
            var stream = Optional(hive.events.stream(of: Ping.self))
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

    // C36
    @Test func cancellingOneOfTwoLoopsEndsOnlyThatOne() async throws {
        try await withHive { hive in
            let stream = hive.events.stream(of: Ping.self)
            let cancelled = Task { await Self.ids(of: stream) }
            let other = Task { await Self.ids(of: stream, upTo: 2) }
            // Both wait by then, or are about to.
            await Task.yield()
            cancelled.cancel()
            #expect(await cancelled.value == [])
            #expect(await hive.handlerCount(of: Ping(id: 1)) == 1)
            #expect(await hive.handlerCount(of: Ping(id: 2)) == 1)
            #expect(await other.value == [1, 2])
            #expect(await hive.handlerCount(of: Ping(id: 3)) == 0)
        }
    }

    // C36
    @Test func eachEventGoesToOneOfManyLoopsWhicheverAreCancelled() async throws {
        try await withHive { hive in
            let stream = hive.events.stream(of: Ping.self, limit: 10_000)
            let stays = (0..<2).map { _ in Task { await Self.ids(of: stream) } }
            for id in 0..<500 {
                let goes = Task { await Self.ids(of: stream) }
                _ = try await hive.events.trigger(Ping(id: id))
                goes.cancel()
                _ = await goes.value
            }
            #expect(await hive.handlerCount(of: Ping(id: 500)) == 1)
            try await hive.stop()
            // None of them missed the last one, and none got one twice.
            var seen: [Int] = []
            for loop in stays { seen += await loop.value }
            #expect(seen.contains(500))
            #expect(Set(seen).count == seen.count)
        }
    }

    // C36
    @Test func aLoopThatWaitsAmongOthersEndsWithTheHive() async throws {
        let hive = try await Hive.running()
        let stream = hive.events.stream(of: Ping.self)
        let loops = (0..<3).map { _ in Task { await Self.ids(of: stream) } }
        try await hive.stop()
        for loop in loops { #expect(await loop.value == []) }
    }

    // C36
    @Test func aPropertyCanHoldAStream() async throws {
        struct Reader {
            let pings: any AsyncSequence<(event: Ping, missed: Int), Never> & Sendable

            func ids() async -> [Int] {
                var ids: [Int] = []
                for await (ping, _) in pings { ids.append(ping.id) }
                return ids
            }
        }

        let hive = try await Hive.running()
        let reader = Reader(pings: hive.events.stream(of: Ping.self))
        _ = try await hive.events.trigger(Ping(id: 7))
        try await hive.stop()
        #expect(await reader.ids() == [7])
    }

    private static func ids(
        of stream: some AsyncSequence<(event: Ping, missed: Int), Never> & Sendable,
        upTo last: Int? = nil
    ) async -> [Int] {
        var ids: [Int] = []
        for await next in stream {
            ids.append(next.event.id)
            if next.event.id == last { break }
        }
        return ids
    }
}
