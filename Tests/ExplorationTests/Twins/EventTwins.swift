// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

/// Events beside each other, and beside modules that come and go (C30 to C36), as in `EventStormTests` and
/// `EventInFlightTests`.
@Suite(.enabled(if: Exploration.isSupported)) struct EventTwins {
    private struct Ping: HiveEvent { var number = 0 }
    private struct Question: HiveEvent { typealias Reply = Int }

    // C31
    @Test func noHandlerRunsWhenItsModuleIsTornDown() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let (isDown, problem) = (Shared(false), Shared<String?>(nil))
            let check: @Sendable (String) -> Void = { text in
                if isDown.current { problem.change { $0 = text } }
            }
            try hive.modules.register(Worker.self) { Worker(Script()) }
            try hive.modules.register(Guest.self) {
                Guest(
                    Script(
                        setUp: { context in
                            try context.events.subscribe(Ping.self) { _, _ in check("A handler is called late.") }
                            try context.events.subscribe(Ping.self) { _, _ in
                                await Task.yield()
                                await Task.yield()
                                check("A handler goes on too long.")
                            }
                        },
                        tearDown: { _ in isDown.change { $0 = true } }
                    )
                )
            }
            try await hive.start()
            await withTaskGroup { group in
                for number in 1...2 {
                    group.addTask {
                        await giveWay(upTo: 12, for: number)
                        _ = try? await hive.events.trigger(Ping())
                    }
                }
                group.addTask {
                    await giveWay(upTo: 12, for: 3)
                    if chosen(0..<2, for: 4) == 0 { try? await hive.remove(Guest.self) }
                    try? await hive.stop()
                }
            }
            if let text = problem.current { throw Broken(text) }
            try recorder.checkOrder()
        }
    }

    // C30, C31: each posted event comes once, in order, whatever happens to the hive.
    @Test func whatWasPostedComesOnceAndInOrder() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let (heard, inside) = (Shared<[Int]>([]), Shared(0))
            let problem = Shared<String?>(nil)
            _ = hive.events.subscribe(Ping.self) { ping, _ in
                let count = inside.change { count in
                    count += 1
                    return count
                }
                if count > 1 { problem.change { $0 = "Two posted events are delivered at once." } }
                heard.change { $0.append(ping.number) }
                await Task.yield()
                await Task.yield()
                inside.change { $0 -= 1 }
            }
            try hive.modules.register(Guest.self) { Guest(Script()) }
            let start = Task { try await hive.start() }
            var posted: [Int] = []
            let stop = Task {
                _ = await start.result
                await giveWay(for: 1)
                try await hive.stop()
            }
            for number in 0..<6 {
                await giveWay(upTo: 10, for: 2 + number)
                if (try? hive.events.post(Ping(number: number))) != nil { posted.append(number) }
            }
            try await start.value
            try await stop.value
            if let text = problem.current { throw Broken(text) }
            try require(heard.current == posted, "Posted: \(posted), heard: \(heard.current).")
            try recorder.checkOrder()
        }
    }

    // C34: a handler that returns in time has returned, and one that does not is cancelled and given up.
    @Test func handlersWithATimeoutEnd() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            let time = chosen(0..<4, for: 1)
            _ = try hive.events.subscribe(Question.self, timeout: .seconds(2)) { _, _ in
                await giveWay(upTo: 4, for: 2)
                // 0 does not sleep, 2 ends with the timeout, and 3 after it.
                if time > 0 { try? await Task.sleep(for: .seconds(time)) }
                return time
            }
            try hive.modules.register(Guest.self) { Guest(Script()) }
            try await hive.start()
            let outcome = try await hive.events.trigger(Question())
            try require(outcome.replies == [time] || time > 1, "\(outcome)")
            try require(outcome.replies.count + outcome.failures.count == 1, "\(outcome)")
            try await hive.stop()
            try recorder.checkOrder()
        }
    }

    // C36: a loop has every event, in order, and ends with the hive.
    @Test func aStreamHasEveryEvent() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            try hive.modules.register(Guest.self) { Guest(Script()) }
            let events = hive.events.stream(of: Ping.self)
            let loop = Task {
                var heard: [Int] = []
                for await delivery in events {
                    heard.append(delivery.event.number)
                    await giveWay(upTo: 4, for: 1)
                }
                return heard
            }
            try await hive.start()
            for number in 0..<5 {
                await giveWay(upTo: 6, for: 2 + number)
                _ = try await hive.events.trigger(Ping(number: number))
            }
            try await hive.stop()
            let heard = await loop.value
            try require(heard == [0, 1, 2, 3, 4], "The loop has had \(heard).")
            try recorder.checkOrder()
        }
    }

    // C32, C36
    @Test func aTokenThatIsCancelledEndsItsSubscription() async throws {
        try await explored {
            let (hive, recorder) = recordedHive()
            try hive.modules.register(Guest.self) { Guest(Script()) }
            try await hive.start()
            let isOver = Shared(false)
            let problem = Shared<String?>(nil)
            let token = hive.events.subscribe(Ping.self) { _, _ in
                if isOver.current { problem.change { $0 = "It is called after its end." } }
            }
            _ = hive.events.subscribe(Question.self) { _, _ in 1 }
            try await withThrowingTaskGroup { group in
                for number in 0..<3 {
                    group.addTask {
                        await giveWay(upTo: 8, for: number)
                        token.cancel()
                    }
                    group.addTask {
                        await giveWay(upTo: 8, for: 4 + number)
                        _ = try await hive.events.trigger(Ping())
                    }
                }
                try await group.waitForAll()
            }
            isOver.change { $0 = true }
            let outcome = try await hive.events.trigger(Ping())
            try require(outcome.handlerCount == 0, "\(outcome.handlerCount) handlers are left.")
            try require(try await hive.events.trigger(Question()).replies == [1], "The other subscription has ended.")
            if let text = problem.current { throw Broken(text) }
            try await hive.stop()
            try recorder.checkOrder()
        }
    }
}
