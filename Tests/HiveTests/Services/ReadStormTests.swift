// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveTestKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReadStormTests {
    /// Whether readers still have work to do.
    private static let rounds = 2_000

    // C22
    @Test func threadsThatAskFirstAtOnceGetOneInstance() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("shared", alive: alive) }
        } _: { hive in
            let answers = try await onThreads(4) { _ in
                try (0..<Self.rounds).map { round in
                    ObjectIdentifier(
                        try hive.services.service((any Greeter).self, instance: "\(round)") as AnyObject
                    )
                }
            }
            #expect(answers.count == 4)
            #expect(Set(answers).count == 1)
            #expect(Set(answers[0]).count == Self.rounds)
            #expect(alive.current == Self.rounds)
        }
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C22, C28, C47
    @Test func readersSeeWholeInstancesWhileTheyAreEvictedAndReplaced() async throws {
        let alive = Locked(0)
        let isOver = Locked(false)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.services.register((any Greeter).self) { _ in Person("plain", alive: alive) }
        try hive.services.register((any Greeter).self, name: "b") { _ in Person("named", alive: alive) }
        try hive.services.registerAlias(Person.self, of: (any Greeter).self, named: "b") { greeter in
            try #require(greeter as? Person)
        }
        let reader = try await makeReader(hive)
        try await hive.start()
        try await withThrowingTaskGroup { group in
            for _ in 0..<3 {
                group.addTask {
                    try await onThread {
                        var reads = 0
                        while !isOver.current || reads < 100 {
                            reads += 1
                            let plain = try hive.services.service((any Greeter).self)
                            let named = try hive.services.service((any Greeter).self, name: "b")
                            let alias = try hive.services.service(Person.self)
                            let wired = try reader.plain.get()
                            let isRight =
                                plain.name == "plain" && named.name == "named" && alias.name == "named"
                                && wired.name == "plain"
                            if !isRight { throw Broken() }
                        }
                    }
                }
            }
            group.addTask {
                try await onThread {
                    defer { isOver.with { $0 = true } }
                    for round in 0..<Self.rounds {
                        if round.isMultiple(of: 7) {
                            try hive.services.register((any Greeter).self, replacing: true) { _ in
                                Person("plain", alive: alive)
                            }
                        }
                        try hive.services.evict((any Greeter).self)
                        try hive.services.evict(Person.self)
                        try hive.services.register(Int.self, name: "\(round)", instance: round)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try hive.services.all(Int.self).count == Self.rounds)
        // Nobody reads any more: what was retired while somebody did goes with the next step.
        try hive.services.evict((any Greeter).self)
        try hive.services.evict((any Greeter).self, name: "b")
        _ = try hive.services.service((any Greeter).self)
        _ = try hive.services.service(Person.self)
        #expect(alive.current == 2)
        try await hive.stop()
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C22, C28, C50
    @Test func slowReadersKeepWhatTheyReadAndNothingElseStays() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("plain", alive: alive) }
        } _: { hive in
            let kept = try await onThreads(4) { _ in
                var kept: [any Greeter] = []
                for round in 0..<Self.rounds {
                    let greeter = try hive.services.service((any Greeter).self)
                    if round.isMultiple(of: 100) { kept.append(greeter) }
                    try hive.services.evict((any Greeter).self)
                }
                return kept
            }
            let different = Set(kept.joined().map { ObjectIdentifier($0 as AnyObject) }).count
            #expect(kept.joined().allSatisfy { $0.name == "plain" })
            try hive.services.evict((any Greeter).self)
            #expect(alive.current == different)
        }
        // A thread that has handed its result over may be about to let go of it.
        #expect(await becomesTrue { alive.current == 0 })
    }

    // C50
    @Test func threadsThatEndLeaveNothingBehind() async throws {
        let alive = Locked(0)
        try await withHive { hive in
            try hive.services.register((any Greeter).self) { _ in Person("plain", alive: alive) }
        } _: { hive in
            for _ in 0..<50 {
                let names = try await onThreads(4) { _ in try hive.services.service((any Greeter).self).name }
                #expect(names == ["plain", "plain", "plain", "plain"])
                try hive.services.evict((any Greeter).self)
            }
            #expect(alive.current == 0)
        }
    }

    // C26, C27
    @Test func readersDuringAStopGetTheServiceOrAnErrorThatSaysSo() async throws {
        let alive = Locked(0)
        let hive = Hive(HiveOptions(clock: ManualClock()))
        try hive.script(First.self) { context in
            try context.services.register((any Greeter).self) { _ in Person("plain", alive: alive) }
        }
        try await hive.start()
        let isReading = ThreadGate()
        async let codes = onThreads(3) { _ in
            while true {
                do {
                    let greeter = try hive.services.service((any Greeter).self)
                    if greeter.name != "plain" { throw Broken() }
                    isReading.open()
                } catch let error as HiveError {
                    return error.code
                }
            }
        }
        try await onThread { isReading.wait() }
        try await hive.stop()
        #expect(try await codes.allSatisfy { $0 == .stopped || $0 == .stopping })
        #expect(await becomesTrue { alive.current == 0 })
    }

    private func makeReader(_ hive: Hive) async throws -> Reader {
        try hive.services.autowire { Reader() }
    }
}

private final class Reader: Sendable {
    let plain = Autowired<any Greeter>()
}
