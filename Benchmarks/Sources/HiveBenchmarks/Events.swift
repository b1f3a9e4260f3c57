// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Fixtures
import Foundation
import Hive
import Measuring

private let peer = "NotificationCenter"

/// Telling an event to subscribers; times are for one subscriber.
func eventContest(_ count: Int) async throws -> Contest {
    let subscribed = Hive()
    let modular = Hive()
    try modular.register(subscribingModules(count))
    let counter = CallCounter()
    let replying = Hive()
    for _ in 0..<count {
        _ = subscribed.events.subscribe(Ping.self) { event, _ in counter.add(event.number) }
        _ = subscribed.events.subscribe(AsynchronousPing.self) { event, _ in await counter.addLater(event.number) }
        _ = replying.events.subscribe(Question.self) { event, _ in event.number }
        _ = replying.events.subscribe(AsynchronousQuestion.self) { event, _ in await event.answer() }
    }
    for hive in [subscribed, modular, replying] { try await hive.start() }

    return Contest(
        "Event",
        size: count,
        entrants: [
            closureLoop(count), asynchronousLoop(count), notificationCenter(count),
            Entrant("synchronous, on the hive", operations: count, checksum: count) { iterations in
                let before = counter.count
                for _ in 0..<iterations { _ = try await subscribed.events.trigger(Ping(1)) }
                return counter.count - before
            },
            Entrant("synchronous, in modules", operations: count, checksum: count) { iterations in
                let before = handlerCalls.count
                for _ in 0..<iterations { _ = try await modular.events.trigger(Ping(1)) }
                return handlerCalls.count - before
            },
            Entrant("synchronous, with replies", operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    for answer in try await replying.events.trigger(Question(1)).answers { sum += answer.reply }
                }
                return sum
            },
            Entrant("asynchronous", operations: count, checksum: count) { iterations in
                let before = counter.count
                for _ in 0..<iterations { _ = try await subscribed.events.trigger(AsynchronousPing(number: 1)) }
                return counter.count - before
            },
            Entrant("asynchronous, with replies", operations: count, checksum: count) { iterations in
                var sum = 0
                for _ in 0..<iterations {
                    let outcome = try await replying.events.trigger(AsynchronousQuestion(number: 1))
                    for answer in outcome.answers { sum += answer.reply }
                }
                return sum
            },
        ],
        budgets: count > 1000
            ? []
            : ["synchronous, on the hive", "synchronous, in modules"].map { .speedup($0, over: peer, atLeast: 1) },
        finish: { for hive in [subscribed, modular, replying] { try await hive.stop() } }
    )
}

private let synchronousLoop = "loop over closures"
private let asynchronousCalls = "loop over async closures"

private struct AsynchronousPing: HiveEvent {
    let number: Int
}

private struct AsynchronousQuestion: HiveEvent {
    typealias Reply = Int
    let number: Int

    @inline(never)
    func answer() async -> Int { number }
}

extension CallCounter {
    /// Does not suspend, but the compiler cannot know.
    @inline(never)
    fileprivate func addLater(_ amount: Int) async { add(amount) }
}

private func closureLoop(_ count: Int) -> Entrant {
    let counter = CallCounter()
    let handlers: [@Sendable (Ping) throws -> Void] = opaque((0..<count).map { _ in { counter.add($0.number) } })
    return Entrant(synchronousLoop, .floor, operations: count, checksum: count) { iterations in
        let before = counter.count
        for _ in 0..<iterations {
            let event = opaque(Ping(1))
            for handler in handlers { try handler(event) }
        }
        return counter.count - before
    }
}

private func asynchronousLoop(_ count: Int) -> Entrant {
    let counter = CallCounter()
    let handlers: [@Sendable (Ping) async throws -> Void] = opaque(
        (0..<count).map { _ in { await counter.addLater($0.number) } }
    )
    return Entrant(asynchronousCalls, .floor, operations: count, checksum: count) { iterations in
        let before = counter.count
        for _ in 0..<iterations {
            let event = opaque(Ping(1))
            for handler in handlers { try await handler(event) }
        }
        return counter.count - before
    }
}

private func notificationCenter(_ count: Int) -> Entrant {
    let counter = CallCounter()
    let center = NotificationCenter()
    let name = Notification.Name("ping")
    for _ in 0..<count {
        _ = center.addObserver(forName: name, object: nil, queue: nil) { notification in
            counter.add(notification.userInfo?.count ?? 1)
        }
    }
    return Entrant(peer, .peer, operations: count, checksum: count) { iterations in
        let before = counter.count
        for _ in 0..<iterations { center.post(name: name, object: nil) }
        return counter.count - before
    }
}
