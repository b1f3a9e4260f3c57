// SPDX-License-Identifier: Apache-2.0
// Copyright the Hive authors

import Hive
import HiveRouting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TargetInstanceTests {
    private func withCounter(
        isCached: Bool,
        hasFallback: Bool = false,
        _ body: (Hive) async throws -> Void
    ) async throws {
        let made = Box(0)
        try await withRouting { context in
            try context.actions.target("Count", isCached: isCached) { _ in
                Counter(made)
            } _: { target in
                target.action("number", "plus") { (counter: Counter, plus: Int?) in counter.number + (plus ?? 0) }
                if hasFallback { target.fallback { _ in "fallback" } }
            }
        } body: {
            try await body($0)
        }
    }

    // T2: the target decides whether its instance is kept, and the caller may ask for the other.
    @Test func instanceIsKeptOrMadeAnew() async throws {
        try await withCounter(isCached: true) { hive in
            var numbers: [Int] = []
            for cached in [nil, nil, false, nil, true] {
                numbers.append(try await hive.actions.perform("Count", "number", cached: cached, as: Int.self))
            }
            #expect(numbers == [1, 1, 2, 1, 1])
        }
        try await withCounter(isCached: false) { hive in
            var numbers: [Int] = []
            for cached in [nil, nil, true, true, nil] {
                numbers.append(try await hive.actions.perform("Count", "number", cached: cached, as: Int.self))
            }
            #expect(numbers == [1, 2, 3, 3, 4])
        }
    }

    // T2: release by name.
    @Test func releasedInstanceIsMadeAnew() async throws {
        try await withCounter(isCached: true) { hive in
            #expect(try !hive.actions.release("Count"))
            try await hive.actions.perform("Count", "number")
            #expect(try hive.actions.release("Count"))
            #expect(try !hive.actions.release("Count"))
            #expect(try await hive.actions.perform("Count", "number", as: Int.self) == 2)
            _ = try await failure(.unknownTarget) { try hive.actions.release("Cuont") }
        }
    }

    // T2: evicted when nothing answers, and kept when a fallback does.
    @Test func instanceIsEvictedWhenNothingAnswers() async throws {
        try await withCounter(isCached: true) { hive in
            try await hive.actions.perform("Count", "number")
            _ = try await failure(.unknownAction) { try await hive.actions.perform("Count", "nothing") }
            #expect(try await hive.actions.perform("Count", "number", as: Int.self) == 2)
        }
        try await withCounter(isCached: true, hasFallback: true) { hive in
            try await hive.actions.perform("Count", "number")
            try await hive.actions.perform("Count", "nothing")
            #expect(try await hive.actions.perform("Count", "number", as: Int.self) == 1)
        }
    }

    @Test func instanceThatCannotBeMadeLeavesNothingBehind() async throws {
        let made = Box(0)
        try await withRouting { context in
            try context.actions.target("Count") { _ -> Counter in
                if made.value == 0 {
                    made.set(1)
                    throw SoldOut(sku: "first")
                }
                return Counter(made)
            } _: { target in
                target.action("number") { (counter: Counter) in counter.number }
            }
        } body: { (hive: Hive) async throws in
            await #expect(throws: SoldOut.self) { try await hive.actions.perform("Count", "number") }
            #expect(try await hive.actions.perform("Count", "number", as: Int.self) == 2)
        }
    }

    // C18, C47: concurrent first calls all get one instance, and the factory may call back.
    @Test func callsAtOnceGetOneKeptInstance() async throws {
        let made = Box(0)
        try await withRouting { context in
            try context.actions.target("Count") { _ in
                Counter(made)
            } _: { target in
                target.action("me") { (counter: Counter) in counter }
            }
        } body: { hive in
            let kept = try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask { ObjectIdentifier(try await hive.actions.perform("Count", "me", as: Counter.self)) }
                }
                return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
            }
            let later: Counter = try await hive.actions.perform("Count", "me")
            #expect(kept == [ObjectIdentifier(later)])
        }
    }
}
